import { compareNames, isSameName, joinWords } from "./asset-name.ts";
import { type CodeException, findCodeException } from "./code-exception.ts";
import { IDENTITY_RULES } from "./identity-rules.ts";

/** A coin that a code may mean. */
export interface CoinCandidate {
  id: string;
  /** Upper-case. */
  symbol: string;
  /** Its present name, then former ones and the id. */
  names: readonly string[];
  /** Tickers (upper-case) that the coin had before. */
  formerSymbols?: readonly string[];
  /** The reference price; `null` where it is unknown or too old to compare with. */
  priceUsd: number | null;
  /**
   * Our own price of an earlier build; `null` where there is none, or none that is young enough.
   */
  ownUsd?: number | null;
  /** Present prices of other reference sources. */
  otherUsd?: readonly number[];
}

/** A venue's code with its price in USD, per unit of the code. */
export interface CodePrice {
  venue: string;
  code: string;
  priceUsd: number;
  /** The asset's name in the venue's listing; `null` where the venue gives none. */
  name: string | null;
}

/** A remembered coin id, with the asset's name in the listing where the venue gives one. */
export type KnownIdentity = string | { coinId: string; name: string };

/** Reasons why a code is no coin although a coin has its ticker. */
export const FAR_FROM_REFERENCE = "price far from the reference";
export const OTHER_NAME = "the exchange names another asset";

/** The coin of a code so far: a name elsewhere may still contradict it. */
export interface Accepted {
  coin: CoinCandidate;
  /** Its name says so, not only its price. */
  byName: boolean;
}

/** The venue names another asset than the coins with the ticker. */
export interface Contradicted {
  reason: typeof OTHER_NAME;
  contradicted: readonly CoinCandidate[];
}

export interface Refused {
  reason: string;
  /** The coin that it is by its past or its name, but for its price. */
  opposing: CoinCandidate | undefined;
  /** The one coin that it may mean, which neither its name nor its price confirms. */
  only: CoinCandidate | undefined;
}

/** What a code means by itself, without the prices of other venues. */
type Decision = Accepted | Contradicted | Refused;

/** A code after the exceptions, with the price of one coin. */
export interface ResolvedCode<Decided extends Decision = Decision> {
  price: CodePrice;
  units: number;
  unitPrice: number;
  /** An exception names the coin, so that the listing's name cannot veto it. */
  reviewed: boolean;
  decision: Decided;
}

interface Evidence {
  bySymbol: ReadonlyMap<string, readonly CoinCandidate[]>;
  byId: ReadonlyMap<string, CoinCandidate>;
  before: { coin: CoinCandidate; sameName: boolean } | undefined;
  /** Present name, see `joinWords` → its coins. */
  byName: ReadonlyMap<string, readonly CoinCandidate[]>;
}

/** States of earlier versions remember the coin id alone. */
export function readKnown(known: KnownIdentity | undefined): { coinId: string; name: string | null } | undefined {
  return typeof known === "string" ? { coinId: known, name: null } : known;
}

/** The coin that the code meant before. Another name in the listing makes it a new code. */
export function findBefore(
  { name }: CodePrice,
  known: ReturnType<typeof readKnown>,
  byId: Evidence["byId"],
): Evidence["before"] {
  const coin = known && byId.get(known.coinId);
  if (coin === undefined || known === undefined) return undefined;
  const sameName = name !== null && known.name !== null && isSameName(name, known.name);
  return name !== null && known.name !== null && !sameName ? undefined : { coin, sameName };
}

/** What the code means by itself, or the reason why it is no coin that is covered. */
export function resolveCode(price: CodePrice, evidence: Evidence): ResolvedCode | string {
  const { bySymbol, byId, before } = evidence;
  const exception = findCodeException(price.venue, price.code);
  if (exception !== undefined && "never" in exception) return `another asset: ${exception.never}`;
  const units = readUnits(exception);
  const unitPrice = price.priceUsd / units;
  const resolve = (candidates: readonly CoinCandidate[], reviewed: boolean): ResolvedCode => {
    const decision = decide({ price, unitPrice, candidates, reviewed, before });
    return { price, units, unitPrice, reviewed, decision };
  };
  if (exception !== undefined && "coin" in exception) {
    const coin = byId.get(exception.coin);
    return coin === undefined ? "its coin is not among those covered" : resolve([coin], true);
  }
  const named = bySymbol.get(exception !== undefined && "symbol" in exception ? exception.symbol : price.code) ?? [];
  const renamed = exception !== undefined && "also" in exception ? byId.get(exception.also) : undefined;
  const candidates = listCandidates(before?.coin, renamed, named);
  if (candidates.length > 0) return resolve(candidates, false);
  const namesake = findNamesake(price.name ?? "", unitPrice, evidence.byName);
  return namesake === undefined ? "no coin has this ticker" : resolve([namesake], false);
}

/** Each coin once, that of before first. Most codes have one coin, and a build has many codes. */
function listCandidates(
  before: CoinCandidate | undefined,
  renamed: CoinCandidate | undefined,
  named: readonly CoinCandidate[],
): readonly CoinCandidate[] {
  const isAlone = named.length === 1 && (before === undefined || before === named[0]);
  if (isAlone && renamed === undefined) return named;
  return [...new Set([before, renamed, ...named].filter((coin) => coin !== undefined))];
}

/**
 * The one coin with exactly this name, near two references: a venue that kept the ticker of before
 * a rename (NANO, now XNO) has the coin's name all the same.
 */
function findNamesake(name: string, unitPrice: number, byName: Evidence["byName"]): CoinCandidate | undefined {
  const [namesake, another] = name === "" ? [] : (byName.get(joinWords(name)) ?? []);
  return another === undefined && namesake !== undefined && isConfirmedTwice(unitPrice, namesake)
    ? namesake
    : undefined;
}

/** Coins per unit of the venue's code: 1000 for `1000SATS`. */
export function readUnits(exception: CodeException | undefined): number {
  return exception !== undefined && "units" in exception ? (exception.units ?? 1) : 1;
}

/** The coin of a code by names, its past and its price alone, without other venues. */
function decide(
  code: Omit<ResolvedCode, "units" | "decision"> & {
    candidates: readonly CoinCandidate[];
    before: Evidence["before"];
  },
): Decision {
  const { price, unitPrice, candidates, reviewed, before } = code;
  const { name } = price;
  const matching: CoinCandidate[] = [];
  const open: CoinCandidate[] = [];
  for (const coin of candidates) {
    // A renamed coin keeps its code while the code's own name is the same.
    const isVouched = before?.coin === coin && before.sameName;
    const verdict = name === null ? "unknown" : compareNames(name, [price.code, coin.symbol], coin.names);
    if (verdict === "matches") matching.push(coin);
    if (verdict !== "contradicts" || isVouched || reviewed) open.push(coin);
  }
  if (before !== undefined && open.includes(before.coin) && isStillPlausible(unitPrice, before.coin, before.sameName)) {
    const byName = before.sameName || matching.includes(before.coin);
    if (byName || !isPriceOfAnother(unitPrice, before.coin, open)) return { coin: before.coin, byName };
  }
  const pool = matching.length > 0 ? matching : open;
  if (pool.length === 0) return { reason: OTHER_NAME, contradicted: candidates };
  const nearest = findNearest(unitPrice, pool) ?? (pool.length === 1 ? pool[0] : undefined);
  const byName = matching.length > 0;
  if (nearest !== undefined && (isNearReference(unitPrice, nearest) || (byName && isConceivable(unitPrice, nearest)))) {
    return { coin: nearest, byName };
  }
  const confirmed = pool.find((coin) => isNearOtherReference(unitPrice, coin));
  if (confirmed !== undefined) return { coin: confirmed, byName };
  const past = before !== undefined && pool.includes(before.coin) ? before.coin : undefined;
  const only = past ?? nearest;
  const isOnly = only === past || candidates.length === 1;
  return {
    reason: explainRefusal(pool),
    opposing: past ?? (byName && pool.length === 1 ? nearest : undefined),
    only: isOnly && !byName ? only : undefined,
  };
}

/** Why none of these coins was accepted. */
export function explainRefusal(named: readonly CoinCandidate[]): string {
  return named.every(({ priceUsd }) => priceUsd === null) ? "no reference price" : FAR_FROM_REFERENCE;
}

/**
 * Whether a code can still be the same coin as before. The same name in the listing allows a sudden
 * move. Our own last price outweighs one reference, but not two that agree.
 */
function isStillPlausible(price: number, coin: CoinCandidate, sameName: boolean): boolean {
  const { priceUsd, ownUsd = null, otherUsd = [] } = coin;
  if (priceUsd === null && ownUsd === null && otherUsd.length === 0) return true;
  if (isNearReference(price, coin) || isNearOtherReference(price, coin)) return true;
  if (sameName && isConceivable(price, coin)) return true;
  return (
    isNearPrice(price, ownUsd, IDENTITY_RULES.near) &&
    !otherUsd.some((other) => isNearPrice(other, priceUsd, IDENTITY_RULES.near))
  );
}

/**
 * Whether the price is exactly that of another coin, and not that of the remembered one. One wrong
 * price of a venue is enough to take its code for another coin of the same ticker. Without a name
 * in the listing, only the price can show the mistake later.
 */
function isPriceOfAnother(price: number, remembered: CoinCandidate, coins: readonly CoinCandidate[]): boolean {
  const { agreement } = IDENTITY_RULES;
  const { priceUsd, ownUsd = null, otherUsd = [] } = remembered;
  if ([priceUsd, ownUsd, ...otherUsd].some((usd) => isNearPrice(price, usd, agreement))) return false;
  return coins.some((coin) => coin !== remembered && isNearPrice(price, coin.priceUsd, agreement));
}

/** Whether the price is that of the coin in the first reference. */
export function isNearReference(price: number, { priceUsd }: CoinCandidate): boolean {
  return isNearPrice(price, priceUsd, IDENTITY_RULES.near);
}

/** Whether the price is that of the coin in any further reference. */
function isNearOtherReference(price: number, { otherUsd = [] }: CoinCandidate): boolean {
  return otherUsd.some((other) => isNearPrice(price, other, IDENTITY_RULES.near));
}

/** Whether two references of the coin are near the price of a code that has only its name. */
function isConfirmedTwice(price: number, { priceUsd, otherUsd = [] }: CoinCandidate): boolean {
  const near = [priceUsd, ...otherUsd].filter((usd) => isNearPrice(price, usd, IDENTITY_RULES.namesake));
  return near.length >= 2;
}

/** Whether two prices differ by at most a share. An unknown price is near to nothing. */
export function isNearPrice(price: number, from: number | null, share: number): boolean {
  return from !== null && from > 0 && Math.abs(price / from - 1) <= share;
}

/**
 * Whether a coin with the right name may have this price: lists may be wrong, not by any factor.
 */
function isConceivable(price: number, { priceUsd }: CoinCandidate): boolean {
  return (
    priceUsd === null || (price <= priceUsd * IDENTITY_RULES.farthest && price >= priceUsd / IDENTITY_RULES.farthest)
  );
}

/** The coin whose reference price is nearest by factor; `undefined` if none has a price. */
function findNearest(price: number, candidates: readonly CoinCandidate[]): CoinCandidate | undefined {
  let nearest: CoinCandidate | undefined;
  let distance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    if (candidate.priceUsd === null || candidate.priceUsd <= 0) continue;
    const current = Math.abs(Math.log(price / candidate.priceUsd));
    if (current < distance) {
      nearest = candidate;
      distance = current;
    }
  }
  return nearest;
}
