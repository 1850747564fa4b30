import type { StateStore } from "../../kit/platform/platform.ts";
import { groupBy } from "../../lib/collections.ts";
import { DAY_MS, floorTo } from "../../lib/time.ts";
import type { CandleAnswer } from "../backfill/run-backfill.ts";
import { HOURLY_KEPT_MS } from "../history/retain.ts";
import { nameCandles, readCandleDocument, SETTLED_MS } from "./candle-document.ts";
import { type CandleRange, countCandles, createCandlePartition, listRanges, mergeCandles } from "./candle-partition.ts";
import { readHours } from "./read-hours.ts";
import { computeRanges, isRead } from "./venue-ranges.ts";

/**
 * Keeps the highs and lows of candles that the backfill has read, for days that are settled: newer
 * ones are read from two venues. The days are opened again, so that the first build of the next
 * UTC day makes their candles of days.
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
      if (dayMs < oldestMs || dayMs + DAY_MS + SETTLED_MS > asOfMs) continue;
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
      const computed = isRead(ranges) ? [] : computeRanges({ dayMs, coinId, hours, ranges }, [answer]);
      if (computed.length > 0) added.set(coinId, computed);
    }
    if (added.size === 0) continue;
    const merged = mergeCandles(candles, createCandlePartition(added));
    const reopen = "the backfill read candles of the day";
    state.write(name, merged, { rows: countCandles(merged), closed: false, reopen });
  }
}
