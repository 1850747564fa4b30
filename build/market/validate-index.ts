import { DAY_MS } from "../lib/time.ts";
import type { Dataset, IndexValue } from "../normalise/record.ts";

/** In 3,044 recorded days no value of the index was further than this from the one before. */
const MAX_INDEX_MOVE = 50;
/** An older value says nothing about the next one. */
const INDEX_MS = 7 * DAY_MS;

/**
 * The long series with the newest days laid over it, one value a day, ascending; without values
 * that no day leads to.
 */
export function validateIndex(datasets: readonly Dataset<"index">[]): { values: IndexValue[]; doubts: string[] } {
  const ordered = [...datasets].sort((a, b) => a.fetchedAtMs - b.fetchedAtMs);
  const byTime = new Map(ordered.flatMap(({ records }) => records.map((value) => [value.timeMs, value])));
  const values: IndexValue[] = [];
  const doubts: string[] = [];
  for (const value of [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs)) {
    const last = values.at(-1);
    const isNext = last !== undefined && value.timeMs - last.timeMs <= INDEX_MS;
    if (isNext && Math.abs(value.value - last.value) > MAX_INDEX_MOVE)
      doubts.push(`${value.value} after ${last.value}`);
    else values.push(value);
  }
  return { values, doubts };
}
