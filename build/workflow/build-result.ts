import type { RunReport } from "../market/gate/run-report.ts";

/** How the build of a run ended, for the jobs after it. */
export interface BuildResult {
  /** `refused`: by the gate; `failed`: for any other reason. Then nothing is published. */
  outcome: "published" | "refused" | "failed";
  /** Unix milliseconds. */
  startedAtMs: number;
  /** `null` where the build failed before the gate. */
  report: RunReport | null;
  /** Why nothing is published. */
  error: string | null;
  /** Seconds that each source took. */
  seconds: Readonly<Record<string, number>>;
  files: number;
  bytes: number;
  /** Of `api/manifest.json`: the site of exactly this build. */
  manifestSha256: string | null;
  /** The recorded answers are kept as an artifact of the run. */
  evidence: boolean;
  /** The moment of the sample world that was read; absent in a live build. */
  sampleAt?: string;
}

/** Hours that a source may go on with earlier answers before that counts as broken: short outages pass unnoticed. */
export const BROKEN_AFTER_HOURS = 6;

export type SourceVerdict = "broken" | "works" | "undecided";

/** Whether a source is broken, judged by the age of its data and not by one failed request. */
export function judgeSource(
  { status, fetchedAtMs }: { status: string; fetchedAtMs: number | null },
  now: number,
): SourceVerdict {
  if (status === "ok" || status === "off") return "works";
  if (status === "down") return "broken";
  return now - (fetchedAtMs ?? 0) > BROKEN_AFTER_HOURS * 3_600_000 ? "broken" : "undecided";
}
