import { groupBy } from "../lib/group-by.ts";
import { type ReadonlyTwoKeyMap, TwoKeyMap } from "../lib/two-key-map.ts";
import { CONTESTED_CODES, findCodeException } from "./code-exception.ts";

/** A venue's code with its price in USD, per unit of the code. */
export interface CodePrice {
  venue: string;
  code: string;
  priceUsd: number;
}

/** A coin that a code may mean. */
export interface CoinCandidate {
  id: string;
  /** Upper-case. */
  symbol: string;
  /** The reference price; `null` where it is unknown or too old to compare with. */
  priceUsd: number | null;
  /** Our own price of an earlier build; `null` where there is none, or none that is young enough. */
  ownUsd?: number | null;
  /** What other reference sources say now. */
  otherUsd?: readonly number[];
}

export interface IdentifiedCode {
  coinId: string;
  /** Coins per unit of the venue's code: 1000 for `1000SATS`. */
  units: number;
}

export interface Identification {
  find(venue: string, code: string): IdentifiedCode | undefined;
  /** What a code means of which this run had no price: what it meant in an earlier one. */
  recall(venue: string, code: string): IdentifiedCode | undefined;
  /** `venue:CODE` → coin id of every code that was ever identified: the state of the next build. */
  known: Readonly<Record<string, string>>;
  /** By venue and code: why it means no coin. */
  unidentified: ReadonlyTwoKeyMap<string>;
  /** Those of them, with the coin of that ticker, whose agreement contradicts the coin's reference price: one of the two is wrong. */
  contradicting: ReadonlyTwoKeyMap<IdentifiedCode>;
}

/** Why a code is no coin although one has its ticker. */
export const FAR_FROM_REFERENCE = "price far from the reference";

/** Largest distance from the reference price, as a share of it, rule 5.4. */
const NEAR = 0.3;
/** Venues that agree this well with each other outvote a reference price that is off, where only one coin has the ticker … */
const AGREEMENT = 0.03;
/** … and whose reference price is not off by more than this factor: beyond, it is another asset of that ticker. */
const FARTHEST = 3;
/** Venues that agree this well are a witness against a reference price: beyond any factor, where something else vouches for theirs. */
const WITNESSES = 3;

/** A code after the venue's own renames, with the price of one coin. */
interface ResolvedCode {
  venue: string;
  code: string;
  symbol: string;
  units: number;
  unitPrice: number;
}

/**
 * Decides which coin each venue's code means (rule 5.4 of the methodology): the curated exceptions first; then the coin
 * of that ticker whose reference price is nearest, if it is within 30 %; then, where one coin alone has the ticker, the agreement
 * of two venues, or beyond a factor of 3 that of three which our own last price or another reference confirms. What was decided before
 * stays as long as it is near the reference or our own last price. Anything else means no coin.
 */
export function identifyCodes(
  prices: readonly CodePrice[],
  candidates: readonly CoinCandidate[],
  known: Readonly<Record<string, string>>,
): Identification {
  const bySymbol = groupBy(candidates, ({ symbol }) => symbol);
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const findPeers = rememberPeers(prices);
  const identified = new TwoKeyMap<IdentifiedCode>();
  const unidentified = new TwoKeyMap<string>();
  const meaningBefore = new Map(Object.entries(known));
  const learned: Record<string, string> = {};
  const far: ResolvedCode[] = [];
  for (const price of prices) {
    const { venue, code } = price;
    const name = `${venue}:${code}`;
    const before = meaningBefore.get(name);
    const resolved = resolveCode(price);
    const decision = decide(price, resolved, { bySymbol, byId, findPeers, before });
    if (typeof decision === "string") {
      unidentified.set(venue, code, decision);
      if (resolved !== undefined && decision === FAR_FROM_REFERENCE) far.push(resolved);
    } else {
      identified.set(venue, code, decision);
      if (before !== decision.coinId) learned[name] = decision.coinId;
    }
  }
  return {
    find: (venue, code) => identified.get(venue, code),
    recall(venue, code) {
      const now = identified.get(venue, code);
      if (now !== undefined || unidentified.get(venue, code) !== undefined) return now;
      const coinId = meaningBefore.get(`${venue}:${code}`);
      if (coinId === undefined) return undefined;
      const exception = findCodeException(venue, code);
      return { coinId, units: exception !== undefined && "units" in exception ? (exception.units ?? 1) : 1 };
    },
    // Most builds learn nothing new, and a copy of tens of thousands of names has its price.
    known: Object.keys(learned).length === 0 ? known : { ...known, ...learned },
    unidentified,
    contradicting: findContradicting(bySymbol, far, identified),
  };
}

interface Evidence {
  bySymbol: ReadonlyMap<string, readonly CoinCandidate[]>;
  byId: ReadonlyMap<string, CoinCandidate>;
  /** All codes of this run that spell this. */
  findPeers(symbol: string): readonly ResolvedCode[];
  /** The id that the code meant before. */
  before: string | undefined;
}

/** The coin, or the reason why there is none. */
function decide(
  price: CodePrice,
  code: ResolvedCode | undefined,
  { bySymbol, byId, findPeers, before }: Evidence,
): IdentifiedCode | string {
  const exception = findCodeException(price.venue, price.code);
  if (exception !== undefined && "never" in exception) return `another asset: ${exception.never}`;
  if (exception !== undefined && "coin" in exception) {
    const coin = byId.get(exception.coin);
    if (coin === undefined) return "its coin is not among those covered";
    const { units = 1 } = exception;
    const unitPrice = price.priceUsd / units;
    const stays = coin.id === before && isNearOwn(unitPrice, coin);
    return stays || isNear(unitPrice, coin) ? { coinId: coin.id, units } : explainRefusal([coin]);
  }
  const named = code === undefined ? undefined : bySymbol.get(code.symbol);
  if (code === undefined || named === undefined) return "no coin has this ticker";
  const { units, unitPrice } = code;
  const same = named.find(({ id }) => id === before);
  if (same !== undefined && (isNear(unitPrice, same) || isNearOwn(unitPrice, same))) return { coinId: same.id, units };
  const nearest = findNearest(unitPrice, named);
  if (nearest !== undefined && isNear(unitPrice, nearest)) return { coinId: nearest.id, units };
  const only = named.length === 1 ? named[0] : undefined;
  if (only === undefined || CONTESTED_CODES.has(code.symbol)) return explainRefusal(named);
  const venues = countAgreeing(code, findPeers(code.symbol));
  const agreed = venues >= 2 && isConceivable(unitPrice, only);
  const confirmed = venues >= WITNESSES && isConfirmed(unitPrice, only);
  return agreed || confirmed ? { coinId: only.id, units } : explainRefusal(named);
}

/** Per ticker: codes that nobody could identify, three venues at one price, where the first coin of the ticker has no book at all. */
function findContradicting(
  bySymbol: ReadonlyMap<string, readonly CoinCandidate[]>,
  far: readonly ResolvedCode[],
  identified: ReadonlyTwoKeyMap<IdentifiedCode>,
): ReadonlyTwoKeyMap<IdentifiedCode> {
  const contradicting = new TwoKeyMap<IdentifiedCode>();
  if (far.length === 0) return contradicting;
  const traded = new Set(identified.values().map(({ coinId }) => coinId));
  for (const [symbol, strange] of groupBy(far, (code) => code.symbol)) {
    const coin = bySymbol.get(symbol)?.[0];
    if (coin === undefined || coin.priceUsd === null || traded.has(coin.id) || CONTESTED_CODES.has(symbol)) continue;
    for (const code of strange) {
      if (countAgreeing(code, strange) < WITNESSES) continue;
      contradicting.set(code.venue, code.code, { coinId: coin.id, units: code.units });
    }
  }
  return contradicting;
}

/** Few codes need to know what others spell the same, so that is only found out when one does. */
function rememberPeers(prices: readonly CodePrice[]): Evidence["findPeers"] {
  let peers: ReadonlyMap<string, readonly ResolvedCode[]> | undefined;
  return (symbol) => {
    peers ??= groupBy(
      prices.flatMap((price) => resolveCode(price) ?? []),
      (code) => code.symbol,
    );
    return peers.get(symbol) ?? [];
  };
}

/** `undefined` for a code that stands for a certain coin or for none, and so says nothing about a ticker. */
function resolveCode({ venue, code, priceUsd }: CodePrice): ResolvedCode | undefined {
  const exception = findCodeException(venue, code);
  if (exception !== undefined && !("symbol" in exception)) return undefined;
  const units = exception?.units ?? 1;
  return { venue, code, symbol: exception?.symbol ?? code, units, unitPrice: priceUsd / units };
}

function explainRefusal(named: readonly CoinCandidate[]): string {
  return named.every(({ priceUsd }) => priceUsd === null) ? "no reference price" : FAR_FROM_REFERENCE;
}

function isNear(price: number, { priceUsd }: CoinCandidate): boolean {
  return isWithin(price, priceUsd, NEAR);
}

/** A reference that moved away from all venues between two builds says less than where the coin was an hour ago. */
function isNearOwn(price: number, { ownUsd = null }: CoinCandidate): boolean {
  return isWithin(price, ownUsd, NEAR);
}

function isConfirmed(price: number, candidate: CoinCandidate): boolean {
  return isNearOwn(price, candidate) || (candidate.otherUsd?.some((other) => isWithin(price, other, NEAR)) ?? false);
}

function isWithin(price: number, from: number | null, share: number): boolean {
  return from !== null && from > 0 && Math.abs(price / from - 1) <= share;
}

function isConceivable(price: number, { priceUsd }: CoinCandidate): boolean {
  return priceUsd === null || (price <= priceUsd * FARTHEST && price >= priceUsd / FARTHEST);
}

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

/** Venues that sell something at this price under the ticker, its own included. */
function countAgreeing({ venue, unitPrice }: ResolvedCode, peers: readonly ResolvedCode[]): number {
  const agreeing = new Set([venue]);
  for (const peer of peers) {
    if (isWithin(peer.unitPrice, unitPrice, AGREEMENT)) agreeing.add(peer.venue);
  }
  return agreeing.size;
}
