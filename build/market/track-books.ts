import type { Dataset } from "../normalise/record.ts";
import { extendRun, type UnchangedRun } from "./unchanged-book.ts";

/** `venue:market` → how long the book has stood still. */
export type BookRuns = Record<string, UnchangedRun>;

/** Counts on, per live book, in how many consecutive builds nothing moved. */
export function trackBooks(datasets: readonly Dataset<"ticker">[], before: Readonly<BookRuns>, now: number): BookRuns {
  const next: BookRuns = {};
  for (const { source, records, stale } of datasets) {
    for (const { market, last, baseVolume } of records) {
      if (last <= 0 || baseVolume === null || baseVolume <= 0) continue;
      const name = `${source}:${market}`;
      const previous = before[name] ?? null;
      // A feed that failed says nothing new about its books: their count neither grows nor starts again.
      next[name] = stale && previous !== null ? previous : extendRun(previous, { last, baseVolume }, now);
    }
  }
  return next;
}
