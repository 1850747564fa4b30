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

/** Prices of our own within a step. `undefined`: the step has no candle. */
export type FindSamples = (timeMs: number) => readonly number[] | undefined;

const NO_SAMPLES: FindSamples = () => [];

/**
 * The candles of a coin. The close is the price of the step; the open is the price of the step
 * before, if that has a candle or is our own, or else the first known price within the step. A
 * range without a first price rests on the price before, of whatever source. A step has a candle
 * where a range is known, or where its price is our own; then the range is that of the samples.
 * Whatever a range says, the high is never below open and close, and the low never above them.
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
  const isOwn = (at: number) => (origins?.[at] ?? null) === null;
  for (const [at, timeMs] of times.entries()) {
    const close = prices[at];
    const stored = find(timeMs);
    const samples = stored !== undefined ? [stored.high, stored.low] : isOwn(at) ? findSamples(timeMs) : undefined;
    if (close === undefined || samples === undefined) continue;
    const first = stored === undefined ? samples[0] : (stored.open ?? undefined);
    const previous = times[at - 1] === timeMs - stepMs ? prices[at - 1] : undefined;
    const isOurs = isOwn(at - 1) || candles.times.at(-1) === timeMs - stepMs;
    const open = (isOurs ? previous : undefined) ?? first ?? (stored === undefined ? undefined : previous) ?? close;
    candles.times.push(timeMs);
    candles.opens.push(open);
    candles.highs.push(Math.max(open, close, ...samples));
    candles.lows.push(Math.min(open, close, ...samples));
    candles.closes.push(close);
    candles.origins.push(stored?.origin ?? OBSERVED);
  }
  return candles;
}
