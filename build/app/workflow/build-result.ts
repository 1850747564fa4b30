import { ABSENT_BUILDS, type Reachability, type RunReport } from "../../crypto/api/run-report.ts";
import type { SourceReport } from "../../crypto/ingest/source-report.ts";
import { type Markdown, md } from "../../lib/markdown.ts";

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
}

export interface SourceVerdict {
  source: SourceReport;
  /** Absent if the source is off. */
  reachability: Reachability | undefined;
  verdict: "broken" | "works" | "undecided";
}

/** Judges each source by its last builds, not by one failed request. */
export function judgeSources({ sources, reachability }: RunReport): SourceVerdict[] {
  return sources.map((source) => {
    const own = reachability.find(({ id }) => id === source.id);
    const isExpected = source.oftenAbsent === true || own === undefined;
    const absent = isExpected ? 0 : own.absentBuilds;
    // Where one of its feeds fails, the others answer now and then: that is no recovery.
    const works = isExpected || (absent === 0 && source.status === "ok");
    const verdict = works ? "works" : absent < ABSENT_BUILDS ? "undecided" : "broken";
    return { source, reachability: own, verdict };
  });
}

/** `97.9 %`, rounded down: 100 % means every build. */
export function renderShare(share: number): Markdown {
  return md`${Math.floor(share * 1000) / 10} %`;
}
