import type { Endpoint, World } from "../../api/endpoint.ts";
import { findAnswer } from "./find-answer.ts";

/** What `/api/status` says, with the words that people read. Times in ISO 8601. */
export interface StatusPage {
  generated_at: string;
  next_update_at: string;
  commit: string | null;
  run: string | null;
  sources: readonly SourceState[];
  /** How many sources are in each state. */
  counts: Readonly<Record<SourceState["state"], number>>;
  datasets: readonly DatasetAge[];
  coverage: Coverage;
  gate: { passed: boolean; checks: readonly { id: string; passed: boolean; message: string }[] };
  /** Newest first. */
  builds: readonly PastBuild[];
  overrides: readonly string[];
}

export interface PastBuild {
  generated_at: string;
  passed: boolean;
  failed_checks: readonly string[];
  duration_seconds: number | null;
  coins: number;
  priced_coins: number;
  tickers_used: number;
  sources: { ok: number; stale: number; down: number };
}

export interface SourceState {
  id: string;
  name: string;
  url: string;
  status: "ok" | "stale" | "down" | "off";
  /** The same, apart from what is well and was never asked, because it is only asked when others fail. */
  state: "ok" | "stale" | "down" | "off" | "reserve";
  fetched_at: string | null;
  records: number;
  rejected: number;
  /** Most frequent first. */
  reasons: readonly Reason[];
  last_error: string | null;
  license: string;
  terms_url: string;
  attribution: string | null;
}

export interface Reason {
  reason: string;
  rows: number;
}

export interface DatasetAge {
  endpoint: string;
  title: string;
  /** The endpoint's first file, relative to the site's root; `null` where it has none. */
  example: string | null;
  updated_at: string;
  stale: boolean;
}

export interface Coverage {
  coins: number;
  exchanges: number;
  tickers_read: number;
  tickers_used: number;
  /** Why tickers were left out, most frequent first. */
  reasons: readonly Reason[];
}

type Status = Pick<
  StatusPage,
  "generated_at" | "next_update_at" | "commit" | "run" | "gate" | "builds" | "overrides"
> & {
  sources: (Omit<SourceState, "reasons" | "state"> & { dropped: Record<string, number> })[];
  datasets: { endpoint: string; updated_at: string; stale: boolean }[];
  coverage: Omit<Coverage, "reasons"> & { tickers_dropped: Record<string, number> };
};

/** `exampleOf`: a file of an endpoint, by its id. */
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
