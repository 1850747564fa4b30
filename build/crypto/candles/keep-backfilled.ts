import type { StateStore } from "../../kit/platform/platform.ts";
import { groupBy } from "../../lib/collections.ts";
import { DAY_MS, floorTo } from "../../lib/time.ts";
import type { CandleAnswer } from "../backfill/run-backfill.ts";
import { HOURLY_KEPT_MS } from "../history/kept-hours.ts";
import { nameCandles, readCandleDocument } from "./candle-document.ts";
import {
  type CandleRange,
  countCandles,
  createCandlePartition,
  listRanges,
  mergeCandles,
  OBSERVED,
} from "./candle-partition.ts";
import { readHours } from "./read-hours.ts";
import { computeRanges } from "./venue-ranges.ts";

/**
 * Keeps the highs and lows of candles that the backfill has read, where none of a venue is known.
 * The days are opened again, so that the first build of the next UTC day makes their candles of
 * days.
 */
export async function keepBackfilled(
  state: StateStore,
  answers: readonly CandleAnswer[],
  coinIds: ReadonlySet<string>,
  asOfMs: number,
): Promise<void> {
  const oldestMs = floorTo(asOfMs - HOURLY_KEPT_MS, DAY_MS) + DAY_MS;
  const byDay = new Map<number, Map<string, CandleAnswer>>();
  for (const answer of answers.filter(({ coinId }) => coinIds.has(coinId))) {
    for (const [dayMs, points] of groupBy(answer.points, ({ timeMs }) => floorTo(timeMs, DAY_MS))) {
      if (dayMs < oldestMs) continue;
      const ofDay = byDay.get(dayMs) ?? new Map<string, CandleAnswer>();
      byDay.set(dayMs, ofDay);
      if (!ofDay.has(answer.coinId)) ofDay.set(answer.coinId, { ...answer, points });
    }
  }
  for (const [dayMs, ofDay] of byDay) {
    const name = nameCandles(dayMs);
    const candles = await readCandleDocument(state, name);
    const hours = await readHours(state, dayMs);
    const added = new Map<string, CandleRange[]>();
    for (const [coinId, answer] of ofDay) {
      const ranges = listRanges(candles, coinId);
      const known = new Set(ranges.flatMap((range) => (range.origin === OBSERVED ? [] : range.timeMs)));
      const computed = computeRanges({ dayMs, coinId, hours, ranges }, [answer]);
      const missing = computed.filter(({ timeMs }) => !known.has(timeMs));
      if (missing.length > 0) added.set(coinId, missing);
    }
    if (added.size === 0) continue;
    const merged = mergeCandles(candles, createCandlePartition(added));
    const reopen = "the backfill read candles of the day";
    state.write(name, merged, { rows: countCandles(merged), closed: false, reopen });
  }
}
