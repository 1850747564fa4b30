import { groupBy } from "../../lib/collections.ts";
import { oncePer } from "../../lib/once-per.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { Dataset } from "./world.ts";

export interface Freshness {
  sources: readonly string[];
  observedAtMs: number | null;
  stale: boolean;
  /** Cadence of the fastest dataset. */
  cadenceMs: number | null;
  /** Shortest time from an observation to the next due one. */
  waitMs: number | null;
  /** When the first kind of data is overdue: a day and a cadence after its next value was due. */
  overdueAtMs: number | null;
}

/** What was computed of datasets, by kinds and sources: most answers have the same ones. */
const openKnown = oncePer((_: readonly Dataset[]) => new Map<string, Freshness>());

/** Age and sources of the datasets of the given kinds, restricted to `sources` if given. */
export function computeFreshness(
  datasets: readonly Dataset[],
  kinds: readonly string[],
  sources?: readonly string[],
): Freshness {
  const known = openKnown(datasets);
  const name = sources === undefined ? kinds.join() : `${kinds.join()} of ${sources.join()}`;
  const freshness = known.get(name) ?? compute(datasets, kinds, sources);
  known.set(name, freshness);
  return freshness;
}

function compute(
  datasets: readonly Dataset[],
  kinds: readonly string[],
  sources: readonly string[] | undefined,
): Freshness {
  const used = datasets.filter(
    (dataset) => kinds.includes(dataset.kind) && (sources === undefined || sources.includes(dataset.source)),
  );
  return {
    sources: listSources(used),
    observedAtMs: used.length === 0 ? null : Math.max(...used.map((dataset) => dataset.observedAtMs)),
    stale: used.some((dataset) => dataset.stale),
    cadenceMs: used.length === 0 ? null : Math.min(...used.map((dataset) => dataset.cadenceMs)),
    waitMs: used.length === 0 ? null : Math.min(...used.map(({ dueAtMs, observedAtMs }) => dueAtMs - observedAtMs)),
    overdueAtMs: findOverdue(used),
  };
}

/**
 * By kind, because a new price does not make an old total newer. A daily point is dated at the
 * start of its day, whatever the cadence of its source: without the day it would always be overdue.
 */
function findOverdue(used: readonly Dataset[]): number | null {
  const expiries = [...groupBy(used, ({ kind }) => kind).values()].map((datasets) =>
    Math.max(...datasets.map(({ dueAtMs, cadenceMs }) => dueAtMs + cadenceMs)),
  );
  return expiries.length === 0 ? null : Math.min(...expiries) + DAY_MS;
}

/** A source fell back, or one kind of data is overdue although another kind is new. */
export function isStale({ stale, overdueAtMs }: Freshness, { asOfMs }: { asOfMs: number }): boolean {
  return stale || (overdueAtMs !== null && overdueAtMs <= asOfMs);
}

/** The sources of the datasets, each once, by id. */
export function listSources(datasets: readonly Dataset[]): string[] {
  return [...new Set(datasets.map(({ source }) => source))].sort();
}
