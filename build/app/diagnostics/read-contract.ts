import { fetchRequest, mergeAnswers, type RequestAnswer } from "../../crypto/ingest/fetch-answer.ts";
import { buildRequestContext, type FeedOutcome } from "../../crypto/ingest/session.ts";
import type { Dataset, RecordKind, RecordKinds } from "../../crypto/normalise/record.ts";
import type { Feed, FeedRequest, RequestContext, Source } from "../../crypto/sources/source.ts";
import { HttpError } from "../../kit/platform/http/http-error.ts";
import type { Http } from "../../kit/platform/platform.ts";
import { countValues } from "../../lib/collections.ts";
import { describeError } from "../../lib/operational-error.ts";
import type { FeedReading } from "./check-contract.ts";

export interface ContractOptions {
  http: Http;
  now: number;
  coins: number;
  apiKeys: RequestContext["apiKeys"];
}

export interface SourceReading {
  readings: FeedReading[];
  datasets: Dataset[];
}

/** Reasons in a message: a wrong field is usually wrong in every row. */
const REASONS = 3;

/** Requests every feed of a source once, at each of its addresses. Never throws, stores nothing. */
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
  const base = {
    source: source.id,
    feed: feed.id,
    records: 0,
    rejected: 0,
    dropped: new Map<string, number>(),
    known: new Map<string, number>(),
  };
  const missing = (feed.needs ?? []).find((need) => !outcomes.has(`${source.id}.${need}`));
  if (missing !== undefined) {
    return { reading: { ...base, status: "skipped", reason: `needs ${missing}, which is missing` }, records: [] };
  }
  const context = buildRequestContext(source, feed, { now, coins, detailsPerBuild: 1, apiKeys, outcomes }, undefined);
  const answers: RequestAnswer[] = [];
  const errors: unknown[] = [];
  try {
    const settled = await Promise.allSettled(
      feed
        .requests(context)
        .flatMap(listAddresses)
        .map((request) => fetchRequest(http, { source, feed, records: context.records }, request)),
    );
    for (const result of settled) {
      if (result.status === "fulfilled") answers.push(result.value);
      else errors.push(result.reason);
    }
  } catch (error) {
    // The requests may depend on records that have drifted.
    errors.push(error);
  }
  const found = answers.flatMap(({ answer }) => answer ?? []);
  const { records, rejected, dropped } = mergeAnswers(feed, found);
  const drift = errors.find((error) => !isUnreachable(error));
  const fault = drift ?? errors[0];
  const [worst] = [...dropped].sort(([, a], [, b]) => b - a);
  const judge = (): [FeedReading["status"], string | null] => {
    if (fault !== undefined) return [drift === undefined ? "unreachable" : "drifted", describeError(fault)];
    if (answers.length === 0) return ["skipped", "nothing to request"];
    if (records.length === 0) return ["drifted", explainNoRecords(dropped)];
    return ["read", rejected > 0 ? (worst?.[0] ?? null) : null];
  };
  const [status, reason] = judge();
  const known = countKnown(records);
  return { reading: { ...base, status, records: records.length, rejected, dropped, reason, known }, records };
}

/** Rows that all miss one field point to a wrong name in the declaration. */
function explainNoRecords(dropped: ReadonlyMap<string, number>): string {
  if (dropped.size === 0) return "no records: the body has no rows where the declaration looks for them";
  const reasons = [...dropped].sort(([, a], [, b]) => b - a).slice(0, REASONS);
  return `no records: ${reasons.map(([reason, count]) => `${count} × ${reason}`).join("; ")}`;
}

function listAddresses({ fallbackUrl, ...request }: FeedRequest): FeedRequest[] {
  return fallbackUrl === undefined ? [request] : [request, { ...request, url: fallbackUrl }];
}

function countKnown(records: readonly RecordKinds[RecordKind][]): Map<string, number> {
  const isKnown = (value: unknown) =>
    value !== null && value !== undefined && (typeof value !== "object" || Object.keys(value).length > 0);
  const fields = records.flatMap((record) => Object.entries(record));
  return countValues(fields.flatMap(([field, value]) => (isKnown(value) ? field : [])));
}

function createOutcome(
  source: Source,
  feed: Feed,
  records: readonly RecordKinds[RecordKind][],
  fetchedAtMs: number,
): FeedOutcome {
  const dataset = { source: source.id, feed: feed.id, kind: feed.kind, records, fetchedAtMs, stale: false } as Dataset;
  const whole = {
    status: "fresh",
    overdue: false,
    dropped: {},
    rejected: 0,
    error: undefined,
    answered: true,
  } as const;
  return { source, feed, dataset, ...whole };
}

/** Responses that depend on the address or the time of the request, not on what is requested. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 407, 418, 429, 451]);

/** Whether an error means that there was no response, not that the response has changed. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false;
  const { status } = error;
  return status === null || status >= 500 || REFUSALS.has(status);
}
