import { lowerMedian, lowerWeightedMedian, percentageChange } from "../../../lib/stats.ts";
import { DAY_MS, HOUR_MS } from "../../../lib/time.ts";
import type { ChangeWindow, LongWindow } from "../../normalise/change-window.ts";
import type { ReferenceCoin } from "../../normalise/record.ts";
import type { ChangePercentages } from "../model/market.ts";
import { CHANGE_RULES } from "../rules/price.ts";
import type { VenueVote } from "./aggregate-price.ts";
import { keepPositive, type PricedTicker } from "./ticker-price.ts";

/**
 * The change in percent units in the 24 hours before `timeMs` by our own
 * samples (unix milliseconds, USD), in any order. `null` where they have a gap there.
 */
export function computeChangeFromSamples(
  priceUsd: number,
  timeMs: number,
  samples: readonly (readonly [number, number])[],
): number | null {
  const target = timeMs - DAY_MS;
  let before: readonly [number, number] | undefined;
  let after: readonly [number, number] | undefined;
  for (const sample of samples) {
    if (!(sample[1] > 0)) continue;
    if (sample[0] <= target) {
      if (before === undefined || sample[0] > before[0]) before = sample;
    } else if (after === undefined || sample[0] < after[0]) after = sample;
  }
  return percentageChange(findPriceAt(target, before, after), priceUsd);
}

function findPriceAt(
  target: number,
  before: readonly [number, number] | undefined,
  after: readonly [number, number] | undefined,
): number | null {
  const sinceBefore = before === undefined ? Number.POSITIVE_INFINITY : target - before[0];
  const untilAfter = after === undefined ? Number.POSITIVE_INFINITY : after[0] - target;
  const nearest = sinceBefore <= untilAfter ? before : after;
  if (nearest !== undefined && Math.min(sinceBefore, untilAfter) <= CHANGE_RULES.nearMs) return nearest[1];
  if (before === undefined || after === undefined || sinceBefore + untilAfter > CHANGE_RULES.widestGapMs) return null;
  return before[1] + ((after[1] - before[1]) * sinceBefore) / (sinceBefore + untilAfter);
}

/**
 * Without samples: the median of the venues' own 24h changes in percent units. One vote per venue,
 * because reported volume must not decide. `null` without a majority that agrees.
 */
export function computeChangeFromOpens(
  venues: readonly Pick<VenueVote<OpenedTicker>, "kept" | "tickers">[],
): number | null {
  const votes = venues.flatMap(({ kept, tickers }) => {
    const growths = tickers.flatMap(({ row: { priceUsd, priceUsd24hAgo }, share }) => {
      if (!kept || share === 0 || priceUsd24hAgo === null) return [];
      const growth = keepPositive(priceUsd / priceUsd24hAgo);
      return growth === null ? [] : { value: growth, weight: share };
    });
    return growths.length === 0 ? [] : lowerWeightedMedian(growths);
  });
  if (votes.length === 0) return null;
  const growth = lowerMedian(votes);
  const agreeing = votes.filter((vote) => Math.abs(vote / growth - 1) <= CHANGE_RULES.opensAgree);
  return agreeing.length * 2 > votes.length ? (growth - 1) * 100 : null;
}

type OpenedTicker = Pick<PricedTicker, "priceUsd" | "priceUsd24hAgo">;

interface OwnPrice {
  price: number;
  timeMs: number;
  /** By our own samples or the listings' opens; `null` where it is not known yet. */
  changePercentage24h: number | null;
}

/** A coin's past prices. Times in unix milliseconds, prices in USD. */
export interface PastKnowledge {
  /** Own prices of about the last day, ascending. */
  samples: readonly (readonly [number, number])[];
  /** Own price at `now` minus the window; `null` where the series are shorter. */
  priceBefore?(window: LongWindow): number | null;
  now: number;
}

/**
 * Changes in percent units since our own past prices, otherwise since the reference's past prices.
 */
export function computeChanges(own: OwnPrice, reference: ReferenceCoin, past: PastKnowledge): ChangePercentages {
  const { price, timeMs } = own;
  const { samples, priceBefore, now } = past;
  const rebase = (change: number | null, window: ChangeWindow): number | null => {
    const lagMs = Math.abs(timeMs - (reference.updatedAtMs ?? 0));
    if (lagMs > CHANGE_RULES.maxLagMs[window] || change === null || change <= -100 || reference.priceUsd === null)
      return null;
    if (!isSamePrice(price, reference.priceUsd)) return null;
    return percentageChange(reference.priceUsd / (1 + change / 100), price);
  };
  const since = (window: LongWindow): number | null => {
    const before = now - timeMs <= CHANGE_RULES.maxLagMs[window] ? (priceBefore?.(window) ?? null) : null;
    return percentageChange(before, price) ?? rebase(reference[`changePercentage${window}`], window);
  };
  const hourAgo = findNearest(samples, timeMs - HOUR_MS);
  const ofDay = own.changePercentage24h ?? computeChangeFromSamples(price, timeMs, samples);
  return {
    "1h": percentageChange(hourAgo, price) ?? rebase(reference.changePercentage1h, "1h"),
    "24h": ofDay ?? rebase(reference.changePercentage24h, "24h"),
    "7d": since("7d"),
    "30d": since("30d"),
    "1y": since("1y"),
  };
}

/** Whether the reference's other numbers apply to a price. */
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
