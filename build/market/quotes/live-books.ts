import type { Dataset, Ticker } from "../../normalise/record.ts";
import { LISTING_RULES } from "../rules.ts";
import type { TrackedBooks } from "./track-books.ts";
import { isUnchanged } from "./unchanged-book.ts";

export interface LiveBooks {
  /** As they were read; a venue that stands still counts as one that gave its last answer when its books last moved. */
  tickers: readonly Dataset<"ticker">[];
  /** The same without the frozen books of venues that move: what rates, identities, prices and statistics may rest on. */
  live: readonly Dataset<"ticker">[];
  frozen: ReadonlySet<Ticker>;
  /** Ids of the venues that stand still. */
  standing: ReadonlySet<string>;
}

/**
 * Rule 5.1 of the methodology, once for everything that reads books: those that stand still have no say in anything. `columns` are those
 * of `trackBooks` for the same datasets.
 */
export function findLiveBooks(
  tickers: readonly Dataset<"ticker">[],
  { columns }: Pick<TrackedBooks, "columns">,
  now: number,
): LiveBooks {
  const frozen = new Set<Ticker>();
  const standing = new Map<string, number>();
  tickers.forEach(({ source, records, stale }, at) => {
    if (stale) return;
    let tracked = 0;
    let still = 0;
    let sinceMs = 0;
    const runs = columns[at] ?? [];
    for (let row = 0; row < records.length; row += 1) {
      const run = runs[row] ?? null;
      if (run === null) continue;
      tracked += 1;
      if (!isUnchanged(run, now)) continue;
      still += 1;
      sinceMs = Math.max(sinceMs, run.sinceMs);
      frozen.add(records[row] as Ticker);
    }
    if (still > LISTING_RULES.frozenShare * tracked) standing.set(source, sinceMs);
  });
  const read = tickers.map((dataset) => {
    const sinceMs = standing.get(dataset.source);
    return sinceMs === undefined ? dataset : { ...dataset, stale: true, fetchedAtMs: sinceMs };
  });
  const live = read.map((dataset) => {
    if (dataset.stale || frozen.size === 0) return dataset;
    const records = dataset.records.filter((ticker) => !frozen.has(ticker));
    return records.length === dataset.records.length ? dataset : { ...dataset, records };
  });
  return { tickers: read, live, frozen, standing: new Set(standing.keys()) };
}
