import { addToGroup } from "../../../lib/entries.ts";
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from "../../../lib/time.ts";
import { SAMPLES_KEPT_MS } from "../../history/retain.ts";

/** How long the site of the demo seems to have existed. */
export const HISTORY_DAYS = 2 * 365;
/** What the charts of 30 days need. */
const HOURS_MS = 31 * DAY_MS;
const SAMPLE_MS = 5 * MINUTE_MS;
/** Samples of the last day are as close as the finest published points, older ones as builds. */
const FINE_MS = DAY_MS + HOUR_MS;
const BUILD_MS = 30 * MINUTE_MS;
/** Between the end of a step and its last sample. */
const BEFORE_END_MS = MINUTE_MS;

/** The time of a point and the moment of its price: the last one within its step. */
export interface Moment {
  timeMs: number;
  priceMs: number;
}

/** The moment of the last price within a step. */
export function findLastMoment(timeMs: number, stepMs: number): number {
  return timeMs + stepMs - BEFORE_END_MS;
}

/** The prices of all coins at the moments of the history, by coin, in the order of the moments. */
export interface PastPrices {
  days: readonly Moment[];
  hours: readonly Moment[];
  samples: readonly Moment[];
  prices: ReadonlyMap<string, Record<"days" | "hours" | "samples", readonly (number | null)[]>>;
}

/** `priceUsd`: of a coin at a time; `null` before its launch. */
export function computePastPrices(
  coinIds: readonly string[],
  priceUsd: (coinId: string, timeMs: number) => number | null,
  now: number,
  historyDays: number,
): PastPrices {
  const today = floorTo(now, DAY_MS);
  const closing = (fromMs: number, stepMs: number): Moment[] =>
    range(fromMs, today, stepMs).map((timeMs) => ({ timeMs, priceMs: findLastMoment(timeMs, stepMs) }));
  const days = closing(floorTo(now, DAY_MS) - historyDays * DAY_MS, DAY_MS);
  const hours = closing(floorTo(now - HOURS_MS, DAY_MS), HOUR_MS);
  const fineMs = floorTo(now - FINE_MS, BUILD_MS);
  const times = [
    ...range(floorTo(now - SAMPLES_KEPT_MS, DAY_MS) + DAY_MS, fineMs, BUILD_MS),
    ...range(fineMs, floorTo(now, SAMPLE_MS), SAMPLE_MS),
  ];
  const samples = times.map((timeMs) => ({ timeMs, priceMs: timeMs }));
  const read = (id: string, moments: readonly Moment[]) => moments.map(({ priceMs }) => priceUsd(id, priceMs));
  const prices = new Map(
    coinIds.map((id) => [id, { days: read(id, days), hours: read(id, hours), samples: read(id, samples) }]),
  );
  return { days, hours, samples, prices };
}

/** From `fromMs` on, before `endMs`. */
function range(fromMs: number, endMs: number, stepMs: number): number[] {
  return Array.from({ length: Math.max(0, Math.ceil((endMs - fromMs) / stepMs)) }, (_, at) => fromMs + at * stepMs);
}

/** The rows of the moments that have one key, by key. */
export function groupRows<Key>(moments: readonly Moment[], keyOf: (timeMs: number) => Key): Map<Key, number[]> {
  const groups = new Map<Key, number[]>();
  for (const [row, { timeMs }] of moments.entries()) {
    const key = keyOf(timeMs);
    addToGroup(groups, key, row);
  }
  return groups;
}

/** The highest and the lowest price, with their times in unix milliseconds. */
export interface CoinExtremes {
  athUsd: number;
  athTimeMs: number;
  atlUsd: number;
  atlTimeMs: number;
}

/** The highest and lowest price of the history and of `now`, as the charts show them. */
export function findChartExtremes(
  { prices, days, hours, samples }: PastPrices,
  coinId: string,
  priceNow: number,
  now: number,
): CoinExtremes {
  const result = { athUsd: priceNow, athTimeMs: now, atlUsd: priceNow, atlTimeMs: now };
  const own = prices.get(coinId);
  if (own === undefined) return result;
  for (const [moments, values] of [
    [days, own.days],
    [hours, own.hours],
    [samples, own.samples],
  ] as const) {
    for (const [at, value] of values.entries()) {
      if (value === null) continue;
      const { priceMs } = moments[at]!;
      if (value > result.athUsd) Object.assign(result, { athUsd: value, athTimeMs: priceMs });
      if (value < result.atlUsd) Object.assign(result, { atlUsd: value, atlTimeMs: priceMs });
    }
  }
  return result;
}
