import type { SourceReport } from "../market/gate/run-report.ts";
import type { Source } from "../sources/source.ts";
import type { FeedOutcome } from "./session.ts";

/**
 * The entry of a source in `/api/status`, from the outcomes of its feeds; without outcomes it is
 * off, with the reason `offBecause`.
 */
export function buildSourceReport(
  source: Source,
  outcomes: readonly FeedOutcome[] | undefined,
  offBecause: string | null = null,
): SourceReport {
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
    lastError: outcomes === undefined ? offBecause : findError(asked),
    license: source.license,
    termsUrl: source.termsUrl,
    attribution: source.attribution,
    redistribution: source.redistribution,
  };
}

/** The first error with the name of its feed; errors of required feeds come first. */
function findError(asked: readonly FeedOutcome[]): string | null {
  const failed = asked.filter(({ error }) => error !== undefined);
  const first = failed.find(({ feed }) => feed.optional !== true) ?? failed[0];
  return first === undefined ? null : `${first.source.id}/${first.feed.id}: ${first.error}`;
}

function judgeStatus(
  outcomes: readonly FeedOutcome[] | undefined,
  required: readonly FeedOutcome[],
): SourceReport["status"] {
  if (outcomes === undefined) return "off";
  // A listing alone is useless: the feeds that no other one needs count.
  const needed = new Set(required.flatMap(({ feed }) => feed.needs ?? []));
  const answers = required.filter(({ feed }) => !needed.has(feed.id));
  if (answers.length > 0 && answers.every(({ status }) => status === "failed")) return "down";
  return required.some(({ status }) => status === "stale" || status === "failed") ? "stale" : "ok";
}
