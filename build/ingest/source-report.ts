import type { SourceReport } from "../market/run-report.ts";
import type { Source } from "../sources/source.ts";
import type { FeedOutcome } from "./feed-outcome.ts";

/** One line of `/api/status` per source, from what came of its feeds. */
export function buildSourceReport(source: Source, outcomes: readonly FeedOutcome[] | undefined): SourceReport {
  const asked = outcomes?.filter((outcome) => outcome.status !== "skipped") ?? [];
  const datasets = asked.flatMap(({ dataset }) => (dataset === undefined ? [] : [dataset]));
  const required = asked.filter(({ feed }) => feed.optional !== true);
  const dropped: Record<string, number> = {};
  for (const outcome of asked) {
    for (const [reason, count] of Object.entries(outcome.dropped)) dropped[reason] = (dropped[reason] ?? 0) + count;
  }
  return {
    id: source.id,
    name: source.name,
    homepage: source.homepage,
    status: judgeStatus(outcomes, required),
    fetchedAtMs: datasets.length === 0 ? null : Math.max(...datasets.map(({ fetchedAtMs }) => fetchedAtMs)),
    records: datasets.reduce((sum, { records }) => sum + records.length, 0),
    rejected: asked.reduce((sum, { rejected }) => sum + rejected, 0),
    dropped,
    lastError: asked.find(({ error }) => error !== undefined)?.error ?? null,
    license: source.license,
    termsUrl: source.termsUrl,
    attribution: source.attribution,
  };
}

function judgeStatus(
  outcomes: readonly FeedOutcome[] | undefined,
  required: readonly FeedOutcome[],
): SourceReport["status"] {
  if (outcomes === undefined) return "off";
  if (required.some(({ status }) => status === "failed")) return "down";
  return required.some(({ status }) => status === "stale") ? "stale" : "ok";
}
