import { groupBy } from "../../../lib/collections.ts";
import { DAY_MS } from "../../../lib/time.ts";
import { compareNames, isSameName } from "../../normalise/asset-name.ts";
import type { Dataset, ReferenceCoin } from "../../normalise/record.ts";
import { LINK_RULES } from "../rules/coins.ts";
import { type IdentityLink, NEW_LINK, namesCoins, noteCoin, type OpenRegistry } from "./identity-registry.ts";

interface Sides {
  coins: ReadonlyMap<string, ReferenceCoin>;
  coinsBySymbol: ReadonlyMap<string, readonly ReferenceCoin[]>;
  rowsBySymbol: ReadonlyMap<string, readonly ReferenceCoin[]>;
  registry: OpenRegistry;
  now: number;
}

/**
 * Updates the registry from the sources. A link is learned while CoinGecko and another source
 * respond in the same build: one coin and one row of a ticker have the same price, and their
 * names, market caps or ids agree too. A provisional coin moves as soon as ticker, price and name
 * agree; a link that would change other coins waits until it is learned. Returns the replaced
 * provisional ids with their new ids.
 */
export function learnIdentities(
  registry: OpenRegistry,
  datasets: readonly Dataset<"coin">[],
  now: number,
): ReadonlyMap<string, string> {
  const naming = datasets.filter(namesCoins);
  const moves = new Map<string, string>();
  const answered = naming.filter(({ stale }) => !stale).flatMap(({ records }) => records);
  if (answered.length > 0) {
    const coins = new Map(answered.map((coin) => [coin.id, coin]));
    const given = listGiven(registry);
    const coinsBySymbol = groupBy(answered, ({ symbol }) => symbol);
    for (const dataset of datasets) {
      if (dataset.stale || namesCoins(dataset)) continue;
      const rowsBySymbol = groupBy(dataset.records, ({ symbol }) => symbol);
      learnLinks(dataset, { coins, coinsBySymbol, rowsBySymbol, registry, now }, moves);
    }
    moveGiven(given, registry, coins, moves);
    moveRecords(registry, moves);
  }
  for (const { records } of naming) for (const coin of records) noteCoin(registry, coin, false);
  return moves;
}

function learnLinks({ source, records }: Dataset<"coin">, sides: Sides, moves: Map<string, string>): void {
  const { registry } = sides;
  const links = registry.links.get(source) ?? new Map<string, IdentityLink>();
  registry.links.set(source, links);
  for (const row of records) {
    const own = row.sourceId?.id;
    if (own === undefined) continue;
    const before = links.get(own);
    const match = findMatch(row, sides);
    const link = updateLink(before ?? NEW_LINK, match, row, sides);
    if (link !== before && link !== NEW_LINK) links.set(own, link);
    const given = before?.coinId ?? null;
    const isProvisional = given !== null && registry.coins.get(given)?.provisional === true;
    if (isProvisional && link.coinId !== given && link.coinId !== null) moves.set(given, link.coinId);
  }
}

/** The one coin with the row's ticker and price, if nothing else has them and more agrees. */
function findMatch(row: ReferenceCoin, sides: Sides): { coinId: string; sameName: boolean } | undefined {
  const isSame = (a: ReferenceCoin, b: ReferenceCoin) => isAtMost(comparePrices(a, b, sides.now), LINK_RULES.samePrice);
  const found = (sides.coinsBySymbol.get(row.symbol) ?? []).filter((coin) => isSame(coin, row));
  const coin = found[0];
  if (coin === undefined || found.length > 1) return undefined;
  if ((sides.rowsBySymbol.get(row.symbol) ?? []).filter((other) => isSame(other, row)).length > 1) return undefined;
  const sameName = isSameName(coin.name, row.name);
  if (sameName) return { coinId: coin.id, sameName };
  const former = sides.registry.coins.get(coin.id)?.formerNames ?? [];
  if (compareNames(row.name, [row.symbol], [coin.name, ...former, coin.id]) === "contradicts") return undefined;
  const sameCap = isAtMost(measureDistance(coin.marketCapUsd, row.marketCapUsd), LINK_RULES.sameCap);
  return sameCap || coin.id === row.id ? { coinId: coin.id, sameName } : undefined;
}

function updateLink(
  link: IdentityLink,
  match: { coinId: string; sameName: boolean } | undefined,
  row: ReferenceCoin,
  { coins, registry, now }: Sides,
): IdentityLink {
  const candidate = match === undefined ? link.candidate : countBuild(link.candidate, match.coinId, now);
  if (link.learned && link.coinId !== null) {
    if (match?.coinId === link.coinId) return { ...link, candidate: null, contradictedSinceMs: null };
    const coin = coins.get(link.coinId);
    const distance = coin === undefined ? null : comparePrices(coin, row, now);
    const isContradicted = match !== undefined || (distance !== null && !isAtMost(distance, LINK_RULES.otherPrice));
    if (!isContradicted)
      return isAtMost(distance, LINK_RULES.samePrice) ? { ...link, contradictedSinceMs: null } : link;
    const contradictedSinceMs = link.contradictedSinceMs ?? now;
    if (now - contradictedSinceMs < LINK_RULES.contradictedMs) return { ...link, candidate, contradictedSinceMs };
    return { ...NEW_LINK, candidate };
  }
  if (match === undefined) return link;
  const day = Math.floor(now / DAY_MS);
  if (candidate !== null && candidate.builds >= LINK_RULES.builds && candidate.firstDay !== day) {
    return { ...NEW_LINK, coinId: match.coinId, learned: true };
  }
  const isGiven = link.coinId !== null && registry.coins.get(link.coinId)?.provisional === true;
  return { ...link, candidate, coinId: isGiven && match.sameName ? match.coinId : link.coinId };
}

function countBuild(before: IdentityLink["candidate"], coinId: string, now: number): IdentityLink["candidate"] {
  if (before?.coinId === coinId) return { ...before, builds: before.builds + 1 };
  return { coinId, builds: 1, firstDay: Math.floor(now / DAY_MS) };
}

/** Links by which a source's row was given a provisional id. */
function listGiven({ coins, links }: OpenRegistry) {
  return [...links.values()].flatMap((ofSource) =>
    [...ofSource].flatMap(([own, { coinId, learned }]) =>
      coinId !== null && !learned && coins.get(coinId)?.provisional === true ? { links: ofSource, own, coinId } : [],
    ),
  );
}

/**
 * Rows with a provisional id follow a coin that was replaced. Where CoinGecko gives the id to
 * another coin, the row gets its source's own id.
 */
function moveGiven(
  given: ReturnType<typeof listGiven>,
  registry: OpenRegistry,
  coins: ReadonlyMap<string, ReferenceCoin>,
  moves: Map<string, string>,
): void {
  const gaveWay = new Map(moves);
  for (const { links, own, coinId } of given) {
    const link = links.get(own);
    if (link === undefined || link.learned || link.coinId !== coinId) continue;
    const to = gaveWay.get(coinId) ?? (isOthers(coinId, registry, coins) ? own : coinId);
    if (to === coinId) continue;
    links.set(own, { ...link, coinId: to });
    if (!moves.has(coinId)) moves.set(coinId, to);
  }
}

function isOthers(id: string, { coins: known }: OpenRegistry, coins: ReadonlyMap<string, ReferenceCoin>): boolean {
  const ours = known.get(id);
  const theirs = coins.get(id);
  if (ours === undefined || theirs === undefined) return false;
  return ours.symbol !== theirs.symbol && !isSameName(ours.name, theirs.name);
}

/** Before CoinGecko's coins are recorded: one that takes over an id has a new record. */
function moveRecords({ coins }: OpenRegistry, moves: ReadonlyMap<string, string>): void {
  const moved = [...moves].map(([from, to]) => [to, coins.get(from)] as const);
  for (const from of moves.keys()) coins.delete(from);
  for (const [to, record] of moved) if (record !== undefined && !coins.has(to)) coins.set(to, record);
}

function comparePrices(a: ReferenceCoin, b: ReferenceCoin, now: number): number | null {
  const isOld = ({ updatedAtMs }: ReferenceCoin) => updatedAtMs !== null && now - updatedAtMs > LINK_RULES.maxAgeMs;
  return isOld(a) || isOld(b) ? null : measureDistance(a.priceUsd, b.priceUsd);
}

/** The larger over the smaller, less one; `null` where one is unknown. */
function measureDistance(a: number | null, b: number | null): number | null {
  return a === null || b === null || a <= 0 || b <= 0 ? null : Math.max(a, b) / Math.min(a, b) - 1;
}

function isAtMost(distance: number | null, share: number): boolean {
  return distance !== null && distance <= share;
}
