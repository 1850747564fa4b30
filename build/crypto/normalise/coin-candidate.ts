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

/** Which coin a venue's code means. */
export const IDENTITY_RULES = {
  /** Largest distance (share) from a reference price. */
  near: 0.3,
  /** Largest factor from it where the name matches: beyond, the unit may be another one. */
  farthest: 3,
  /** Venues this near (share) trade the same asset. Agreement does not say which one. */
  agreement: 0.03,
  /** Venues without names that trade a ticker at one price far from the lists may be right. */
  manyVenues: 6,
  /** A name that contradicts a coin also counts for venues without names this near (share), … */
  sameAsset: 0.02,
  /** … but one venue's name not against this many others: its listing may be wrong. */
  others: 3,
  /** A venue that contradicts this many coins … */
  manyContradictions: 5,
  /** … and this share of those it names has useless names. Recorded listings contradict 2 %. */
  contradictedShare: 0.1,
  /** A coin found by its name alone lies this near (share) to two references. */
  namesake: 0.1,
} as const;

/**
 * Whether a code can still be the same coin as before. The same name in the listing allows a sudden
 * move. Our own last price outweighs one reference, but not two that agree.
 */
export function isStillPlausible(price: number, coin: CoinCandidate, sameName: boolean): boolean {
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
export function isPriceOfAnother(price: number, remembered: CoinCandidate, coins: readonly CoinCandidate[]): boolean {
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
export function isNearOtherReference(price: number, { otherUsd = [] }: CoinCandidate): boolean {
  return otherUsd.some((other) => isNearPrice(price, other, IDENTITY_RULES.near));
}

/** Whether two references of the coin are near the price of a code that has only its name. */
export function isConfirmedTwice(price: number, { priceUsd, otherUsd = [] }: CoinCandidate): boolean {
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
export function isConceivable(price: number, { priceUsd }: CoinCandidate): boolean {
  return (
    priceUsd === null || (price <= priceUsd * IDENTITY_RULES.farthest && price >= priceUsd / IDENTITY_RULES.farthest)
  );
}

/** The coin whose reference price is nearest by factor; `undefined` if none has a price. */
export function findNearest(price: number, candidates: readonly CoinCandidate[]): CoinCandidate | undefined {
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
