import type { World } from "../../api/endpoint.ts";

/** The sources that something on the site is of. One in reserve is well without having been asked, and nothing is its. */
export function listUsedSources({ sources }: World["run"]): World["run"]["sources"][number][] {
  return sources.filter(({ status, fetchedAtMs }) => (status === "ok" || status === "stale") && fetchedAtMs !== null);
}
