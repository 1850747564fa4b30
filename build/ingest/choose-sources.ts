import { MINUTE_MS } from "../lib/time.ts";
import type { SourceReport } from "../market/gate/run-report.ts";
import type { Source } from "../sources/source.ts";
import type { FeedOutcome } from "./session.ts";

export interface SourceSettings {
  sourcesOn: readonly string[];
  sourcesOff: readonly string[];
  openOnly: boolean;
}

export function chooseSources(
  sources: readonly Source[],
  { sourcesOn, sourcesOff, openOnly }: SourceSettings,
): Source[] {
  return sources.filter(({ id, offByDefault, redistribution }) => {
    if (openOnly && redistribution === "restricted") return false;
    return !sourcesOff.includes(id) && (offByDefault === undefined || sourcesOn.includes(id));
  });
}

/** What the market has to know of the sources. */
export function describeSources(sources: readonly Source[], buildCadenceMs: number) {
  const findSource = (id: string) => sources.find((source) => source.id === id);
  return {
    /** A feed is refreshed once a minute and once a build at most. */
    cadenceOf(id: string, feed: string): number {
      const source = findSource(id);
      const refreshMs = source?.feeds.find((candidate) => candidate.id === feed)?.refreshMs;
      return Math.max(buildCadenceMs, source?.cadenceMs ?? MINUTE_MS, refreshMs ?? MINUTE_MS);
    },
    nextDueMs: (id: string, observedMs: number) => findSource(id)?.nextDueMs?.(observedMs),
    venues: sources.flatMap(({ id, name, homepage, venue }) => (venue ? [{ id, name, homepage, ...venue }] : [])),
    publishers: new Map(sources.map(({ id, name, homepage }) => [id, { id, name, url: homepage }])),
  };
}

export function buildSourceReports(
  sources: readonly Source[],
  chosen: readonly Source[],
  outcomes: readonly FeedOutcome[],
  openOnly: boolean,
): SourceReport[] {
  return sources.map((source) => {
    const own = outcomes.filter((outcome) => outcome.source === source);
    const isLeftOut = openOnly && source.redistribution === "restricted";
    const reason = isLeftOut ? "left out: its terms restrict redistribution (--open-only)" : null;
    return buildSourceReport(source, chosen.includes(source) ? own : undefined, reason);
  });
}

/** What `--open-only` costs; `missing`: what no coin has, in words. */
export function describeLeftOut(sources: readonly Source[], missing: readonly string[]): string {
  const names = sources.flatMap(({ name, redistribution }) => (redistribution === "restricted" ? name : []));
  const list = missing.length === 0 ? "" : ` No coin has: ${missing.join(", ")}.`;
  return `--open-only leaves out ${names.join(" and ")}, whose terms restrict redistribution.${list}`;
}

export function findHourlySource(sources: readonly Source[]): string | undefined {
  return sources.find(({ feeds }) => feeds.some(({ hasHourlyPrices }) => hasHourlyPrices === true))?.id;
}

/** Without outcomes the source is off, because of `offBecause`. */
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

/** Errors of required feeds come first. */
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
