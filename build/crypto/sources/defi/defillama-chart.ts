import { z } from "zod";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../lib/time.ts";
import { findErrorText } from "../kit/error-body.ts";
import { isDropped, mapRows, numeric, positive, rows } from "../kit/schema.ts";
import type { FeedRequest } from "../source.ts";

/** A price in USD at the end of a step. */
export interface ChartPoint {
  /** The start of the step, UTC, unix milliseconds. */
  timeMs: number;
  priceUsd: number;
}

export interface ChartContext {
  /** When the answer arrived. */
  now: number;
  stepMs: number;
  fromMs: number;
  toMs: number;
}

const PREFIX = "coingecko:";

/** How far from the end of a step its price may have been observed. */
const TOLERANCE = new Map([
  [HOUR_MS, { text: "15m", ms: 15 * MINUTE_MS }],
  [DAY_MS, { text: "2h", ms: 2 * HOUR_MS }],
]);

function getTolerance(stepMs: number): { text: string; ms: number } {
  const tolerance = TOLERANCE.get(stepMs);
  if (tolerance === undefined) throw new RangeError(`There is no chart in steps of ${stepMs} ms`);
  return tolerance;
}

const Body = z.object({
  coins: z.record(z.string(), z.object({ prices: rows(z.object({ timestamp: numeric, price: positive })) })),
});

/**
 * DefiLlama's prices of many coins in one call, at equal intervals. The prices of `coingecko:` keys
 * are CoinGecko's, so the terms of both apply. Unknown coins are missing from the answer.
 */
export const defillamaChart = {
  source: "defillama",
  /** The source whose prices the chart repeats: its current price continues the chart. */
  reference: "coingecko",
  /** Public programs use ten per request. */
  maxCoins: 10,
  /** Steps per request: public use has up to 1,000 days and 168 hours; 500 days stay below 1 MB. */
  maxPerCall: (stepMs: number): number => (stepMs === DAY_MS ? 500 : 168),
  maxBytes: 8_000_000,
  /** Requests the ends of the steps with `fromMs <= start < toMs`, by CoinGecko's ids. */
  request(coinIds: readonly string[], fromMs: number, toMs: number, stepMs: number): FeedRequest {
    const keys = coinIds.map((id) => PREFIX + encodeURIComponent(id)).join(",");
    const range = `start=${(fromMs + stepMs) / SECOND_MS}&span=${Math.round((toMs - fromMs) / stepMs)}`;
    const period = `period=${stepMs === DAY_MS ? "1d" : "1h"}&searchWidth=${getTolerance(stepMs).text}`;
    return { url: `https://coins.llama.fi/chart/${keys}?${range}&${period}` };
  },
  findError: findErrorText,
  schema: Body,
  /** Coin id → points, ascending, each step once; only closed steps. */
  normalise({ coins }: z.infer<typeof Body>, { now, stepMs, fromMs, toMs }: ChartContext): Map<string, ChartPoint[]> {
    const { ms: toleranceMs } = getTolerance(stepMs);
    const series = new Map<string, ChartPoint[]>();
    for (const [key, { prices }] of Object.entries(coins)) {
      if (!key.startsWith(PREFIX)) continue;
      const nearest = new Map<number, { distance: number; priceUsd: number }>();
      for (const row of mapRows(prices, (point) => point)) {
        if (isDropped(row)) continue;
        const seenMs = row.timestamp * SECOND_MS;
        const endMs = Math.round(seenMs / stepMs) * stepMs;
        const timeMs = endMs - stepMs;
        const distance = Math.abs(seenMs - endMs);
        if (distance > toleranceMs || endMs > now || timeMs < fromMs || timeMs >= toMs) continue;
        if (distance < (nearest.get(timeMs)?.distance ?? Number.POSITIVE_INFINITY)) {
          nearest.set(timeMs, { distance, priceUsd: row.price });
        }
      }
      const points = [...nearest].map(([timeMs, { priceUsd }]) => ({ timeMs, priceUsd }));
      series.set(
        key.slice(PREFIX.length),
        points.sort((a, b) => a.timeMs - b.timeMs),
      );
    }
    return series;
  },
};
