import type { Ticker } from "./record.ts";

/**
 * How far a day's average price may lie outside of the range between its open and its last price. In 2,700 recorded books of four venues
 * none is outside by 1.5; exchanged units are off by the square of the price, so that what goes unnoticed is off by 1.4 at most.
 */
const MAX_FACTOR = 2;

/**
 * May these volumes belong to this price? Where a book tells both, quote over base is the day's average price: base and quote exchanged,
 * or one given for the other, make something else of it. True where there is nothing to compare.
 */
export function acceptVolumes({ last, open24h, baseVolume, quoteVolume }: Ticker): boolean {
  if (baseVolume === null || quoteVolume === null || baseVolume <= 0 || quoteVolume <= 0 || last <= 0) return true;
  const average = quoteVolume / baseVolume;
  const open = open24h !== null && open24h > 0 ? open24h : last;
  return average <= Math.max(last, open) * MAX_FACTOR && average >= Math.min(last, open) / MAX_FACTOR;
}
