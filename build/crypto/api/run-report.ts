import type { BuildRun } from "../../kit/api/world.ts";
import type { SourceReport } from "../ingest/source-report.ts";
import type { GateVerdict } from "../market/gate/verdict.ts";
import type { RecordKind } from "../normalise/record.ts";

/** The result of a run, for `/api/status`. Contains build times, so it is not byte-stable. */
export interface RunReport extends BuildRun {
  /** What no coin has because of `--open-only`. Absent: restricted sources are used. */
  missing?: readonly string[];
  excludedKinds: readonly RecordKind[];
  /** Flags and thresholds that differ from the defaults, as `name=value`. */
  overrides: readonly string[];
  sources: readonly SourceReport[];
  gate: GateVerdict;
  builds: readonly BuildTrace[];
  /** Every source that is not off, in their order. */
  reachability: readonly Reachability[];
  /** The first build of the last month on record: reachability is not known for longer. */
  answersSinceMs: number;
  /** The outages of sources in the last month, the newest first. */
  outages: readonly Outage[];
}

/** After an answer, a source gave none in `ABSENT_BUILDS` builds in a row or more. */
export interface Outage extends Pick<SourceReport, "id" | "name"> {
  /** The first of these builds. */
  fromMs: number;
  /** The build with which they were enough for an outage. */
  noticedMs: number;
  /** The next build in which it answered; `null`: it does not answer yet. */
  endedMs: number | null;
}

/** The trace of a build that reached the gate. */
export interface BuildTrace {
  timeMs: number;
  /** Whether the gate accepted the build. */
  passed: boolean;
  /** Ids of the checks that refused it. */
  failedChecks: string[];
  /** From its start to the verdict; `null` if not measured. */
  durationMs: number | null;
  coins: number;
  pricedCoins: number;
  tickersUsed: number;
  sources: { ok: number; stale: number; down: number };
}

/** How often a source answered. */
export interface Reachability extends Pick<SourceReport, "id" | "name" | "kind"> {
  /** The builds of the last day, week and month that requested it, with this one. */
  requested: PerSpan<number>;
  /** The share of them in which it answered, 0 to 1; `null` if there are none. */
  answeredShare: PerSpan<number | null>;
  /** Builds in a row in which it was requested and did not answer, up to this one. */
  absentBuilds: number;
  lastSuccessMs: number | null;
  /** Its last error in the last month, and the time of its build. */
  lastError: { timeMs: number; text: string } | null;
}

export interface PerSpan<Value> {
  day: Value;
  week: Value;
  month: Value;
}

/** A source is absent after so many builds without an answer: one failed request is no outage. */
export const ABSENT_BUILDS = 2;
