import { isNumber, isTimeMs, objectOf, optional, orNull, type ShapeOf } from "../../../lib/shape.ts";
import { HOUR_MS } from "../../../lib/time.ts";
import type { Dataset, Ticker } from "../../normalise/record.ts";
import { TICKER_RULES } from "../rules/price.ts";

/** Since when a venue's ticker of a pair has not changed. */
export type UnchangedRun = ShapeOf<typeof isUnchangedRun>;
export const isUnchangedRun = objectOf({
  last: isNumber,
  /** `null` where the venue reports none; the best offers are compared instead. */
  baseVolume: orNull(isNumber),
  bid: optional(orNull(isNumber)),
  ask: optional(orNull(isNumber)),
  sinceMs: isTimeMs,
  /** Consecutive builds with exactly these values. */
  builds: isNumber,
});

/** `venue:market` → since when its ticker has not changed. */
export type UnchangedRuns = Record<string, UnchangedRun>;

export const UNCHANGED = `unchanged for ${TICKER_RULES.unchangedBuilds} builds and ${TICKER_RULES.unchangedMs / HOUR_MS} hours`;

/** The run after one more build. */
export function extendRun(
  previous: UnchangedRun | null,
  { last, baseVolume, bid = null, ask = null }: Pick<UnchangedRun, "last" | "baseVolume" | "bid" | "ask">,
  now: number,
): UnchangedRun {
  const isSame =
    previous?.last === last &&
    previous.baseVolume === baseVolume &&
    (baseVolume !== null || ((previous.bid ?? null) === bid && (previous.ask ?? null) === ask));
  const sinceMs = isSame ? previous.sinceMs : now;
  const builds = isSame ? previous.builds + 1 : 1;
  // Offers are stored only where they are compared.
  return baseVolume === null ? { last, baseVolume, bid, ask, sinceMs, builds } : { last, baseVolume, sinceMs, builds };
}

/** Whether a ticker has been the same for so long that it does not count. */
export function isUnchanged({ builds, sinceMs }: UnchangedRun, now: number): boolean {
  return builds >= TICKER_RULES.unchangedBuilds && now - sinceMs >= TICKER_RULES.unchangedMs;
}

/** A pair without trades cannot change. */
function isTrading({ last, baseVolume }: Ticker): boolean {
  return last > 0 && (baseVolume === null || baseVolume > 0);
}

/** The tickers of all venues. */
export interface LiveTickers {
  /** A stalled venue counts as one that last responded when its tickers changed. */
  all: readonly Dataset<"ticker">[];
  /** Without unchanged tickers: for rates, identities, prices and statistics. */
  live: readonly Dataset<"ticker">[];
  unchanged: ReadonlySet<Ticker>;
  /** Ids of the stalled venues. */
  stalled: ReadonlySet<string>;
  /** For the next build. */
  runs: UnchangedRuns;
}

/** Finds the tickers that count: those that changed within the last builds. */
export function findLiveTickers(
  datasets: readonly Dataset<"ticker">[],
  before: Readonly<UnchangedRuns>,
  now: number,
): LiveTickers {
  const runs: UnchangedRuns = {};
  const unchanged = new Set<Ticker>();
  const stalled = new Map<string, number>();
  for (const { source, records, stale } of datasets) {
    let trading = 0;
    const unchangedSinceMs: number[] = [];
    for (const ticker of records) {
      if (!isTrading(ticker)) continue;
      const name = `${source}:${ticker.market}`;
      const previous = before[name] ?? null;
      // A failed feed has no new data: the count neither grows nor restarts.
      const run = stale && previous !== null ? previous : extendRun(previous, ticker, now);
      runs[name] = run;
      trading += 1;
      if (stale || !isUnchanged(run, now)) continue;
      unchangedSinceMs.push(run.sinceMs);
      unchanged.add(ticker);
    }
    if (unchangedSinceMs.length > TICKER_RULES.frozenShare * trading) {
      stalled.set(
        source,
        unchangedSinceMs.reduce((latest, sinceMs) => Math.max(latest, sinceMs)),
      );
    }
  }
  const all = datasets.map((dataset) => {
    const fetchedAtMs = stalled.get(dataset.source);
    return fetchedAtMs === undefined ? dataset : { ...dataset, stale: true, fetchedAtMs };
  });
  const live = all.map((dataset) => {
    if (dataset.stale || unchanged.size === 0) return dataset;
    const records = dataset.records.filter((ticker) => !unchanged.has(ticker));
    return records.length === dataset.records.length ? dataset : { ...dataset, records };
  });
  return { all, live, unchanged, stalled: new Set(stalled.keys()), runs };
}
