import type { Dataset, RecordKind } from "../normalise/record.ts";
import type { Feed, Source } from "../sources/source.ts";

/** What came of one feed in one run. */
export interface FeedOutcome {
  source: Source;
  feed: Feed;
  /**
   * `fresh`: answered now; `cached`: young enough not to be asked; `stale`: failed now, in whole or in part, and completed from the
   * last good answer; `failed`: nothing usable; `skipped`: a fallback that was not needed, or a feed that has nothing to ask.
   */
  status: "fresh" | "cached" | "stale" | "failed" | "skipped";
  /** Present unless failed or skipped. */
  dataset: Dataset<RecordKind> | undefined;
  /** Some of its records are older than a last good answer usually is used: others that know the same are needed. */
  overdue: boolean;
  /** Reason → rows left out. */
  dropped: Readonly<Record<string, number>>;
  /** How many of those were faults. */
  rejected: number;
  error: string | undefined;
}
