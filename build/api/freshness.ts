import type { DatasetStatus } from "../market/market.ts";
import type { RecordKind } from "../normalise/record.ts";

export interface Freshness {
  /** Ids of the sources, sorted. */
  sources: string[];
  /** When the newest observation was made; `null` where there is none. */
  observedAtMs: number | null;
  /** A source fell back to its last good answer. */
  stale: boolean;
  /** How often the fastest of the datasets has something new; `null` where there is none. */
  cadenceMs: number | null;
  /**
   * How long after an observation the next one is due, in the dataset that waits the least; `null`
   * where there is none.
   */
  waitMs: number | null;
}

/** What the datasets of the given kinds, and of the given sources only where they are named, say about an answer's age. */
export function computeFreshness(
  datasets: readonly DatasetStatus[],
  kinds: readonly RecordKind[],
  sources?: readonly string[],
): Freshness {
  const used = datasets.filter(
    (dataset) => kinds.includes(dataset.kind) && (sources === undefined || sources.includes(dataset.source)),
  );
  return {
    sources: [...new Set(used.map((dataset) => dataset.source))].sort(),
    observedAtMs: used.length === 0 ? null : Math.max(...used.map((dataset) => dataset.observedAtMs)),
    stale: used.some((dataset) => dataset.stale),
    cadenceMs: used.length === 0 ? null : Math.min(...used.map((dataset) => dataset.cadenceMs)),
    waitMs: used.length === 0 ? null : Math.min(...used.map(({ dueAtMs, observedAtMs }) => dueAtMs - observedAtMs)),
  };
}
