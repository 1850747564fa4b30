import type { Series } from "../history/series.ts";
import { type CandleRange, OBSERVED } from "./candle-partition.ts";

/** Candles of one coin in columns, ascending; times are the starts of the steps. Prices in USD. */
export interface CandleSeries {
  times: number[];
  opens: number[];
  highs: number[];
  lows: number[];
  closes: number[];
  origins: string[];
}

/** Prices of our own within a step. */
export type FindSamples = (timeMs: number) => readonly number[];

const NO_SAMPLES: FindSamples = () => [];

/**
 * The candles of a coin. The close is the price of the step; the open is the close of the candle
 * before, or else the first known price within the step. A step has a candle where a range is
 * known, or where its price is our own; then the range is that of the samples. Whatever a range
 * says, the high is never below open and close, and the low never above them.
 *
 * @param prices the series of the step, `stepMs` apart where complete
 * @param find the stored range of a step
 * @param findSamples our own prices within a step that has no stored range
 */
export function joinCandles(
  { times, prices, origins }: Pick<Series, "times" | "prices" | "origins">,
  stepMs: number,
  find: (timeMs: number) => CandleRange | undefined,
  findSamples: FindSamples = NO_SAMPLES,
): CandleSeries {
  const candles: CandleSeries = { times: [], opens: [], highs: [], lows: [], closes: [], origins: [] };
  for (const [at, timeMs] of times.entries()) {
    const close = prices[at];
    const isOwn = (origins?.[at] ?? null) === null;
    const stored = find(timeMs);
    if (close === undefined || (stored === undefined && !isOwn)) continue;
    const samples = stored === undefined ? findSamples(timeMs) : [stored.high, stored.low];
    const first = stored === undefined ? samples[0] : (stored.open ?? undefined);
    const before = candles.times.at(-1) === timeMs - stepMs ? candles.closes.at(-1) : undefined;
    const open = before ?? first ?? close;
    candles.times.push(timeMs);
    candles.opens.push(open);
    candles.highs.push(Math.max(open, close, ...samples));
    candles.lows.push(Math.min(open, close, ...samples));
    candles.closes.push(close);
    candles.origins.push(stored?.origin ?? OBSERVED);
  }
  return candles;
}
