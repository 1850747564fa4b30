import { MINUTE_MS } from "../../lib/time.ts";
import type { Dataset, RecordKind } from "../normalise/record.ts";
import type { Feed, Source } from "../sources/source.ts";
import type { FeedOutcome } from "./session.ts";
import type { SourceKind, SourceReport } from "./source-report.ts";

export interface SourceSettings {
  sourcesOn: readonly string[];
  sourcesOff: readonly string[];
  openOnly: boolean;
}

/**
 * Without those that are off, by their own default or the settings, and with `openOnly` without
 * restricted ones.
 */
export function chooseSources(
  sources: readonly Source[],
  { sourcesOn, sourcesOff, openOnly }: SourceSettings,
): Source[] {
  return sources.filter(({ id, offByDefault, terms }) => {
    if (openOnly && terms.class === "restricted") return false;
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

/** The kinds of records that only restricted sources give, none of them chosen. */
export function listExcludedKinds(sources: readonly Source[], chosen: readonly Source[]): RecordKind[] {
  const listKinds = (some: readonly Source[]) => some.flatMap(({ feeds }) => feeds.map(({ kind }) => kind));
  const given = new Set(listKinds(chosen));
  const restricted = sources.filter((source) => source.terms.class === "restricted" && !chosen.includes(source));
  return [...new Set(listKinds(restricted))].filter((kind) => !given.has(kind));
}

/** What each source gave this build, also the sources that are off. */
export function buildSourceReports(
  sources: readonly Source[],
  chosen: readonly Source[],
  outcomes: readonly FeedOutcome[],
  openOnly: boolean,
): SourceReport[] {
  return sources.map((source) => {
    const own = outcomes.filter((outcome) => outcome.source === source);
    const isLeftOut = openOnly && source.terms.class === "restricted";
    const reason = isLeftOut ? "left out: its terms restrict redistribution (--open-only)" : null;
    return buildSourceReport(source, chosen.includes(source) ? own : undefined, reason);
  });
}

/** What `--open-only` costs; `missing`: what no coin has, in words. */
export function describeLeftOut(sources: readonly Source[], missing: readonly string[]): string {
  const names = sources.flatMap(({ name, terms }) => (terms.class === "restricted" ? name : []));
  const list = missing.length === 0 ? "" : ` No coin has: ${missing.join(", ")}.`;
  const restricted = [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
  return `--open-only leaves out ${restricted}, whose terms restrict redistribution.${list}`;
}

/** The source whose coins carry hourly prices, which fill hours without a price of our own. */
export function findHourlySource(datasets: readonly Dataset[]): string | undefined {
  return datasets.find(({ records }) =>
    records.some((record) => "sparklineUsd" in record && record.sparklineUsd.length > 0),
  )?.source;
}

/** By the kind of the records of its first feed. */
const SOURCE_KINDS: Readonly<Record<RecordKind, SourceKind>> = {
  listing: "exchange",
  ticker: "exchange",
  coin: "coins",
  "coin-detail": "coins",
  global: "coins",
  exchange: "coins",
  protocol: "defi",
  chain: "defi",
  tvl: "defi",
  "dex-volume": "defi",
  index: "index",
  rate: "exchange-rates",
  fixing: "exchange-rates",
  article: "news",
};

/** Without outcomes the source is off, because of `offBecause`. */
export function buildSourceReport(
  source: Source,
  outcomes: readonly FeedOutcome[] | undefined,
  offBecause: string | null = null,
): SourceReport {
  const asked = outcomes?.filter((outcome) => outcome.status !== "skipped") ?? [];
  const datasets = asked.flatMap(({ dataset }) => (dataset === undefined ? [] : [dataset]));
  const required = asked.filter(({ feed }) => feed.optional !== true);
  // A listing alone is useless: the feeds that no other one needs count.
  const needed = new Set(required.flatMap(({ feed }) => feed.needs ?? []));
  const decisive = required.filter(({ feed }) => !needed.has(feed.id));
  const dropped: Record<string, number> = {};
  for (const outcome of asked) {
    for (const [reason, count] of Object.entries(outcome.dropped)) dropped[reason] = (dropped[reason] ?? 0) + count;
  }
  return {
    id: source.id,
    name: source.name,
    kind: SOURCE_KINDS[(source.feeds[0] as Feed).kind],
    homepage: source.homepage,
    status: outcomes === undefined ? "off" : judgeStatus(required, decisive),
    answered: judgeAnswer(decisive.length === 0 ? asked : decisive),
    fetchedAtMs: datasets.length === 0 ? null : Math.max(...datasets.map(({ fetchedAtMs }) => fetchedAtMs)),
    records: datasets.reduce((sum, { records }) => sum + records.length, 0),
    rejected: asked.reduce((sum, { rejected }) => sum + rejected, 0),
    dropped,
    lastError: outcomes === undefined ? offBecause : findError(asked),
    ...(source.oftenAbsent !== undefined && { oftenAbsent: true }),
    license: source.license,
    terms: source.terms,
    attribution: source.attribution,
  };
}

/** Errors of required feeds come first. */
function findError(asked: readonly FeedOutcome[]): string | null {
  const failed = asked.filter(({ error }) => error !== undefined);
  const first = failed.find(({ feed }) => feed.optional !== true) ?? failed[0];
  return first === undefined ? null : `${first.source.id}/${first.feed.id}: ${first.error}`;
}

function judgeStatus(required: readonly FeedOutcome[], decisive: readonly FeedOutcome[]): SourceReport["status"] {
  if (decisive.length > 0 && decisive.every(({ status }) => status === "failed")) return "down";
  return required.some(({ status }) => status === "stale" || status === "failed") ? "stale" : "ok";
}

/** One usable response is an answer; `null` without a request. */
function judgeAnswer(outcomes: readonly FeedOutcome[]): boolean | null {
  const requested = outcomes.filter(({ answered }) => answered !== null);
  return requested.length === 0 ? null : requested.some(({ answered }) => answered);
}
