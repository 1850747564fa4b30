import { isFlag, isNumber, isText, isTimeMs, listOf, objectOf, orNull, type ShapeOf } from "../../lib/shape.ts";
import type { RecordKind, Terms } from "../../normalise/record.ts";

/** The result of a run, for `/api/status`. Contains build times, so it is not byte-stable. */
export interface RunReport {
  generatedAtMs: number;
  nextUpdateAtMs: number;
  /** How often the site is built: no response can be newer than its build. */
  cadenceMs: number;
  commit: string | null;
  run: string | null;
  /** What no coin has because of `--open-only`. Absent: restricted sources are used. */
  missing?: readonly string[];
  /** Kinds of records that are left out by `--open-only`, because no other source gives them. */
  excludedKinds?: readonly RecordKind[];
  /** Flags and thresholds that differ from the defaults, as `name=value`. */
  overrides: readonly string[];
  sources: readonly SourceReport[];
  gate: GateVerdict;
  /** The last builds, oldest first; this one is the last of them. */
  builds: readonly BuildTrace[];
  /** Every source that is not off, in their order. */
  reachability: readonly Reachability[];
}

/** The trace of a build that reached the gate. */
export type BuildTrace = ShapeOf<typeof isBuildTrace>;
const isBuildTrace = objectOf({
  timeMs: isTimeMs,
  /** Whether the gate accepted the build. */
  passed: isFlag,
  /** Ids of the checks that refused it. */
  failedChecks: listOf(isText),
  /** From its start to the verdict; `null` if not measured. */
  durationMs: orNull(isNumber),
  coins: isNumber,
  pricedCoins: isNumber,
  tickersUsed: isNumber,
  sources: objectOf({ ok: isNumber, stale: isNumber, down: isNumber }),
});

export const isBuildLog = listOf(isBuildTrace);

export type SourceKind = "exchange" | "coins" | "defi" | "index" | "exchange-rates" | "news";

export interface SourceReport {
  id: string;
  name: string;
  kind: SourceKind;
  homepage: string;
  /** All feeds fresh, some from an earlier run, nothing usable, or switched off. */
  status: "ok" | "stale" | "down" | "off";
  /** Whether it gave a usable response in this build; `null`: no request was due. */
  answered: boolean | null;
  fetchedAtMs: number | null;
  records: number;
  rejected: number;
  /** Reason → rows left out, faults and others alike. */
  dropped: Record<string, number>;
  lastError: string | null;
  /** Its absence is expected on most runners. */
  oftenAbsent?: true;
  license: string;
  terms: Terms;
  attribution: string | null;
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

export interface GateVerdict {
  passed: boolean;
  checks: readonly GateCheck[];
}

export interface GateCheck {
  id: string;
  passed: boolean;
  /** A sentence with the measured value and the threshold. */
  message: string;
  /** Suspect values that the build left out. Helps to find the cause of a refusal. */
  warning?: boolean;
}

export const BUILD_LOG = "builds";

/** Two days of builds at a pace of one in half an hour. */
const KEPT = 96;

export type Judged = Pick<RunReport, "generatedAtMs" | "sources" | "gate">;
export type Counts = Pick<BuildTrace, "coins" | "pricedCoins" | "tickersUsed">;

export function traceBuild(report: Judged, counts: Counts, durationMs: number | null): BuildTrace {
  const { generatedAtMs, sources, gate } = report;
  const count = (status: (typeof sources)[number]["status"]) =>
    sources.filter((source) => source.status === status).length;
  return {
    timeMs: generatedAtMs,
    passed: gate.passed,
    failedChecks: gate.checks.flatMap(({ id, passed }) => (passed ? [] : id)),
    durationMs,
    ...counts,
    sources: { ok: count("ok"), stale: count("stale"), down: count("down") },
  };
}

/** Adds a build to the log and drops the oldest ones. A repeated build replaces itself. */
export function addBuild(known: readonly BuildTrace[], build: BuildTrace): BuildTrace[] {
  return [...known.filter(({ timeMs }) => timeMs !== build.timeMs), build].slice(-KEPT);
}

export function joinBuildLogs(older: readonly BuildTrace[], newer: readonly BuildTrace[]): BuildTrace[] {
  const builds = new Map([...older, ...newer].map((build) => [build.timeMs, build]));
  return [...builds.values()].sort((a, b) => a.timeMs - b.timeMs).slice(-KEPT);
}
