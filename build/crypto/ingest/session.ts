import type { Effects } from "../../kit/platform/platform.ts";
import type { Dataset, RecordKind, RecordKinds } from "../normalise/record.ts";
import { isOfKind } from "../normalise/record.ts";
import type { Feed, RequestContext, Source } from "../sources/source.ts";
import type { LastKnownGood } from "./last-known-good.ts";
import type { ReadingTime } from "./reading-time.ts";

export interface Session {
  effects: Effects;
  /** When the run began: all ages are relative to it. */
  now: number;
  coins: number;
  detailsPerBuild: number;
  apiKeys: RequestContext["apiKeys"];
  cadenceMs: number;
  /** Fetch even what is young enough (a recording must be complete). */
  ignoreCache: boolean;
  /** The days of series in the state, ascending, by the kind of their records. Absent: none. */
  days?: ReadonlyMap<RecordKind, readonly string[]>;
  time: ReadingTime;
  /** Outcomes so far, by `source.feed`. */
  outcomes: Map<string, FeedOutcome>;
}

export interface FeedOutcome {
  source: Source;
  feed: Feed;
  /**
   * `cached`: young enough, not fetched; `stale`: failed at least in part and completed from the
   * last known good response; `failed`: nothing usable; `skipped`: a fallback that was not needed,
   * or a feed without requests.
   */
  status: "fresh" | "cached" | "stale" | "failed" | "skipped";
  /** Present unless failed or skipped. */
  dataset: Dataset<RecordKind> | undefined;
  /** Some of its records are older than usual: sources with the same kind of record are needed. */
  overdue: boolean;
  /** Reason → rows left out. */
  dropped: Readonly<Record<string, number>>;
  /** How many of those were faults. */
  rejected: number;
  error: string | undefined;
  /** Whether the upstream gave a usable response in this run; `null`: it was not requested. */
  answered: boolean | null;
}

/** What a feed may know when it says its requests. `before`: its last known good response. */
export function buildRequestContext(
  source: Source,
  feed: Feed,
  session: Pick<Session, "now" | "coins" | "detailsPerBuild" | "apiKeys" | "days" | "outcomes">,
  before: LastKnownGood | undefined,
): RequestContext {
  const { now, coins, detailsPerBuild, apiKeys, days, outcomes } = session;
  return {
    now,
    coins,
    detailsPerBuild,
    apiKeys,
    failures: new Map(Object.entries(before?.failures ?? {})),
    answeredAtMs: before?.complete ? before.fetchedAtMs : null,
    days: (kind) => days?.get(kind) ?? [],
    records: (name, kind) => {
      const dataset = outcomes.get(`${source.id}.${name}`)?.dataset;
      return dataset && isOfKind(dataset, kind) ? dataset.records : [];
    },
    lastGood: <K extends RecordKind>(name: string) => {
      if (name !== feed.id) throw new Error(`${source.id}/${feed.id} may only look back at its own records`);
      return (before?.records ?? []).map((record, index) => ({
        record: record as RecordKinds[K],
        fetchedAtMs: before?.times[index] ?? before?.fetchedAtMs ?? 0,
      }));
    },
  };
}
