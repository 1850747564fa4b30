import { DAY_MS, floorTo, HOUR_MS } from "../lib/time.ts";
import type { MarketCoin } from "../market/market.ts";
import type { Series } from "./history.ts";

/** How far back the reference's hourly prices go. */
const REACH_MS = 7 * DAY_MS;

/** A reference's hourly prices of a coin, the last one at `endMs`. */
export interface Sparkline {
  source: string;
  prices: readonly number[];
  endMs: number;
}

export function listSparklines(
  coins: readonly Pick<MarketCoin, "id" | "sparkline" | "sparklineEndMs">[],
  source: string | undefined,
): Map<string, Sparkline> {
  return new Map(
    coins.flatMap(({ id, sparkline, sparklineEndMs }) =>
      source === undefined || sparklineEndMs === null
        ? []
        : [[id, { source, prices: sparkline, endMs: sparklineEndMs }] as const],
    ),
  );
}

/**
 * Adds the reference's price to every hour of the week before `asOfMs` without a point. Market cap
 * and volume of such an hour are unknown.
 */
export function addSparkline(own: Series, sparkline: Sparkline, fromMs: number, toMs: number, asOfMs: number): Series {
  const missing = listMissing(own, sparkline, fromMs, toMs, asOfMs);
  if (missing.length === 0) return own;
  const times: number[] = [];
  const prices: number[] = [];
  const marketCaps: (number | null)[] = [];
  const totalVolumes: (number | null)[] = [];
  const origins: (string | null)[] = [];
  let row = 0;
  const copyUntil = (endMs: number): void => {
    for (; row < own.times.length && (own.times[row] as number) < endMs; row += 1) {
      times.push(own.times[row] as number);
      prices.push(own.prices[row] as number);
      marketCaps.push(own.marketCaps[row] ?? null);
      totalVolumes.push(own.totalVolumes[row] ?? null);
      origins.push(own.origins?.[row] ?? null);
    }
  };
  for (const { timeMs, price } of missing) {
    copyUntil(timeMs);
    times.push(timeMs);
    prices.push(price);
    marketCaps.push(null);
    totalVolumes.push(null);
    origins.push(sparkline.source);
  }
  copyUntil(Number.POSITIVE_INFINITY);
  return { times, prices, marketCaps, totalVolumes, origins };
}

/** The hours of the sparkline without a point in the series, ascending. */
function listMissing(
  { times }: Series,
  { prices, endMs }: Sparkline,
  fromMs: number,
  toMs: number,
  asOfMs: number,
): { timeMs: number; price: number }[] {
  const missing: { timeMs: number; price: number }[] = [];
  let row = 0;
  // Both lists are ascending, with at least an hour between two entries.
  for (const [at, price] of prices.entries()) {
    const timeMs = endMs - (prices.length - 1 - at) * HOUR_MS;
    const hour = floorTo(timeMs, HOUR_MS);
    if (hour < fromMs || hour > toMs || timeMs > asOfMs || timeMs < asOfMs - REACH_MS) continue;
    while (row < times.length && (times[row] as number) < hour) row += 1;
    if (times[row] !== hour) missing.push({ timeMs: hour, price });
  }
  return missing;
}
