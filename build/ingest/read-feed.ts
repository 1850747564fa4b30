import type { Effects, HttpResponse } from "../effects/effects.ts";
import { describeError } from "../lib/operational-error.ts";
import type { Dataset, RecordKind, RecordKinds } from "../normalise/record.ts";
import type { Feed, FeedRequest, RequestContext, Source } from "../sources/source.ts";
import type { FeedOutcome } from "./feed-outcome.ts";
import { type LastGood, lastGoodName, mergeLastGood, readLastGood } from "./last-good.ts";
import { type ParsedAnswer, parseAnswer } from "./parse-answer.ts";

/** What all feeds of a run share. */
export interface Session {
  effects: Effects;
  /** When the run began: one time for every question about age. */
  now: number;
  coins: number;
  detailsPerBuild: number;
  apiKeys: RequestContext["apiKeys"];
  /** How often a build runs: the least that anything can be old. */
  cadenceMs: number;
  /** Ask even for what is young enough (a recording must be complete). */
  ignoreCache: boolean;
  /** Outcomes so far, by `source.feed`. */
  outcomes: Map<string, FeedOutcome>;
}

/** A last good answer is usable up to this many times its cadence. */
const MAX_AGE_IN_CADENCES = 3;

/**
 * Reads one feed. Never throws: this is where a failing upstream stops being anyone else's problem. What failed is completed from
 * the last good answer while that is young enough.
 */
export async function readFeed(source: Source, feed: Feed, session: Session): Promise<FeedOutcome> {
  const before = await readLastGood(session.effects.state, source.id, feed.id);
  try {
    return await askFeed(source, feed, session, before);
  } catch (error) {
    return fallBack(source, feed, session, before, describeError(error));
  }
}

/** The outcome without asking: the last good answer while it is young enough. */
export function fallBack(
  source: Source,
  feed: Feed,
  session: Session,
  before: LastGood | undefined,
  error: string,
): FeedOutcome {
  const cadenceMs = Math.max(source.cadenceMs, feed.refreshMs ?? 0, session.cadenceMs);
  const maxAgeMs = feed.keepMs ?? MAX_AGE_IN_CADENCES * cadenceMs;
  const usable = before !== undefined && session.now - before.fetchedAtMs <= maxAgeMs;
  return {
    source,
    feed,
    status: usable ? "stale" : "failed",
    dataset: usable ? toDataset(source, feed, before, true) : undefined,
    dropped: {},
    rejected: 0,
    error,
  };
}

async function askFeed(
  source: Source,
  feed: Feed,
  session: Session,
  before: LastGood | undefined,
): Promise<FeedOutcome> {
  const done = (
    status: FeedOutcome["status"],
    lastGood: LastGood,
    answer?: ParsedAnswer,
    error?: string,
  ): FeedOutcome => ({
    source,
    feed,
    status,
    dataset: toDataset(source, feed, lastGood, status === "stale"),
    dropped: Object.fromEntries(answer?.dropped ?? []),
    rejected: answer?.rejected ?? 0,
    error,
  });
  const { effects, now } = session;
  if (
    before !== undefined &&
    !session.ignoreCache &&
    feed.refreshMs !== undefined &&
    now - before.fetchedAtMs < feed.refreshMs
  ) {
    return done("cached", before);
  }
  for (const need of feed.needs ?? []) {
    if (session.outcomes.get(`${source.id}.${need}`)?.dataset === undefined)
      throw new Error(`needs ${need}, which is missing`);
  }
  const records = recordsOf(source, session);
  const requests = feed.requests({ ...session, records, lastGood: await lastGoodOf(source, feed, before) });
  if (requests.length === 0 && before !== undefined) return done("cached", before);

  // Validators belong to one body, so only a feed of one body can be told that nothing changed.
  const validators = requests.length === 1 && !session.ignoreCache ? before?.validators : undefined;
  const settled = await Promise.allSettled(
    requests.map(async (request) => {
      const response = await fetchRequest(source, feed, request, session, validators);
      return { response, answer: response.status === 304 ? undefined : parseAnswer(feed, request, response, records) };
    }),
  );
  const answers = settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const failure = settled.find((result) => result.status === "rejected");
  if (answers.length === 0) throw failure?.reason ?? new Error("there is nothing to ask");
  const first = answers[0];
  if (first !== undefined && first.answer === undefined && before !== undefined) {
    const confirmed = { ...before, fetchedAtMs: now, times: before.times.map(() => now) };
    effects.state.write(lastGoodName(source.id, feed.id), confirmed);
    return done("fresh", confirmed);
  }

  const merged = mergeAnswers(answers.flatMap(({ answer }) => (answer === undefined ? [] : [answer])));
  if (merged.records.length === 0) throw failure?.reason ?? new Error("the upstream answered no records");
  const complete = failure === undefined;
  const lastGood = mergeLastGood(feed, before, merged.records, now, complete);
  if (requests.length === 1 && first !== undefined) lastGood.validators = first.response.validators;
  effects.state.write(lastGoodName(source.id, feed.id), lastGood);
  const error = failure === undefined ? undefined : describeError(failure.reason);
  return done(complete ? "fresh" : "stale", lastGood, merged, error);
}

async function fetchRequest(
  source: Source,
  feed: Feed,
  request: FeedRequest,
  { effects }: Session,
  validators: LastGood["validators"] | undefined,
): Promise<HttpResponse> {
  const ask = (url: string): Promise<HttpResponse> =>
    effects.http.fetch({
      url,
      maxBytes: feed.maxBytes,
      pacing: source.pacing,
      ...(request.headers && { headers: request.headers }),
      ...(validators && { validators }),
    });
  const { fallbackUrl } = request;
  return fallbackUrl === undefined ? ask(request.url) : ask(request.url).catch(() => ask(fallbackUrl));
}

function mergeAnswers(answers: readonly ParsedAnswer[]): ParsedAnswer {
  const merged: ParsedAnswer = { records: [], dropped: new Map(), rejected: 0 };
  for (const { records, dropped, rejected } of answers) {
    merged.records.push(...records);
    merged.rejected += rejected;
    for (const [reason, count] of dropped) merged.dropped.set(reason, (merged.dropped.get(reason) ?? 0) + count);
  }
  return merged;
}

function recordsOf(source: Source, session: Session): RequestContext["records"] {
  return <K extends RecordKind>(feed: string) =>
    (session.outcomes.get(`${source.id}.${feed}`)?.dataset?.records ?? []) as RecordKinds[K][];
}

/** Only a feed's own earlier records are offered: that is all any source needs. */
async function lastGoodOf(
  source: Source,
  feed: Feed,
  before: LastGood | undefined,
): Promise<RequestContext["lastGood"]> {
  return <K extends RecordKind>(name: string) => {
    if (name !== feed.id) throw new Error(`${source.id}/${feed.id} may only look back at its own records`);
    return (before?.records ?? []).map((record, index) => ({
      record: record as RecordKinds[K],
      fetchedAtMs: before?.times[index] ?? 0,
    }));
  };
}

function toDataset(source: Source, feed: Feed, lastGood: LastGood, stale: boolean): Dataset {
  return {
    source: source.id,
    feed: feed.id,
    kind: feed.kind,
    records: lastGood.records,
    fetchedAtMs: lastGood.fetchedAtMs,
    stale,
  } as Dataset;
}
