/** Percent; beyond, a change comes from a division by almost nothing. */
const MAX_PERCENTAGE = 1e6;
/** More than all money on earth: USD amounts above are a unit error of the upstream. */
const MAX_USD = 1e15;
/** Dearest sane price of one unit in any quote currency (a bitcoin in a weak currency is 1e15 at most). */
const MAX_PRICE = 1e18;
/** Cheapest one: a coin of 1e-12 USD is 1e-17 BTC. Far below, products lose their digits. */
const MIN_PRICE = 1e-30;
/** Coins; the largest supplies of real ones are a few times 1e18. Times the dearest price it is still a finite number. */
const MAX_AMOUNT = 1e30;
/** An upstream clock may run ahead by this much before its times are held to be wrong. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;

/** May this be the price of something that trades? Zero is not a price. */
export function acceptPrice(price: number): boolean {
  return price >= MIN_PRICE && price <= MAX_PRICE;
}

/** May this be an amount of coins or units? */
export function acceptAmount(amount: number): boolean {
  return amount >= 0 && amount <= MAX_AMOUNT;
}

/** May this be an amount in USD? */
export function acceptUsd(amount: number): boolean {
  return amount >= 0 && amount <= MAX_USD;
}

/** May this be a time of observation (unix milliseconds)? The future is not. */
export function acceptTime(timeMs: number, now: number): boolean {
  return timeMs > 0 && timeMs <= now + CLOCK_TOLERANCE_MS;
}

/** An extra as it may be used: the implausible is unknown, and costs no more than itself. */
export function keepPrice(price: number | null): number | null {
  return price !== null && acceptPrice(price) ? price : null;
}

export function keepUsd(amount: number | null): number | null {
  return amount !== null && acceptUsd(amount) ? amount : null;
}

/** A market cap; zero stands for unknown. */
export function keepCap(amount: number | null): number | null {
  return amount === 0 ? null : keepUsd(amount);
}

export function keepSupply(supply: number | null): number | null {
  return supply !== null && supply > 0 && acceptAmount(supply) ? supply : null;
}

/** A difference in USD, of either sign. */
export function keepDifference(difference: number | null): number | null {
  return difference !== null && Math.abs(difference) <= MAX_PRICE ? difference : null;
}

export function keepPercentage(percentage: number | null): number | null {
  return percentage !== null && percentage >= -100 && percentage <= MAX_PERCENTAGE ? percentage : null;
}

export function keepTime(timeMs: number | null, now: number): number | null {
  return timeMs !== null && acceptTime(timeMs, now) ? timeMs : null;
}

/** A place in a ranking, from 1. */
export function keepRank(rank: number | null): number | null {
  return rank !== null && Number.isSafeInteger(rank) && rank > 0 ? rank : null;
}
