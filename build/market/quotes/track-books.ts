import type { Dataset, Ticker } from "../../normalise/record.ts";
import { extendRun, type UnchangedRun } from "./unchanged-book.ts";

/** `venue:market` → how long the book has stood still. */
export type BookRuns = Record<string, UnchangedRun>;

export interface TrackedBooks {
  /** The state of the next build. */
  runs: BookRuns;
  /** The same by position: of every dataset, of every record; `null` where nothing trades. */
  columns: readonly (readonly (UnchangedRun | null)[])[];
}

/** Counts on, per live book, in how many consecutive builds nothing moved. A venue lists a market once. */
export function trackBooks(
  datasets: readonly Dataset<"ticker">[],
  before: Readonly<BookRuns>,
  now: number,
): TrackedBooks {
  const runs: BookRuns = {};
  const columns = datasets.map(({ source, records, stale }) =>
    records.map((ticker) => {
      if (!isTrading(ticker)) return null;
      const name = `${source}:${ticker.market}`;
      const previous = before[name] ?? null;
      // A feed that failed says nothing new about its books: their count neither grows nor starts again.
      const run = stale && previous !== null ? previous : extendRun(previous, ticker, now);
      runs[name] = run;
      return run;
    }),
  );
  return { runs, columns };
}

/** A book in which nothing trades has nothing that could move. */
function isTrading({ last, baseVolume }: Ticker): boolean {
  return last > 0 && (baseVolume === null || baseVolume > 0);
}
