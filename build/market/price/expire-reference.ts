import { DAY_MS } from "../../lib/time.ts";
import type { ReferenceCoin } from "../../normalise/record.ts";

/** The highest and lowest price of a day are not those of now after so many cadences of the source … */
const DAY_RANGE_IN_CADENCES = 3;
/** … and no number that follows from a price is worth publishing after this (rule 5.8). */
const PRICE_MS = DAY_MS;

/**
 * What is left of a coin of a list that is not answered any more: who it is, its supply and its extremes last, its price a day,
 * the range of its day three cadences. A price without a time is as old as can be.
 */
export function expireReference(coin: ReferenceCoin, now: number, cadenceMs: number): ReferenceCoin {
  const ageMs = now - (coin.updatedAtMs ?? 0);
  if (ageMs <= DAY_RANGE_IN_CADENCES * cadenceMs) return coin;
  const ranged = { ...coin, high24hUsd: null, low24hUsd: null };
  if (ageMs <= PRICE_MS) return ranged;
  return {
    ...ranged,
    priceUsd: null,
    marketCapUsd: null,
    fullyDilutedValuationUsd: null,
    volumeUsd: null,
    change24hUsd: null,
    changePercentage1h: null,
    changePercentage24h: null,
    changePercentage7d: null,
    changePercentage30d: null,
    changePercentage1y: null,
  };
}
