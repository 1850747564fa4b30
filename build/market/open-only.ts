import type { RecordKind } from "../normalise/record.ts";
import type { IdentityRegistry } from "./coins/identity-registry.ts";
import type { MarketCoin } from "./market.ts";
import type { MarketMemory } from "./market-memory.ts";
import type { RememberedGlobal } from "./totals/global.ts";

/** The name of the document with the `MarketMemory`. */
export const MARKET = "market";

/** The values that `--open-only` removes: those of sources whose terms restrict redistribution. */
export interface RestrictedValues {
  /** Ids of the sources. */
  sources: ReadonlySet<string>;
  /** Kind of records → ids of the restricted sources that give it. */
  kinds: ReadonlyMap<RecordKind, ReadonlySet<string>>;
  /** The names of the sources in points of series. */
  origins: ReadonlySet<string>;
  /** An earlier build read coins from them: supplies and market caps rest on their values. */
  withCoins: boolean;
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

/**
 * The memory without restricted values. Lists the fields to keep: they are computed from tickers,
 * are ids, or are of a kind that no restricted source gives. A field added later is dropped until
 * it is listed here.
 */
export function removeRestrictedMemory(memory: MarketMemory, restricted: RestrictedValues): MarketMemory {
  const { timeMs, known, owners, prices, books, pricedCoins } = memory;
  const { identityChanges, rates, sizes, global, defi, identities } = memory;
  const { sources, kinds, withCoins } = restricted;
  const isOpen = ([feed]: [string, number]) => !sources.has(feed.split(".")[0] ?? "");
  return {
    timeMs,
    known,
    owners,
    prices,
    books,
    pricedCoins,
    ...(identityChanges && { identityChanges }),
    sizes: Object.fromEntries(Object.entries(sizes).filter(isOpen)),
    ...(rates && !kinds.has("rate") && { rates }),
    ...(defi && !DEFI_KINDS.some((kind) => kinds.has(kind)) && { defi }),
    ...(identities && { identities: removeFigures(identities, sources) }),
    ...(global && !sources.has(global.source) && { global: withCoins ? removeAnchor(global) : global }),
  };
}

/** The anchor compares totals with market caps of coins. */
function removeAnchor({ source, record, timeMs }: RememberedGlobal): RememberedGlobal {
  return { source, record, timeMs };
}

/** Ids, tickers and names identify a coin. Supplies, contracts and links are values of sources. */
function removeFigures({ coins, links }: IdentityRegistry, sources: ReadonlySet<string>): IdentityRegistry {
  const named = Object.entries(coins).map(([id, coin]) => [id, { ...coin, contracts: {}, supply: null }]);
  const open = Object.entries(links).filter(([source]) => !sources.has(source));
  return { coins: Object.fromEntries(named), links: Object.fromEntries(open) };
}
