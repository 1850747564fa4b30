import type { Redistribution } from "../../normalise/record.ts";

/**
 * What a run did, for `/api/status`. Unlike the market it knows build times, and so is not
 * byte-stable.
 */
export interface RunReport {
  generatedAtMs: number;
  nextUpdateAtMs: number;
  /**
   * How often the site is built: no answer can be newer than its build, however fast its sources
   * are.
   */
  cadenceMs: number;
  commit: string | null;
  run: string | null;
  /**
   * In words, what no coin has because restricted sources are left out (`--open-only`). Absent:
   * they are not.
   */
  missing?: readonly string[];
  /** Flags and thresholds that differ from the defaults, as `name=value`. */
  overrides: readonly string[];
  sources: readonly SourceReport[];
  gate: GateVerdict;
  /** The last builds, oldest first; this one is the last of them. */
  builds: readonly BuildTrace[];
}

/** What is remembered of a build that came as far as the gate. */
export interface BuildTrace {
  timeMs: number;
  /** What the gate said. */
  passed: boolean;
  /** Ids of the checks that refused it. */
  failedChecks: readonly string[];
  /** From its start to the verdict; `null` where nobody measured. */
  durationMs: number | null;
  coins: number;
  pricedCoins: number;
  tickersUsed: number;
  /** How many sources were in which state. */
  sources: { ok: number; stale: number; down: number };
}

export interface SourceReport {
  id: string;
  name: string;
  homepage: string;
  /**
   * `ok` all feeds fresh, `stale` some from an earlier run, `down` nothing usable, `off` switched
   * off.
   */
  status: "ok" | "stale" | "down" | "off";
  fetchedAtMs: number | null;
  records: number;
  rejected: number;
  /** Reason → rows left out, faults and others alike. */
  dropped: Record<string, number>;
  lastError: string | null;
  license: string;
  termsUrl: string;
  attribution: string | null;
  redistribution: Redistribution;
}

export interface GateVerdict {
  passed: boolean;
  checks: readonly GateCheck[];
}

export interface GateCheck {
  id: string;
  passed: boolean;
  /** A sentence with the measured value and the threshold. */
  message: string;
  /**
   * It judges nothing, and names what the build doubted and did without: where the build is
   * refused, the likely culprits.
   */
  warning?: boolean;
}

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
