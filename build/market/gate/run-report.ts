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
  doubted?: boolean;
}
