import type { RunReport } from "../market/gate/run-report.ts";

export interface BuildResult {
  /** `built`: not verified or published yet. `refused`: by the gate. `failed`: otherwise. */
  outcome: "built" | "refused" | "failed";
  startedAtMs: number;
  /** `null` where the build failed before the gate. */
  report: RunReport | null;
  error: string | null;
  seconds: Readonly<Record<string, number>>;
  files: number;
  bytes: number;
  /** Hash of `api/manifest.json`: identifies the site of this build. */
  manifestSha256: string | null;
  /** The recorded responses are kept as an artifact of the run. */
  evidence: boolean;
  /** The time of the demo market; absent in a live build. */
  sampleAt?: string;
}

/** A source may be stale this long before it counts as broken. Short outages raise no issue. */
export const BROKEN_AFTER_HOURS = 6;

export type SourceVerdict = "broken" | "works" | "undecided";

/** Judges a source by the age of its data, not by one failed request. */
export function judgeSource(
  { status, fetchedAtMs }: { status: string; fetchedAtMs: number | null },
  now: number,
): SourceVerdict {
  if (status === "ok" || status === "off") return "works";
  if (status === "down") return "broken";
  return now - (fetchedAtMs ?? 0) > BROKEN_AFTER_HOURS * 3_600_000 ? "broken" : "undecided";
}
