import type { BuildTrace, RunReport } from "./gate/run-report.ts";

/** Name of the state's document with the last builds, oldest first. */
export const BUILD_LOG = "builds";

/** Two days of builds at a pace of one in half an hour. */
const KEPT = 96;

type Judged = Pick<RunReport, "generatedAtMs" | "sources" | "gate">;
type Counts = Pick<BuildTrace, "coins" | "pricedCoins" | "tickersUsed">;

/** What is remembered of a build once the gate has judged it. */
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

/** The log with one more build, without those that have become too many. A build that is repeated replaces itself. */
export function addBuild(known: readonly BuildTrace[], build: BuildTrace): BuildTrace[] {
  return [...known.filter(({ timeMs }) => timeMs !== build.timeMs), build].slice(-KEPT);
}

/** The log of two states: every build of either, in the order of time. */
export function joinBuildLogs(older: readonly BuildTrace[], newer: readonly BuildTrace[]): BuildTrace[] {
  const builds = new Map([...older, ...newer].map((build) => [build.timeMs, build]));
  return [...builds.values()].sort((a, b) => a.timeMs - b.timeMs).slice(-KEPT);
}
