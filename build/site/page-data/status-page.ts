import type { Endpoint, World } from "../../api/endpoint.ts";
import type { Status } from "../../api/endpoints/status.ts";
import { findAnswer } from "./data-page.ts";

/** `/api/status` with what the page adds. */
export interface StatusPage extends Omit<Status, "sources" | "datasets" | "coverage"> {
  sources: readonly SourceState[];
  /** Number of sources in each state. */
  counts: Readonly<Record<SourceState["state"], number>>;
  /** `example`: the endpoint's first file, relative to the site's root; `null` without data. */
  datasets: readonly (Status["datasets"][number] & { title: string; example: string | null })[];
  coverage: Omit<Status["coverage"], "tickers_dropped"> & { reasons: readonly Reason[] };
}

interface SourceState extends Omit<Status["sources"][number], "dropped"> {
  /** `reserve`: no error, but not requested, because other sources answered. */
  state: "ok" | "stale" | "down" | "off" | "reserve";
  reasons: readonly Reason[];
}

/** Why rows were dropped, most frequent first. */
interface Reason {
  reason: string;
  rows: number;
}

/** `exampleOf`: endpoint id → its first file. */
export function computeStatusPage(
  endpoints: readonly Endpoint[],
  world: World,
  exampleOf: (id: string) => string | null,
): StatusPage {
  const status = findAnswer<Status>(endpoints, world, "status");
  if (status === undefined) throw new Error("There is no status");
  const { datasets, coverage, ...rest } = status.data;
  const sources = status.data.sources.map(({ dropped, ...source }) => ({
    ...source,
    state: source.status === "ok" && source.fetched_at === null ? ("reserve" as const) : source.status,
    reasons: listReasons(dropped),
  }));
  const { tickers_dropped, ...covered } = coverage;
  const count = (state: SourceState["state"]) => sources.filter((source) => source.state === state).length;
  const titles = new Map(endpoints.map(({ id, title }) => [id, title]));
  return {
    ...rest,
    sources,
    counts: {
      ok: count("ok"),
      stale: count("stale"),
      down: count("down"),
      off: count("off"),
      reserve: count("reserve"),
    },
    datasets: datasets.map((dataset) => ({
      ...dataset,
      title: titles.get(dataset.endpoint) ?? dataset.endpoint,
      example: exampleOf(dataset.endpoint),
    })),
    coverage: { ...covered, reasons: listReasons(tickers_dropped) },
  };
}

function listReasons(dropped: Readonly<Record<string, number>>): Reason[] {
  return Object.entries(dropped)
    .map(([reason, rows]) => ({ reason, rows }))
    .sort((a, b) => b.rows - a.rows || (a.reason < b.reason ? -1 : 1));
}

import counted from "../../../templates/docs/data/reliability.json" with { type: "json" };

/** The fault tests: how many cases they tried, and with which faults. */
export interface ReliabilityPage {
  tries: readonly Tried[];
  faults: readonly { title: string; entries: readonly TriedFault[] }[];
  /** Number of builds in all tries. */
  builds: number;
}

/** The count of one kind of test. */
export interface Tried {
  name: string;
  /** The things that were counted. */
  what: string;
  tried: number;
  /** Absent if the test is not random. */
  seed?: number;
}

interface TriedFault {
  id: string;
  level: string;
  what: string;
}

/** What `npm run test:collect` writes. */
export interface CollectedTries {
  tries: readonly Tried[];
  faults: readonly TriedFault[];
}

const TITLES = {
  connection: "Connection",
  http: "HTTP status",
  body: "Body, with status 200",
  market: "Market data, in the source's own format",
};

export function computeReliabilityPage(): ReliabilityPage {
  const { tries, faults }: CollectedTries = counted;
  return {
    tries,
    faults: Object.entries(TITLES).map(([level, title]) => ({
      title,
      entries: faults.filter((fault) => fault.level === level),
    })),
    builds: tries.filter(({ what }) => /\bbuilds\b/.test(what)).reduce((sum, { tried }) => sum + tried, 0),
  };
}
