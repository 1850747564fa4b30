import type { BuildTrace, RunReport } from "../../crypto/api/run-report.ts";
import { isFlag, isNumber, isText, isTimeMs, listOf, objectOf, orNull, type Shape } from "../../lib/shape.ts";

const isBuildTrace: Shape<BuildTrace> = objectOf({
  timeMs: isTimeMs,
  passed: isFlag,
  failedChecks: listOf(isText),
  durationMs: orNull(isNumber),
  coins: isNumber,
  pricedCoins: isNumber,
  tickersUsed: isNumber,
  sources: objectOf({ ok: isNumber, stale: isNumber, down: isNumber }),
});

export const isBuildLog = listOf(isBuildTrace);

export const BUILD_LOG = "builds";

/** Two days of builds at a pace of one in half an hour. */
const KEPT = 96;

export type Judged = Pick<RunReport, "generatedAtMs" | "sources" | "gate">;
export type Counts = Pick<BuildTrace, "durationMs" | "coins" | "pricedCoins" | "tickersUsed">;

/** The entry of a build in the log of builds. */
export function traceBuild(report: Judged, counts: Counts): BuildTrace {
  const { generatedAtMs, sources, gate } = report;
  const count = (status: (typeof sources)[number]["status"]) =>
    sources.filter((source) => source.status === status).length;
  return {
    timeMs: generatedAtMs,
    passed: gate.passed,
    failedChecks: gate.checks.flatMap(({ id, passed }) => (passed ? [] : id)),
    ...counts,
    sources: { ok: count("ok"), stale: count("stale"), down: count("down") },
  };
}

/** Adds a build to the log and drops the oldest ones. A repeated build replaces itself. */
export function addBuild(known: readonly BuildTrace[], build: BuildTrace): BuildTrace[] {
  return [...known.filter(({ timeMs }) => timeMs !== build.timeMs), build].slice(-KEPT);
}

/** The builds of two logs, each once, oldest first, as many as the log keeps. */
export function joinBuildLogs(older: readonly BuildTrace[], newer: readonly BuildTrace[]): BuildTrace[] {
  const builds = new Map([...older, ...newer].map((build) => [build.timeMs, build]));
  return [...builds.values()].sort((a, b) => a.timeMs - b.timeMs).slice(-KEPT);
}
