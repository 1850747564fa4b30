import { fetchRequest, mergeAnswers, type RequestAnswer } from "../ingest/fetch-answer.ts";
import { buildRequestContext, type FeedOutcome } from "../ingest/session.ts";
import { describeError } from "../lib/operational-error.ts";
import type { Dataset, RecordKind, RecordKinds } from "../normalise/record.ts";
import type { Http } from "../platform/platform.ts";
import type { Feed, FeedRequest, RequestContext, Source } from "../sources/source.ts";
import type { FeedReading } from "./feed-reading.ts";
import { isUnreachable } from "./is-unreachable.ts";

export interface ContractOptions {
  http: Http;
  now: number;
  /** One page of coins shows the shape of all. */
  coins: number;
  apiKeys: RequestContext["apiKeys"];
}

/** What a source answered, and the records by feed. */
export interface SourceReading {
  readings: FeedReading[];
  datasets: Dataset[];
}

/**
 * Asks every feed of a source once, at every address that it has: fallbacks too, whose drift would show only on the day they are needed.
 * Does not throw; nothing is kept.
 */
export async function readContract(source: Source, options: ContractOptions): Promise<SourceReading> {
  const outcomes = new Map<string, FeedOutcome>();
  const readings: FeedReading[] = [];
  for (const feed of source.feeds) {
    const { reading, records } = await readOne(source, feed, outcomes, options);
    readings.push(reading);
    if (records.length > 0) outcomes.set(`${source.id}.${feed.id}`, createOutcome(source, feed, records, options.now));
  }
  return { readings, datasets: [...outcomes.values()].flatMap(({ dataset }) => dataset ?? []) };
}

async function readOne(
  source: Source,
  feed: Feed,
  outcomes: Map<string, FeedOutcome>,
  { http, now, coins, apiKeys }: ContractOptions,
): Promise<{ reading: FeedReading; records: RecordKinds[RecordKind][] }> {
  const base = { source: source.id, feed: feed.id, records: 0, rejected: 0, known: new Map<string, number>() };
  const missing = (feed.needs ?? []).find((need) => !outcomes.has(`${source.id}.${need}`));
  if (missing !== undefined) {
    return { reading: { ...base, status: "unasked", reason: `needs ${missing}, which is missing` }, records: [] };
  }
  const context = buildRequestContext(source, feed, { now, coins, detailsPerBuild: 1, apiKeys, outcomes }, undefined);
  const answers: RequestAnswer[] = [];
  const errors: unknown[] = [];
  try {
    const settled = await Promise.allSettled(
      feed
        .requests(context)
        .flatMap(listAddresses)
        .map((request) => fetchRequest(http, source, feed, request, context.records, undefined)),
    );
    for (const result of settled) {
      if (result.status === "fulfilled") answers.push(result.value);
      else errors.push(result.reason);
    }
  } catch (error) {
    // A source that cannot even say what to ask, out of records of a new kind.
    errors.push(error);
  }
  const { records, rejected, dropped } = mergeAnswers(
    feed,
    answers.flatMap(({ answer }) => answer ?? []),
  );
  const drift = errors.find((error) => !isUnreachable(error));
  const status =
    drift !== undefined
      ? "drifted"
      : errors.length > 0
        ? "unreachable"
        : answers.length === 0
          ? "unasked"
          : records.length === 0
            ? "drifted"
            : "read";
  const [worst] = [...dropped].sort(([, a], [, b]) => b - a);
  const rejection = rejected > 0 ? (worst?.[0] ?? null) : null;
  const fault = drift ?? errors[0];
  const reason =
    fault !== undefined
      ? describeError(fault)
      : status === "drifted"
        ? "no records"
        : status === "unasked"
          ? "nothing to ask"
          : rejection;
  return {
    reading: { ...base, status, records: records.length, rejected, reason, known: countKnown(records) },
    records,
  };
}

/** Each address of a request by itself. */
function listAddresses({ fallbackUrl, ...request }: FeedRequest): FeedRequest[] {
  return fallbackUrl === undefined ? [request] : [request, { ...request, url: fallbackUrl }];
}

function countKnown(records: readonly RecordKinds[RecordKind][]): Map<string, number> {
  const known = new Map<string, number>();
  for (const record of records) {
    for (const [field, value] of Object.entries(record)) {
      if (isKnown(value)) known.set(field, (known.get(field) ?? 0) + 1);
    }
  }
  return known;
}

function isKnown(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

function createOutcome(
  source: Source,
  feed: Feed,
  records: readonly RecordKinds[RecordKind][],
  fetchedAtMs: number,
): FeedOutcome {
  const dataset = { source: source.id, feed: feed.id, kind: feed.kind, records, fetchedAtMs, stale: false } as Dataset;
  return { source, feed, status: "fresh", dataset, overdue: false, dropped: {}, rejected: 0, error: undefined };
}
