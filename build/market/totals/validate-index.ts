import { DAY_MS } from "../../lib/time.ts";
import type { Dataset, IndexValue } from "../../normalise/record.ts";

/** In 3,044 recorded days no value of the index was further than this from the one before. */
const MAX_INDEX_MOVE = 50;
/** After so long without any value, the last one says nothing about the next one. */
const INDEX_MS = 7 * DAY_MS;
/** Two refused days that agree this well are believed, so that one wrong value stalls nothing. */
const AGREEMENT = 20;
const CONSECUTIVE_MS = 1.5 * DAY_MS;

export interface ValidatedIndex {
  values: IndexValue[];
  /** What was left out, a sentence for each value. */
  doubts: string[];
  /** The newest value was left out. */
  stale: boolean;
}

/**
 * The long series with the newest days laid over it, one value a day, ascending; without values
 * that no day leads to and that the next day does not confirm.
 */
export function validateIndex(datasets: readonly Dataset<"index">[]): ValidatedIndex {
  const ordered = [...datasets].sort((a, b) => a.fetchedAtMs - b.fetchedAtMs);
  const byTime = new Map(ordered.flatMap(({ records }) => records.map((value) => [value.timeMs, value])));
  const values: IndexValue[] = [];
  const doubts: string[] = [];
  let refused: IndexValue | undefined;
  let seenMs = 0;
  for (const value of [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs)) {
    const last = values.at(-1);
    if (last === undefined || value.timeMs - seenMs > INDEX_MS || isWithin(value, last, MAX_INDEX_MOVE)) {
      values.push(value);
      refused = undefined;
    } else if (refused !== undefined && isConfirmed(refused, value)) {
      values.push(refused, value);
      doubts.pop();
      refused = undefined;
    } else {
      doubts.push(`${value.value} after ${last.value}`);
      refused = value;
    }
    seenMs = value.timeMs;
  }
  return { values, doubts, stale: refused !== undefined };
}

function isConfirmed(refused: IndexValue, next: IndexValue): boolean {
  return next.timeMs - refused.timeMs <= CONSECUTIVE_MS && isWithin(next, refused, AGREEMENT);
}

function isWithin(a: IndexValue, b: IndexValue, distance: number): boolean {
  return Math.abs(a.value - b.value) <= distance;
}
