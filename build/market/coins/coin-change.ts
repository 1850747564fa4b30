import { percentageChange } from "../../lib/numbers.ts";
import { HOUR_MS } from "../../lib/time.ts";
import type { ReferenceCoin } from "../../normalise/record.ts";
import type { ChangePercentages } from "../market.ts";
import { CHANGE_RULES } from "../rules.ts";

/** Spans further back than the samples. */
export type LongSpan = "7d" | "30d" | "1y";

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
    if (lagMs > CHANGE_RULES.maxLagMs[span] || change === null || change <= -100 || reference.priceUsd === null)
      return null;
    if (!isSamePrice(price, reference.priceUsd)) return null;
    return percentageChange(reference.priceUsd / (1 + change / 100), price);
  };
  const since = (span: LongSpan): number | null => {
    const before = now - timeMs <= CHANGE_RULES.maxLagMs[span] ? (priceBefore?.(span) ?? null) : null;
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
  return Math.abs(price / referenceUsd - 1) <= CHANGE_RULES.samePrice;
}

function findNearest(samples: PastKnowledge["samples"], timeMs: number): number | null {
  let nearest: readonly [number, number] | undefined;
  for (const sample of samples) {
    if (nearest === undefined || Math.abs(sample[0] - timeMs) < Math.abs(nearest[0] - timeMs)) nearest = sample;
  }
  return nearest === undefined || Math.abs(nearest[0] - timeMs) > CHANGE_RULES.nearMs ? null : nearest[1];
}
