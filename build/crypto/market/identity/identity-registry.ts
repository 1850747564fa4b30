import {
  isFlag,
  isNumber,
  isText,
  isTimeMs,
  listOf,
  mapOf,
  objectOf,
  optional,
  orNull,
  type ShapeOf,
} from "../../../lib/shape.ts";
import type { CoinDetail, Dataset, ReferenceCoin } from "../../normalise/record.ts";
import { LINK_RULES } from "../rules/coins.ts";

/** An accepted circulating supply and its time. */
export type RememberedSupply = ShapeOf<typeof isRememberedSupply>;
export const isRememberedSupply = objectOf({
  circulating: isNumber,
  timeMs: isTimeMs,
  /** The last price in USD that made a market cap with it. Absent in earlier states. */
  priced: optional(objectOf({ priceUsd: isNumber, timeMs: isTimeMs })),
  /** Since when the price is far from that one; absent: it is not. */
  jumpedMs: optional(isTimeMs),
  /** When the coin was redenominated; absent: never. Earlier prices are in another unit. */
  redenominatedMs: optional(isTimeMs),
});

export type CoinIdentity = ShapeOf<typeof isCoinIdentity>;
const isCoinIdentity = objectOf({
  /** Upper-case. */
  symbol: isText,
  name: isText,
  /** Earlier ones, the newest last. */
  formerSymbols: listOf(isText),
  formerNames: listOf(isText),
  /** Chain → contract address. */
  contracts: mapOf(isText),
  /**
   * The last accepted supply, for builds in which no source states one. The memory's `supplies` has
   * the one that claims are compared with.
   */
  supply: orNull(isRememberedSupply),
  /** No source that uses CoinGecko's ids has listed the coin yet: its id may change. */
  provisional: isFlag,
});

/** The coin that a source's own id means. */
export type IdentityLink = ShapeOf<typeof isIdentityLink>;
const isIdentityLink = objectOf({
  /** `null` while the sources have not agreed for long enough. */
  coinId: orNull(isText),
  /** Two sources agreed on it. Otherwise a provisional coin was given this id. */
  learned: isFlag,
  /** The coin that the sources agree on now, and since which UTC day (days since 1970). */
  candidate: orNull(objectOf({ coinId: isText, builds: isNumber, firstDay: isNumber })),
  /** Since when two sources contradict a learned link. */
  contradictedSinceMs: orNull(isTimeMs),
});

/**
 * Which ids of the reference sources mean the same coin. Kept in the state and never expired, so
 * that every coin keeps its id while CoinGecko does not respond.
 */
export type IdentityRegistry = ShapeOf<typeof isIdentityRegistry>;
export const isIdentityRegistry = objectOf({
  coins: mapOf(isCoinIdentity),
  /** Source → its own id of a coin → the coin. */
  links: mapOf(mapOf(isIdentityLink)),
});

/** The registry while a build changes it. Maps, because an id may equal a property of `Object`. */
export interface OpenRegistry {
  coins: Map<string, CoinIdentity>;
  links: Map<string, Map<string, IdentityLink>>;
}

/** A copy that the build may change. */
export function openRegistry(registry: IdentityRegistry | undefined): OpenRegistry {
  const { coins = {}, links = {} } = registry ?? {};
  return {
    coins: new Map(Object.entries(coins)),
    links: new Map(Object.entries(links).map(([source, own]) => [source, new Map(Object.entries(own))])),
  };
}

/** The registry as the state keeps it. */
export function closeRegistry({ coins, links }: OpenRegistry): IdentityRegistry {
  return {
    coins: Object.fromEntries(coins),
    links: Object.fromEntries([...links].map(([source, own]) => [source, Object.fromEntries(own)])),
  };
}

/** Whether the dataset uses CoinGecko's ids, and so decides which coins exist. */
export function namesCoins({ ownIds }: Dataset<"coin">): boolean {
  return ownIds !== true;
}

/** Drops rows of earlier versions without the source's own id: their translation is unverified. */
export function keepOwnIds(datasets: readonly Dataset<"coin">[]): Dataset<"coin">[] {
  return datasets.flatMap((dataset) => {
    if (namesCoins(dataset)) return dataset;
    const records = dataset.records.filter(({ sourceId }) => sourceId !== undefined);
    return records.length === 0 ? [] : { ...dataset, records };
  });
}

/**
 * Tickers (upper-case) and names of a coin, the current ones first: a venue may still use an old
 * one.
 */
export function findCoinNames(registry: IdentityRegistry | undefined, coinId: string): CoinNames {
  const coin = registry !== undefined && Object.hasOwn(registry.coins, coinId) ? registry.coins[coinId] : undefined;
  if (coin === undefined) return { symbols: [], names: [] };
  return { symbols: [coin.symbol, ...coin.formerSymbols], names: [coin.name, ...coin.formerNames] };
}

interface CoinNames {
  symbols: readonly string[];
  names: readonly string[];
}

/** Adds a coin, or its new symbol and name. Confirms it for good unless it is provisional. */
export function noteCoin(registry: OpenRegistry, row: ReferenceCoin, provisional: boolean): void {
  const known = registry.coins.get(row.id);
  const { symbol, name } = row;
  registry.coins.set(row.id, {
    symbol,
    name,
    formerSymbols: noteFormer(known?.formerSymbols, known?.symbol, symbol),
    formerNames: noteFormer(known?.formerNames, known?.name, name),
    contracts: known?.contracts ?? {},
    supply: known?.supply ?? null,
    provisional: provisional && (known?.provisional ?? true),
  });
}

/** Keeps the newest supply of a coin, in coins; it is used while no list states one. */
export function noteSupply(
  { coins }: OpenRegistry,
  { id, circulatingSupply }: Pick<ReferenceCoin, "id" | "circulatingSupply">,
  timeMs: number | undefined,
): void {
  const known = coins.get(id);
  if (known === undefined || circulatingSupply === null || timeMs === undefined) return;
  if (timeMs <= (known.supply?.timeMs ?? 0)) return;
  coins.set(id, { ...known, supply: { circulating: circulatingSupply, timeMs } });
}

function noteFormer(former: string[] = [], last: string | undefined, current: string): string[] {
  if (last === undefined || last === current) return former;
  return [...former.filter((text) => text !== last && text !== current), last].slice(-LINK_RULES.formerKept);
}

/** Records the listed coins. A provisional one keeps its id by the link of its source's own id. */
export function noteListed(
  registry: OpenRegistry,
  source: string | undefined,
  provisional: readonly ReferenceCoin[],
  details: Iterable<CoinDetail>,
): void {
  const links = registry.links.get(source ?? "") ?? new Map<string, IdentityLink>();
  for (const row of provisional) {
    noteCoin(registry, row, true);
    if (source === undefined || row.sourceId === undefined) continue;
    const link = links.get(row.sourceId.id) ?? NEW_LINK;
    if (link.coinId === null) links.set(row.sourceId.id, { ...link, coinId: row.id });
    registry.links.set(source, links);
  }
  for (const { id, platforms } of details) {
    const known = registry.coins.get(id);
    if (known !== undefined && Object.keys(platforms).length > 0) {
      registry.coins.set(id, { ...known, contracts: platforms });
    }
  }
}

export const NEW_LINK: IdentityLink = { coinId: null, learned: false, candidate: null, contradictedSinceMs: null };

/** Only the contracts of a coin whose own page is not known; `null` without one. */
export function recallDetail({ coins }: OpenRegistry, id: string): CoinDetail | null {
  const platforms = coins.get(id)?.contracts ?? {};
  if (Object.keys(platforms).length === 0) return null;
  const unknown = { homepage: null, explorer: null, sourceCode: null, whitepaper: null, twitter: null, reddit: null };
  return { id, categories: [], ...unknown, platforms: { ...platforms }, genesisDate: null };
}

/** Strength of a translation: of two rows with one id, the stronger one wins. */
const DERIVED = 0;
const GIVEN = 1;
const LEARNED = 2;
const REVIEWED = 3;

interface Claim {
  record: ReferenceCoin;
  strength: number;
}

/**
 * The datasets with the ids of this site's coins. A derived id that belongs to another coin is
 * refused: the coin then gets its source's own id. A second row of the same coin is left out.
 */
export function translateIds(datasets: readonly Dataset<"coin">[], registry: OpenRegistry): readonly Dataset<"coin">[] {
  return datasets.map((dataset) =>
    namesCoins(dataset) ? dataset : { ...dataset, records: translateRecords(dataset, registry) },
  );
}

function translateRecords({ source, records }: Dataset<"coin">, registry: OpenRegistry): ReferenceCoin[] {
  const links = registry.links.get(source);
  const linked = new Map([...(links ?? [])].flatMap(([own, { coinId }]) => (coinId === null ? [] : [[coinId, own]])));
  const claims = records.map((record) => claimId(record, links?.get(record.sourceId?.id ?? ""), linked, registry));
  const winners = new Map<string, Claim>();
  const losers: ReferenceCoin[] = [];
  for (const claimed of claims) {
    const other = winners.get(claimed.record.id);
    const wins = other === undefined || isStronger(claimed, other);
    if (wins) winners.set(claimed.record.id, claimed);
    const loser = wins ? other : claimed;
    const winner = wins ? claimed : other;
    if (loser !== undefined && loser.record.symbol !== winner?.record.symbol) losers.push(loser.record);
  }
  for (const loser of losers) {
    const id = loser.sourceId?.id ?? loser.id;
    if (!winners.has(id)) winners.set(id, { record: withId(loser, id, false), strength: DERIVED });
  }
  return [...winners.values()].map(({ record }) => record);
}

function claimId(
  record: ReferenceCoin,
  link: IdentityLink | undefined,
  linked: ReadonlyMap<string, string>,
  registry: OpenRegistry,
): Claim {
  const { id, sourceId } = record;
  if (sourceId === undefined || sourceId.certain) return { record, strength: REVIEWED };
  if (link !== undefined && link.coinId !== null) {
    return { record: withId(record, link.coinId, link.learned), strength: link.learned ? LEARNED : GIVEN };
  }
  const owner = registry.coins.get(id);
  const isOther = owner !== undefined && !owner.provisional && !hasSymbol(owner, record.symbol);
  const isTaken = isOther || linked.has(id);
  return { record: isTaken ? withId(record, sourceId.id, false) : record, strength: DERIVED };
}

function hasSymbol({ symbol, formerSymbols }: CoinIdentity, wanted: string): boolean {
  return symbol === wanted || formerSymbols.includes(wanted);
}

function withId(record: ReferenceCoin, id: string, certain: boolean): ReferenceCoin {
  const own = record.sourceId?.id ?? record.id;
  return { ...record, id, sourceId: { id: own, certain } };
}

function isStronger(a: Claim, b: Claim): boolean {
  if (a.strength !== b.strength) return a.strength > b.strength;
  return (a.record.rank ?? Number.POSITIVE_INFINITY) < (b.record.rank ?? Number.POSITIVE_INFINITY);
}
