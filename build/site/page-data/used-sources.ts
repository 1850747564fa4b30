import type { RunReport, SourceReport } from "../../market/run-report.ts";

/** The sources that something on the site is of. One in reserve is well without having been asked, and nothing is its. */
export function listUsedSources({ sources }: RunReport): SourceReport[] {
  return sources.filter(({ status, fetchedAtMs }) => (status === "ok" || status === "stale") && fetchedAtMs !== null);
}
