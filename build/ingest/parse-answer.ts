import { z } from "zod";
import { parseJson } from "../lib/json/parse-json.ts";
import { acceptRecord, MAX_FAULT_SHARE } from "../normalise/accept.ts";
import { Dropped, type RecordKind, type RecordKinds } from "../normalise/record.ts";
import type { HttpResponse } from "../platform/platform.ts";
import type { Feed, FeedRequest, NormaliseContext } from "../sources/source.ts";

/** The believable records of one body, and what was left out of it. */
export interface ParsedAnswer {
  records: RecordKinds[RecordKind][];
  dropped: Map<string, number>;
  rejected: number;
}

/** Rows of the same reason beyond so many kinds are counted together, so that a hostile body cannot grow the report. */
const MAX_REASONS = 20;
const MAX_REASON_LENGTH = 200;

/**
 * Reads one body as its feed declares: the upstream's own error first, then the schema, the rows, their plausibility.
 * Throws where the body as a whole cannot be believed: unparsable, of another shape, an error answered with 200, or more than
 * a fifth of its rows at fault.
 */
export function parseAnswer(
  feed: Feed,
  request: FeedRequest,
  response: HttpResponse,
  records: NormaliseContext["records"],
): ParsedAnswer {
  const body = feed.format === "json" ? parseJson(response.body) : response.body;
  const upstreamError = feed.findError?.(body);
  if (upstreamError !== undefined) throw new Error(`the upstream answered an error: ${upstreamError.slice(0, 200)}`);
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
