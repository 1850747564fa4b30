import { groupBy, type ReadonlyTwoKeyMap, TwoKeyMap } from "../lib/collections.ts";
import { compareNames, isSameName } from "./asset-name.ts";
import { type CodeException, findCodeException } from "./code-exception.ts";
import {
  type CoinCandidate,
  findNearest,
  IDENTITY_RULES,
  isConceivable,
  isNearOtherReference,
  isNearPrice,
  isNearReference,
  isStillPlausible,
} from "./coin-candidate.ts";

/** A venue's code with its price in USD, per unit of the code. */
export interface CodePrice {
  venue: string;
  code: string;
  priceUsd: number;
  /** The asset's name in the venue's listing; `null` where the venue gives none. */
  name?: string | null;
}

interface IdentifiedCode {
  coinId: string;
  /** Coins per unit of the venue's code: 1000 for `1000SATS`. */
  units: number;
}

/** A remembered coin id, with the asset's name in the listing where the venue gives one. */
export type KnownIdentity = string | { coinId: string; name: string };

export interface Identification {
  find(venue: string, code: string): IdentifiedCode | undefined;
  /** The same for a code without a price in this run: its meaning in an earlier one. */
  recall(venue: string, code: string): IdentifiedCode | undefined;
  /** `venue:CODE` → identity of every code that was ever identified, for the next build. */
  known: Readonly<Record<string, KnownIdentity>>;
  /** By venue and code: why it means no coin. */
  unidentified: ReadonlyTwoKeyMap<string>;
  /** Coin ids that a venue traded until now, with a price there that is now too far off. */
  deserted: ReadonlySet<string>;
}

/** Reasons why a code is no coin although a coin has its ticker. */
export const FAR_FROM_REFERENCE = "price far from the reference";
export const OTHER_NAME = "the exchange names another asset";

/** A code after the exceptions, with the price of one coin and the coins that it may mean. */
interface ResolvedCode {
  price: CodePrice;
  units: number;
  unitPrice: number;
  candidates: readonly CoinCandidate[];
  /** An exception names the coin, so that the listing's name cannot veto it. */
  reviewed: boolean;
}

interface Evidence {
  bySymbol: ReadonlyMap<string, readonly CoinCandidate[]>;
  byId: ReadonlyMap<string, CoinCandidate>;
  before: { coin: CoinCandidate; sameName: boolean } | undefined;
}

type Decision = { coin: CoinCandidate; byName: boolean } | { reason: string; only: CoinCandidate | undefined };

/**
 * Identifies the coin of each venue's code. Exceptions name the coin or another ticker.
 * A code keeps its coin, found by id, while its name is the same and its price plausible. Otherwise
 * it is the nearest coin of the ticker within 30 % of a reference price. Further away, it needs a
 * second reference or a matching name: its own, or that of a venue with the same ticker at the same
 * price. A name that contradicts a coin is a veto, except against an exception that names the coin.
 */
export function identifyCodes(
  prices: readonly CodePrice[],
  candidates: readonly CoinCandidate[],
  known: Readonly<Record<string, KnownIdentity>>,
): Identification {
  const bySymbol = groupCandidates(candidates);
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const meaningBefore = new Map(Object.entries(known));
  const identified = new TwoKeyMap<IdentifiedCode>();
  const unidentified = new TwoKeyMap<string>();
  const learned: Record<string, KnownIdentity> = {};
  const undecided: (ResolvedCode & { only: CoinCandidate })[] = [];
  const namedPrices = new Map<string, number[]>();
  const deserted = new Set<string>();
  const accept = ({ price, units }: ResolvedCode, coinId: string): void => {
    const { venue, code, name = null } = price;
    identified.set(venue, code, { coinId, units });
    const before = readKnown(meaningBefore.get(`${venue}:${code}`));
    if (before?.coinId === coinId && (name === null || name === before.name)) return;
    learned[`${venue}:${code}`] = name === null ? coinId : { coinId, name };
  };
  for (const price of prices) {
    const { venue, code } = price;
    const before = findBefore(price, readKnown(meaningBefore.get(`${venue}:${code}`)), byId);
    const resolved = resolveCode(price, { bySymbol, byId, before });
    if (typeof resolved === "string") {
      unidentified.set(venue, code, resolved);
      continue;
    }
    const decision = decide(resolved, before);
    if ("reason" in decision && decision.reason === FAR_FROM_REFERENCE && before) deserted.add(before.coin.id);
    if ("coin" in decision) {
      accept(resolved, decision.coin.id);
      if (decision.byName) append(namedPrices, decision.coin.id, resolved.unitPrice);
    } else if (decision.only === undefined) unidentified.set(venue, code, decision.reason);
    else undecided.push({ ...resolved, only: decision.only });
  }
  for (const code of undecided) {
    const agrees = namedPrices
      .get(code.only.id)
      ?.some((named) => isNearPrice(code.unitPrice, named, IDENTITY_RULES.agreement));
    if (agrees === true) accept(code, code.only.id);
    else unidentified.set(code.price.venue, code.price.code, explainRefusal([code.only]));
  }
  return {
    find: (venue, code) => identified.get(venue, code),
    recall(venue, code) {
      const now = identified.get(venue, code);
      if (now !== undefined || unidentified.get(venue, code) !== undefined) return now;
      const before = readKnown(meaningBefore.get(`${venue}:${code}`));
      return before === undefined
        ? undefined
        : { coinId: before.coinId, units: readUnits(findCodeException(venue, code)) };
    },
    // Most builds learn nothing new, and copying tens of thousands of names is slow.
    known: Object.keys(learned).length === 0 ? known : { ...known, ...learned },
    unidentified,
    deserted,
  };
}

/** Ticker → its coins; those that had it before come last. */
function groupCandidates(candidates: readonly CoinCandidate[]): ReadonlyMap<string, readonly CoinCandidate[]> {
  const renamed = candidates.flatMap((coin) => (coin.formerSymbols ?? []).map((symbol) => ({ coin, symbol })));
  const current = candidates.map((coin) => ({ coin, symbol: coin.symbol }));
  const groups = groupBy([...current, ...renamed], ({ symbol }) => symbol);
  return new Map([...groups].map(([symbol, group]) => [symbol, group.map(({ coin }) => coin)]));
}

/** States of earlier versions remember the coin id alone. */
function readKnown(known: KnownIdentity | undefined): { coinId: string; name: string | null } | undefined {
  return typeof known === "string" ? { coinId: known, name: null } : known;
}

/** The coin that the code meant before. Another name in the listing makes it a new code. */
function findBefore(
  { name = null }: CodePrice,
  known: ReturnType<typeof readKnown>,
  byId: Evidence["byId"],
): Evidence["before"] {
  const coin = known && byId.get(known.coinId);
  if (coin === undefined || known === undefined) return undefined;
  const sameName = name !== null && known.name !== null && isSameName(name, known.name);
  return name !== null && known.name !== null && !sameName ? undefined : { coin, sameName };
}

/** The coins that the code may mean, or the reason why there is none. */
function resolveCode(price: CodePrice, { bySymbol, byId, before }: Evidence): ResolvedCode | string {
  const exception = findCodeException(price.venue, price.code);
  if (exception !== undefined && "never" in exception) return `another asset: ${exception.never}`;
  const units = readUnits(exception);
  const resolved = { price, units, unitPrice: price.priceUsd / units };
  if (exception !== undefined && "coin" in exception) {
    const coin = byId.get(exception.coin);
    return coin === undefined
      ? "its coin is not among those covered"
      : { ...resolved, candidates: [coin], reviewed: true };
  }
  const named = bySymbol.get(exception !== undefined && "symbol" in exception ? exception.symbol : price.code) ?? [];
  const renamed = exception !== undefined && "also" in exception ? byId.get(exception.also) : undefined;
  const candidates = new Set([before?.coin, renamed, ...named].filter((coin) => coin !== undefined));
  return candidates.size === 0
    ? "no coin has this ticker"
    : { ...resolved, candidates: [...candidates], reviewed: false };
}

function readUnits(exception: CodeException | undefined): number {
  return exception !== undefined && "units" in exception ? (exception.units ?? 1) : 1;
}

function decide({ price, unitPrice, candidates, reviewed }: ResolvedCode, before: Evidence["before"]): Decision {
  const { code, name = null } = price;
  const matching: CoinCandidate[] = [];
  const open: CoinCandidate[] = [];
  for (const coin of candidates) {
    // A renamed coin keeps its code while the code's own name is the same.
    const isVouched = before?.coin === coin && before.sameName;
    const verdict = name === null ? "unknown" : compareNames(name, [code, coin.symbol], coin.names);
    if (verdict === "matches") matching.push(coin);
    if (verdict !== "contradicts" || isVouched || reviewed) open.push(coin);
  }
  if (before !== undefined && open.includes(before.coin) && isStillPlausible(unitPrice, before.coin, before.sameName)) {
    return { coin: before.coin, byName: before.sameName || matching.includes(before.coin) };
  }
  const pool = matching.length > 0 ? matching : open;
  if (pool.length === 0) return { reason: OTHER_NAME, only: undefined };
  const nearest = findNearest(unitPrice, pool) ?? (pool.length === 1 ? pool[0] : undefined);
  const byName = matching.length > 0;
  if (nearest !== undefined && (isNearReference(unitPrice, nearest) || (byName && isConceivable(unitPrice, nearest)))) {
    return { coin: nearest, byName };
  }
  const confirmed = pool.find((coin) => isNearOtherReference(unitPrice, coin));
  if (confirmed !== undefined) return { coin: confirmed, byName };
  const only = before !== undefined && pool.includes(before.coin) ? before.coin : nearest;
  const isOnly = only === before?.coin || candidates.length === 1;
  return { reason: explainRefusal(pool), only: isOnly && !byName ? only : undefined };
}

function append(prices: Map<string, number[]>, coinId: string, price: number): void {
  const known = prices.get(coinId);
  if (known === undefined) prices.set(coinId, [price]);
  else known.push(price);
}

function explainRefusal(named: readonly CoinCandidate[]): string {
  return named.every(({ priceUsd }) => priceUsd === null) ? "no reference price" : FAR_FROM_REFERENCE;
}
