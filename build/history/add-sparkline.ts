import { DAY_MS, floorTo, HOUR_MS } from "../lib/time.ts";
import type { Series } from "./history.ts";

/** How far back the reference's hourly prices reach. */
const REACH_MS = 7 * DAY_MS;
/** The only reference that gives hourly prices. */
const SOURCE = "coingecko";

/** The reference's hourly prices of a coin, the last one at `endMs`. */
export interface Sparkline {
  prices: readonly number[];
  endMs: number;
}

/** The hourly series with the reference's price in every hour of the week before `asOfMs` that has no point. Its cap and volume are not known. */
export function addSparkline(
  own: Series,
  { prices, endMs }: Sparkline,
  fromMs: number,
  toMs: number,
  asOfMs: number,
): Series {
  const known = new Set(own.times);
  const added = new Map<number, number>();
  prices.forEach((price, at) => {
    const timeMs = endMs - (prices.length - 1 - at) * HOUR_MS;
    const hour = floorTo(timeMs, HOUR_MS);
    if (hour < fromMs || hour > toMs || timeMs > asOfMs || timeMs < asOfMs - REACH_MS || known.has(hour)) return;
    added.set(hour, price);
  });
  if (added.size === 0) return own;
  const rows = new Map(own.times.map((time, row) => [time, row]));
  const times = [...own.times, ...added.keys()].sort((a, b) => a - b);
  const pick = (column: readonly (number | null)[]) => times.map((time) => column[rows.get(time) ?? -1] ?? null);
  return {
    times,
    prices: times.map((time) => own.prices[rows.get(time) ?? -1] ?? (added.get(time) as number)),
    marketCaps: pick(own.marketCaps),
    totalVolumes: pick(own.totalVolumes),
    origins: times.map((time) => {
      const row = rows.get(time);
      return row === undefined ? SOURCE : (own.origins?.[row] ?? null);
    }),
  };
}
