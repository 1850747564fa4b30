import type { Dataset, Ticker } from "../normalise/record.ts";
import { type BookFace, extendRun, type UnchangedRun } from "./unchanged-book.ts";

/** `venue:market` → how long the book has stood still. */
export type BookRuns = Record<string, UnchangedRun>;

export function nameBook(venue: string, { market }: Ticker): string {
  return `${venue}:${market}`;
}

/** Counts on, per live book, in how many consecutive builds nothing moved. */
export function trackBooks(datasets: readonly Dataset<"ticker">[], before: Readonly<BookRuns>, now: number): BookRuns {
  const next: BookRuns = {};
  for (const { source, records, stale } of datasets) {
    for (const ticker of records) {
      const face = readFace(ticker);
      if (face === null) continue;
      const name = nameBook(source, ticker);
      const previous = before[name] ?? null;
      // A feed that failed says nothing new about its books: their count neither grows nor starts again.
      next[name] = stale && previous !== null ? previous : extendRun(previous, face, now);
    }
  }
  return next;
}

/** `null` where nothing trades: such a book has nothing that could move. */
function readFace({ last, baseVolume, bid, ask }: Ticker): BookFace | null {
  if (last <= 0 || (baseVolume !== null && baseVolume <= 0)) return null;
  return baseVolume === null ? { last, baseVolume, bid, ask } : { last, baseVolume };
}
