import { isNumber, isTimeMs, objectOf, optional, orNull, type ShapeOf } from "../../lib/shape.ts";
import { HOUR_MS } from "../../lib/time.ts";
import type { Dataset, Ticker } from "../../normalise/record.ts";
import { LISTING_RULES } from "../rules.ts";

/** Since when a listing has not changed. */
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

/** The fields of a listing that are compared from build to build. */
type ListingSnapshot = Omit<UnchangedRun, "sinceMs" | "builds">;

export const UNCHANGED = `unchanged for ${LISTING_RULES.unchangedBuilds} builds and ${LISTING_RULES.unchangedMs / HOUR_MS} hours`;

/** The run after one more build. */
export function extendRun(previous: UnchangedRun | null, seen: ListingSnapshot, now: number): UnchangedRun {
  const same = previous !== null && isSame(previous, seen);
  const sinceMs = same ? previous.sinceMs : now;
  const builds = same ? previous.builds + 1 : 1;
  const { last, baseVolume, bid = null, ask = null } = seen;
  // Offers are stored only where they are compared.
  return baseVolume === null ? { last, baseVolume, bid, ask, sinceMs, builds } : { last, baseVolume, sinceMs, builds };
}

function isSame(a: ListingSnapshot, b: ListingSnapshot): boolean {
  if (a.last !== b.last || a.baseVolume !== b.baseVolume) return false;
  return a.baseVolume !== null || ((a.bid ?? null) === (b.bid ?? null) && (a.ask ?? null) === (b.ask ?? null));
}

/** Rule 5.1: whether a listing is frozen, because it has not changed for too long. */
export function isUnchanged({ builds, sinceMs }: UnchangedRun, now: number): boolean {
  return builds >= LISTING_RULES.unchangedBuilds && now - sinceMs >= LISTING_RULES.unchangedMs;
}

/** `venue:market` → since when the listing has not changed. */
export type UnchangedRuns = Record<string, UnchangedRun>;

interface TrackedListings {
  /** For the next build. */
  runs: UnchangedRuns;
  /** The same by dataset and record; `null` where nothing trades. */
  columns: readonly (readonly (UnchangedRun | null)[])[];
}

/** Counts, per listing, the consecutive builds without a change. A venue lists a market once. */
export function trackListings(
  datasets: readonly Dataset<"ticker">[],
  before: Readonly<UnchangedRuns>,
  now: number,
): TrackedListings {
  const runs: UnchangedRuns = {};
  const columns = datasets.map(({ source, records, stale }) =>
    records.map((ticker) => {
      if (!isTrading(ticker)) return null;
      const name = `${source}:${ticker.market}`;
      const previous = before[name] ?? null;
      // A failed feed has no new data: the count neither grows nor restarts.
      const run = stale && previous !== null ? previous : extendRun(previous, ticker, now);
      runs[name] = run;
      return run;
    }),
  );
  return { runs, columns };
}

/** A listing without trades cannot change. */
function isTrading({ last, baseVolume }: Ticker): boolean {
  return last > 0 && (baseVolume === null || baseVolume > 0);
}

export interface LiveListings {
  /**
   * As they were read. A stalled venue counts as one that last responded when its listings changed.
   */
  tickers: readonly Dataset<"ticker">[];
  /** The same without frozen listings: for rates, identities, prices and statistics. */
  live: readonly Dataset<"ticker">[];
  frozen: ReadonlySet<Ticker>;
  /** Ids of the stalled venues. */
  stalled: ReadonlySet<string>;
}

/**
 * Rule 5.1, once for all readers of listings: frozen listings do not count. `columns` are those of
 * `trackListings` for the same datasets.
 */
export function findLiveListings(
  tickers: readonly Dataset<"ticker">[],
  { columns }: Pick<TrackedListings, "columns">,
  now: number,
): LiveListings {
  const frozen = new Set<Ticker>();
  const stalled = new Map<string, number>();
  tickers.forEach(({ source, records, stale }, at) => {
    if (stale) return;
    let tracked = 0;
    let frozenCount = 0;
    let sinceMs = 0;
    const runs = columns[at] ?? [];
    for (let row = 0; row < records.length; row += 1) {
      const run = runs[row] ?? null;
      if (run === null) continue;
      tracked += 1;
      if (!isUnchanged(run, now)) continue;
      frozenCount += 1;
      sinceMs = Math.max(sinceMs, run.sinceMs);
      frozen.add(records[row] as Ticker);
    }
    if (frozenCount > LISTING_RULES.frozenShare * tracked) stalled.set(source, sinceMs);
  });
  const read = tickers.map((dataset) => {
    const sinceMs = stalled.get(dataset.source);
    return sinceMs === undefined ? dataset : { ...dataset, stale: true, fetchedAtMs: sinceMs };
  });
  const live = read.map((dataset) => {
    if (dataset.stale || frozen.size === 0) return dataset;
    const records = dataset.records.filter((ticker) => !frozen.has(ticker));
    return records.length === dataset.records.length ? dataset : { ...dataset, records };
  });
  return { tickers: read, live, frozen, stalled: new Set(stalled.keys()) };
}
