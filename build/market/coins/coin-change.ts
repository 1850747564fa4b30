import { percentageChange } from "../../lib/numbers.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import type { ReferenceCoin } from "../../normalise/record.ts";
import type { ChangePercentages } from "../market.ts";

/** Spans further back than the samples. */
export type LongSpan = "7d" | "30d" | "1y";

/** How far reference and price may lie apart for the reference's past to be the price's: a small part of the span. */
const MAX_LAG_MS: Record<keyof ChangePercentages, number> = {
  "1h": 15 * MINUTE_MS,
  "24h": 2 * HOUR_MS,
  "7d": 12 * HOUR_MS,
  "30d": DAY_MS,
  "1y": DAY_MS,
};
/** A reference whose price is further off, as a share of it, is wrong about now or of another coin: its past is not this coin's. */
const SAME_PRICE = 0.3;
/** Own samples this near to an hour ago give the change of the last hour. */
const SAMPLE_TOLERANCE_MS = 20 * MINUTE_MS;

export interface OwnPrice {
  price: number;
  /** When it was observed. */
  timeMs: number;
  /** By our own samples or the books' opens; `null` where neither tells. */
  changePercentage24h: number | null;
}

/** What is known of a coin's past prices. Times in unix milliseconds, prices in USD. */
export interface PastKnowledge {
  /** Own prices of about the last day, ascending. */
  samples: readonly (readonly [number, number])[];
  /** Own price so long before `now`, `null` where our series do not reach it. */
  priceBefore?(span: LongSpan): number | null;
  now: number;
}

/**
 * The changes of an own price in percent units: against our own past prices where they reach, else against those of the reference,
 * which are read back from its changes. `null` where the past is not known.
 */
export function computeChanges(own: OwnPrice, reference: ReferenceCoin, past: PastKnowledge): ChangePercentages {
  const { price, timeMs } = own;
  const { samples, priceBefore, now } = past;
  const rebase = (change: number | null, span: keyof ChangePercentages): number | null => {
    const lagMs = Math.abs(timeMs - (reference.updatedAtMs ?? 0));
    if (lagMs > MAX_LAG_MS[span] || change === null || change <= -100 || reference.priceUsd === null) return null;
    if (!isSamePrice(price, reference.priceUsd)) return null;
    return percentageChange(reference.priceUsd / (1 + change / 100), price);
  };
  const since = (span: LongSpan): number | null => {
    const before = now - timeMs <= MAX_LAG_MS[span] ? (priceBefore?.(span) ?? null) : null;
    return percentageChange(before, price) ?? rebase(reference[`changePercentage${span}`], span);
  };
  const hourAgo = findNearest(samples, timeMs - HOUR_MS);
  return {
    "1h": percentageChange(hourAgo, price) ?? rebase(reference.changePercentage1h, "1h"),
    "24h": own.changePercentage24h ?? rebase(reference.changePercentage24h, "24h"),
    "7d": since("7d"),
    "30d": since("30d"),
    "1y": since("1y"),
  };
}

/** Whether a price and a reference's are about the same, so that what belongs to the one may be said of the other. */
export function isSamePrice(price: number, referenceUsd: number): boolean {
  return Math.abs(price / referenceUsd - 1) <= SAME_PRICE;
}

function findNearest(samples: PastKnowledge["samples"], timeMs: number): number | null {
  let nearest: readonly [number, number] | undefined;
  for (const sample of samples) {
    if (nearest === undefined || Math.abs(sample[0] - timeMs) < Math.abs(nearest[0] - timeMs)) nearest = sample;
  }
  return nearest === undefined || Math.abs(nearest[0] - timeMs) > SAMPLE_TOLERANCE_MS ? null : nearest[1];
}
