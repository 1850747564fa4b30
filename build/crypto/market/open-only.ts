import type { RecordKind } from "../normalise/record.ts";
import type { IdentityRegistry } from "./identity/identity-registry.ts";
import type { MarketMemory } from "./market-memory.ts";
import type { MarketCoin } from "./model/market.ts";
import type { RememberedGlobal } from "./totals/global.ts";

/** The values that `--open-only` removes: those of sources whose terms restrict redistribution. */
export interface RestrictedValues {
  /** Ids of the sources. */
  sources: ReadonlySet<string>;
  /** Kind of records → ids of the restricted sources that give it. */
  kinds: ReadonlyMap<RecordKind, ReadonlySet<string>>;
  /** An earlier build read coins from them: supplies and market caps rest on their values. */
  withCoins: boolean;
  /** An earlier build read order books from them: all of its own prices rest on their values. */
  withTickers: boolean;
}

/** The kinds of records behind the remembered numbers of DeFi. */
const DEFI_KINDS: readonly RecordKind[] = ["protocol", "chain", "tvl", "dex-volume"];

/** What a coin can have, in words. */
const PARTS: readonly (readonly [string, (coin: MarketCoin) => unknown])[] = [
  ["images", ({ image }) => image],
  ["circulating supplies", ({ circulatingSupply }) => circulatingSupply],
  ["maximum supplies", ({ maxSupply }) => maxSupply],
  ["24h ranges", ({ high24h }) => high24h],
  ["all-time highs", ({ ath }) => ath.price],
  ["all-time lows", ({ atl }) => atl.price],
  ["links and categories", ({ detail }) => detail],
  ["hourly prices of the days before the first build", ({ sparkline }) => sparkline[0]],
];

/** In words, what no coin has. */
export function listMissing(coins: readonly MarketCoin[]): string[] {
  return PARTS.flatMap(([words, find]) => (coins.some((coin) => (find(coin) ?? null) !== null) ? [] : words));
}

/** Ids of the sources that the memory learned from. */
export function listSources({ sizes, known, identities }: MarketMemory): string[] {
  return [
    ...Object.keys(sizes).map((key) => key.slice(0, key.indexOf("."))),
    ...Object.keys(known).map(nameVenue),
    ...Object.keys(identities?.links ?? {}),
  ];
}

/**
 * The memory without restricted values. Lists the fields to keep: they are computed from open
 * tickers, are ids, or are of a kind that no restricted source gives. A field added later is
 * dropped until it is listed here.
 */
export function removeRestrictedMemory(memory: MarketMemory, restricted: RestrictedValues): MarketMemory {
  const { timeMs, known, owners, prices, books, pricedCoins, secureCoins } = memory;
  const { identityChanges, rates, sizes, global, supplies, defi, identities, linkDays, scores } = memory;
  const { sources, kinds, withCoins, withTickers } = restricted;
  const isOpen = ([feed]: [string, number]) => !sources.has(feed.slice(0, feed.indexOf(".")));
  return {
    timeMs,
    known: removeVenues(known, sources),
    owners,
    prices: withTickers ? {} : withCoins ? removePriceAnchors(prices) : prices,
    books: removeVenues(books, sources),
    pricedCoins: withTickers ? 0 : pricedCoins,
    ...(secureCoins !== undefined && { secureCoins: withTickers ? 0 : secureCoins }),
    ...(identityChanges && { identityChanges }),
    sizes: Object.fromEntries(Object.entries(sizes).filter(isOpen)),
    // Without a restricted list they are those of open ones.
    ...(supplies && !withCoins && { supplies }),
    ...(rates && !kinds.has("rate") && { rates }),
    ...(defi && !DEFI_KINDS.some((kind) => kinds.has(kind)) && { defi }),
    ...(identities && { identities: removeLinks(withCoins ? removeFigures(identities) : identities, sources) }),
    ...(linkDays && { linkDays: removeLinkDays(linkDays, sources, withCoins) }),
    // Distances from prices that restricted sources may have a part in.
    ...(scores && !withCoins && !withTickers && { scores: removeKeys(scores, sources) }),
    ...(global && !sources.has(global.source) && { global: withCoins || withTickers ? removeAnchor(global) : global }),
  };
}

/** `venue:CODE` or `venue:market` → `venue`. */
function nameVenue(key: string): string {
  return key.slice(0, key.indexOf(":"));
}

function removeVenues<Value>(
  byVenue: Readonly<Record<string, Value>>,
  sources: ReadonlySet<string>,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(byVenue).filter(([key]) => !sources.has(nameVenue(key))));
}

/** By `place:kind:name coin`. The place of a contract is its chain, so no source is known of it. */
function removeLinkDays(
  days: Readonly<Record<string, number>>,
  sources: ReadonlySet<string>,
  withCoins: boolean,
): Record<string, number> {
  const isContract = (key: string) => key.split(":", 2)[1] === "contract";
  const open = Object.entries(removeVenues(days, sources));
  return Object.fromEntries(open.filter(([key]) => !withCoins || !isContract(key)));
}

function removeKeys<Value>(
  record: Readonly<Record<string, Value>>,
  removed: ReadonlySet<string>,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !removed.has(key)));
}

/** The anchor of a price is a list's. */
function removePriceAnchors(prices: MarketMemory["prices"]): MarketMemory["prices"] {
  return Object.fromEntries(Object.entries(prices).map(([id, { anchor: _, ...price }]) => [id, price]));
}

/** The anchor compares totals with market caps of coins. */
function removeAnchor({ source, record, timeMs }: RememberedGlobal): RememberedGlobal {
  return { source, record, timeMs };
}

/** Ids, tickers and names identify a coin. Supplies, contracts and links are values of sources. */
function removeFigures({ coins, links }: IdentityRegistry): IdentityRegistry {
  const named = Object.entries(coins).map(([id, coin]) => [id, { ...coin, contracts: {}, supply: null }]);
  return { coins: Object.fromEntries(named), links };
}

function removeLinks({ coins, links }: IdentityRegistry, sources: ReadonlySet<string>): IdentityRegistry {
  return { coins, links: Object.fromEntries(Object.entries(links).filter(([source]) => !sources.has(source))) };
}
