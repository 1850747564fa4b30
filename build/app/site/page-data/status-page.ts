import counted from "../../../../templates/docs/data/reliability.json" with { type: "json" };
import { findCoverage } from "../../../crypto/api/answer-spans.ts";
import { isAbsent, type Reachability } from "../../../crypto/api/endpoints/reachability.ts";
import type { Status } from "../../../crypto/api/endpoints/status.ts";
import { sortByCount } from "../../../lib/collections.ts";
import { addUp } from "../../../lib/stats.ts";
import { renderDay, renderTime } from "../../../lib/time.ts";
import { type Built, findAnswer } from "./data-page.ts";
import { listSummaries } from "./site-facts.ts";

/** The response of the status, with what the page derives from it. Throws if there is none. */
export function computeStatusPage(built: Built) {
  const status = findAnswer<Status>(built, "status");
  if (status === undefined) throw new Error("There is no status");
  const { run } = built.world;
  const { datasets, coverage, ...rest } = status.data;
  const sources = status.data.sources.map(({ dropped, ...source }) => ({
    ...source,
    // No error, but not requested, because other sources answered.
    state: source.status === "ok" && source.fetched_at === null ? ("reserve" as const) : source.status,
    left_out: addUp(Object.values(dropped)),
    reasons: listReasons(dropped),
  }));
  const { tickers_dropped, ...covered } = coverage;
  const count = (state: (typeof sources)[number]["state"]) => sources.filter((source) => source.state === state).length;
  const endpoints = new Map(listSummaries(built).map((endpoint) => [endpoint.id, endpoint]));
  return {
    ...rest,
    sources,
    answers_since: renderTime(run.answersSinceMs),
    spans: describeSpans(run),
    absent: (findAnswer<Reachability[]>(built, "reachability")?.data ?? []).filter(isAbsent),
    counts: {
      ok: count("ok"),
      stale: count("stale"),
      down: count("down"),
      off: count("off"),
      reserve: count("reserve"),
    },
    datasets: datasets.map((dataset) => ({
      ...dataset,
      title: endpoints.get(dataset.endpoint)?.title ?? dataset.endpoint,
      example: endpoints.get(dataset.endpoint)?.example ?? null,
    })),
    coverage: { ...covered, reasons: listReasons(tickers_dropped) },
  };
}

/** Whether the record of answers has each span, and otherwise the day on which it will. */
function describeSpans({ generatedAtMs, answersSinceMs }: Built["world"]["run"]) {
  const starts = findCoverage(answersSinceMs);
  const describe = (startMs: number) => (startMs <= generatedAtMs ? null : renderDay(startMs));
  return [
    { id: "day", title: "24 hours", from: describe(starts.day) },
    { id: "week", title: "7 days", from: describe(starts.week) },
    { id: "month", title: "30 days", from: describe(starts.month) },
  ];
}

/** Why rows were dropped, most frequent first. */
function listReasons(dropped: Readonly<Record<string, number>>) {
  return sortByCount(Object.entries(dropped)).map(([reason, rows]) => ({ reason, rows }));
}

/** The count of one kind of test. */
export interface Tried {
  name: string;
  /** The things that were counted. */
  what: string;
  tried: number;
  /** Absent if the test is not random. */
  seed?: number;
  /** Other counts of the test, where the page states them. */
  details?: Readonly<Record<string, number>>;
}

/** What `npm run test:collect` writes. */
export interface CollectedTries {
  tries: readonly Tried[];
  faults: readonly { id: string; level: string; what: string }[];
}

const TITLES = {
  connection: "Connection",
  http: "HTTP status",
  body: "Body, with status 200",
  market: "Market data, in the source's own format",
};

/** The fault tests: how many cases and builds they tried, and with which faults. */
export function computeReliabilityPage() {
  const { tries, faults }: CollectedTries = counted;
  return {
    tries,
    faults: Object.entries(TITLES).map(([level, title]) => ({
      title,
      entries: faults.filter((fault) => fault.level === level),
    })),
    absent: computeAbsent(tries),
    builds: tries.filter(({ what }) => /\bbuilds\b/.test(what)).reduce((sum, { tried }) => sum + tried, 0),
  };
}

/** What `COUNT=24 npm run test:chaos -- absent-venues` found; the test names the numbers. */
function computeAbsent(tries: CollectedTries["tries"]) {
  const found = tries.find(({ name }) => name === "absent-venues");
  const { venues, absent, choices, refused, worst_percent: worstPercent } = found?.details ?? {};
  if (found === undefined || venues === undefined || absent === undefined || choices === undefined) return null;
  if (refused === undefined || worstPercent === undefined) return null;
  return { venues, absent, choices, builds: found.tried, refused, published: found.tried - refused, worstPercent };
}
