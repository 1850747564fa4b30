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
}

export interface IdentifiedCode {
  coinId: string;
  /** Coins per unit of the venue's code: 1000 for `1000SATS`. */
  units: number;
}

export interface Identification {
  find(venue: string, code: string): IdentifiedCode | undefined;
  /** `venue:CODE` → coin id of every code that was identified now: the state of the next build. */
  known: Record<string, string>;
  /** `venue:CODE` → why it means no coin. */
  unidentified: ReadonlyMap<string, string>;
}

/** Largest distance from the reference price, as a share of it, rule 5.4. */
const NEAR = 0.3;
/** Venues that agree this well with each other outvote a reference price that is off, where only one coin has the ticker. */
const AGREEMENT = 0.03;

/**
 * Decides which coin each venue's code means (rule 5.4 of the methodology): the curated exceptions first; then the coin
 * of that ticker whose reference price is nearest, if it is within 30 %; then, where one coin alone has the ticker, the agreement
 * of two venues. What was decided before stays as long as it is still plausible. Anything else means no coin.
 */
export function identifyCodes(
  prices: readonly CodePrice[],
  candidates: readonly CoinCandidate[],
  known: Readonly<Record<string, string>>,
): Identification {
  const bySymbol = groupBySymbol(candidates);
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const peers = groupByCode(prices);
  const identified = new Map<string, IdentifiedCode>();
  const unidentified = new Map<string, string>();

  const decide = ({ venue, code, priceUsd }: CodePrice): IdentifiedCode | string => {
    const exception = findCodeException(venue, code);
    if (exception !== undefined && "never" in exception) return `another asset: ${exception.never}`;
    const units = exception?.units ?? 1;
    const unitPrice = priceUsd / units;
    if (exception !== undefined && "coin" in exception) {
      const coin = byId.get(exception.coin);
      if (coin === undefined) return "its coin is not among those covered";
      return isNear(unitPrice, coin.priceUsd, NEAR) ? { coinId: coin.id, units } : "price far from the reference";
    }
    const symbol = exception?.symbol ?? code;
    const named = bySymbol.get(symbol);
    if (named === undefined) return "no coin has this ticker";
    const before = named.find((candidate) => candidate.id === known[`${venue}:${code}`]);
    if (before !== undefined && isNear(unitPrice, before.priceUsd, NEAR)) return { coinId: before.id, units };
    const nearest = findNearest(unitPrice, named);
    if (nearest !== undefined && isNear(unitPrice, nearest.priceUsd, NEAR)) return { coinId: nearest.id, units };
    const only = named.length === 1 ? named[0] : undefined;
    if (only !== undefined && !CONTESTED_CODES.has(code) && agrees(venue, priceUsd, peers.get(code)))
      return { coinId: only.id, units };
    return named.every((candidate) => candidate.priceUsd === null)
      ? "no reference price"
      : "price far from the reference";
  };

  const nextKnown: Record<string, string> = {};
  for (const price of prices) {
    const name = `${price.venue}:${price.code}`;
    const decision = decide(price);
    if (typeof decision === "string") {
      unidentified.set(name, decision);
    } else {
      identified.set(name, decision);
      nextKnown[name] = decision.coinId;
    }
  }
  return { find: (venue, code) => identified.get(`${venue}:${code}`), known: { ...known, ...nextKnown }, unidentified };
}

function groupBySymbol(candidates: readonly CoinCandidate[]): Map<string, CoinCandidate[]> {
  const groups = new Map<string, CoinCandidate[]>();
  for (const candidate of candidates) {
    const group = groups.get(candidate.symbol);
    if (group === undefined) groups.set(candidate.symbol, [candidate]);
    else group.push(candidate);
  }
  return groups;
}

function groupByCode(prices: readonly CodePrice[]): Map<string, CodePrice[]> {
  const groups = new Map<string, CodePrice[]>();
  for (const price of prices) {
    // A venue where the code is an exception says nothing about what it means elsewhere.
    if (findCodeException(price.venue, price.code) !== undefined) continue;
    const group = groups.get(price.code);
    if (group === undefined) groups.set(price.code, [price]);
    else group.push(price);
  }
  return groups;
}

function isNear(price: number, reference: number | null, share: number): boolean {
  return reference !== null && reference > 0 && Math.abs(price / reference - 1) <= share;
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

function agrees(venue: string, price: number, peers: readonly CodePrice[] | undefined): boolean {
  return peers?.some((peer) => peer.venue !== venue && Math.abs(peer.priceUsd / price - 1) <= AGREEMENT) ?? false;
}
