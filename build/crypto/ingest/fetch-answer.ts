import { z } from "zod";
import { HttpError } from "../../kit/platform/http/http-error.ts";
import type { Http, HttpResponse, TimeLimit, Validators } from "../../kit/platform/platform.ts";
import { parseJson } from "../../lib/json/parse-json.ts";
import { describeError } from "../../lib/operational-error.ts";
import { median } from "../../lib/stats.ts";
import { acceptRecord } from "../normalise/accept.ts";
import { Dropped, identifyRecord, type RecordKind, type RecordKinds } from "../normalise/record.ts";
import type { Feed, FeedRequest, NormaliseContext, RequestContext, Source } from "../sources/source.ts";

/** The plausible records of one body, and what was left out of it. */
interface ParsedAnswer {
  records: RecordKinds[RecordKind][];
  dropped: Map<string, number>;
  rejected: number;
}

/** A feed, and the records that its requests and answers may refer to. */
interface AnsweredFeed {
  source: Pick<Source, "format" | "findError" | "pacing">;
  feed: Feed;
  records: RequestContext["records"];
}

/** Above this share of faulty rows the whole response is refused. */
const MAX_FAULT_SHARE = 0.2;
/** A hostile body must not grow the report: further reasons are counted together. */
const MAX_REASONS = 20;
const MAX_REASON_LENGTH = 200;

/**
 * Parses one body as its source and feed declare. Throws if it is unparsable, has another shape, is
 * an error with status 200, or has more than a fifth of faulty rows.
 */
export function parseAnswer(
  { source: { format, findError }, feed, records }: AnsweredFeed,
  request: FeedRequest,
  response: HttpResponse,
): ParsedAnswer {
  const body = format === "text" ? response.body : parseJson(response.body);
  const upstreamError = findError?.(body);
  if (upstreamError !== undefined) throw new Error(`the upstream sent an error: ${upstreamError.slice(0, 200)}`);
  const parsed = feed.schema.safeParse(body);
  if (!parsed.success) throw new Error(`the body has another shape than expected: ${describeIssue(parsed.error)}`);

  const now = response.receivedAtMs;
  const context: NormaliseContext = { now, serverTimeMs: response.serverTimeMs, request, records };
  const answer: ParsedAnswer = { records: [], dropped: new Map(), rejected: 0 };
  for (const row of feed.normalise(parsed.data, context)) {
    const judged = row instanceof Dropped ? row : acceptRecord(feed.kind, row, { now });
    if (judged instanceof Dropped) countDropped(answer, judged);
    else answer.records.push(judged);
  }
  const share = answer.rejected / (answer.rejected + answer.records.length);
  if (share > MAX_FAULT_SHARE) {
    const reasons = [...answer.dropped].map(([reason, count]) => `${reason} (${count})`).join(", ");
    throw new Error(`${answer.rejected} of ${answer.rejected + answer.records.length} rows are at fault: ${reasons}`);
  }
  return answer;
}

function countDropped(answer: ParsedAnswer, { reason: whole, fault }: Dropped): void {
  const reason = whole.slice(0, MAX_REASON_LENGTH);
  const name = answer.dropped.has(reason) || answer.dropped.size < MAX_REASONS ? reason : "other reasons";
  answer.dropped.set(name, (answer.dropped.get(name) ?? 0) + 1);
  if (fault) answer.rejected += 1;
}

function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return z.prettifyError(error);
  // A key may be as long as the body.
  return `${issue.path.join(".").slice(0, 100) || "the whole body"}: ${issue.message}`;
}

export interface RequestAnswer {
  url: string;
  response: HttpResponse;
  /** `undefined`: not modified since the kept copy (304). */
  answer: ParsedAnswer | undefined;
}

/**
 * Fetches the fallback URL if the first one fails, also by an unusable body; validators belong to
 * the first. A host that answers 429 is not asked again. Throws if both fail.
 */
export async function fetchRequest(
  http: Http,
  asked: AnsweredFeed,
  request: FeedRequest,
  { validators, timeLimit }: { validators?: Validators | undefined; timeLimit?: TimeLimit | undefined } = {},
): Promise<RequestAnswer> {
  const { source, feed } = asked;
  const ask = async (url: string, known: Validators | undefined): Promise<RequestAnswer> => {
    const response = await http.fetch({
      url,
      maxBytes: feed.maxBytes,
      pacing: source.pacing,
      ...(request.headers && { headers: request.headers }),
      ...(known && { validators: known }),
      ...(timeLimit && { timeLimit }),
    });
    return {
      url,
      response,
      answer: response.status === 304 ? undefined : parseAnswer(asked, request, response),
    };
  };
  const { url, fallbackUrl } = request;
  const first = ask(url, validators);
  if (fallbackUrl === undefined) return first;
  return first.catch((error) => {
    if (isRateLimited(error) && new URL(url).host === new URL(fallbackUrl).host) throw error;
    return ask(fallbackUrl, undefined).catch((other) => {
      throw new Error(`${describeError(error)}; ${describeError(other)}`);
    });
  });
}

/** A rate limit holds for all addresses of a host. */
function isRateLimited(error: unknown): boolean {
  return error instanceof HttpError && error.status === 429;
}

/** A smaller page may be the end of a list whose rows have just moved to the page before it. */
const MIN_PAGE_ROWS = 10;

/**
 * Leaves out pages with more than half of their rows on earlier pages, and says so: the upstream
 * ignores the number of the page. A few rows are on two pages when ranks change between requests.
 */
export function leaveOutRepeats(
  { kind }: Feed,
  answers: readonly RequestAnswer[],
  all: readonly FeedRequest[],
): { answers: RequestAnswer[]; failure: Error | undefined } {
  const pageOf = new Map<string, number>();
  let failure: Error | undefined;
  const kept = answers.filter(({ url, answer }) => {
    const page = 1 + all.findIndex((request) => request.url === url || request.fallbackUrl === url);
    const keys = answer?.records.map((record) => identifyRecord(kind, record)) ?? [];
    const repeated = keys.flatMap((key) => pageOf.get(key) ?? []);
    if (keys.length >= MIN_PAGE_ROWS && repeated.length > keys.length / 2) {
      failure ??= new Error(`page ${page} repeats the rows of page ${repeated[0]}`);
      return false;
    }
    for (const key of keys) if (!pageOf.has(key)) pageOf.set(key, page);
    return true;
  });
  return { answers: kept, failure };
}

/**
 * Keeps the first of several records with the same key: a coin that changes its rank between two
 * pages is on both.
 */
export function mergeAnswers({ kind }: Feed, answers: readonly ParsedAnswer[]): ParsedAnswer {
  const merged: ParsedAnswer = { records: [], dropped: new Map(), rejected: 0 };
  const present = new Set<string>();
  for (const { records, dropped, rejected } of answers) {
    for (const record of records) {
      const key = identifyRecord(kind, record);
      if (present.has(key)) continue;
      present.add(key);
      merged.records.push(record);
    }
    merged.rejected += rejected;
    for (const [reason, count] of dropped) merged.dropped.set(reason, (merged.dropped.get(reason) ?? 0) + count);
  }
  return merged;
}

/**
 * How far our clock is ahead of the upstream's: the median over its responses, `null` without a
 * time.
 */
export function measureClockSkew(answers: readonly RequestAnswer[]): number | null {
  const skews = answers.flatMap(({ response: { receivedAtMs, serverTimeMs } }) =>
    serverTimeMs === null ? [] : receivedAtMs - serverTimeMs,
  );
  return skews.length === 0 ? null : median(skews);
}
