import { describeError } from "../lib/operational-error.ts";
import type { Dataset } from "../normalise/record.ts";
import type { Feed, FeedRequest, Source } from "../sources/source.ts";
import { fetchRequest, measureClockSkew, mergeAnswers, type RequestAnswer } from "./fetch-answer.ts";
import {
  countFailures,
  createLastKnownGood,
  dropOld,
  type LastKnownGood,
  lastKnownGoodName,
  mergeLastKnownGood,
  readLastKnownGood,
} from "./last-known-good.ts";
import { buildRequestContext, type FeedOutcome, type Session } from "./session.ts";
import { explainShrunken, findShrunken } from "./shrunken.ts";

/** A last known good response is used up to this multiple of its cadence. */
const MAX_AGE_IN_CADENCES = 3;

/**
 * Reads one feed. Never throws because of an upstream: failed parts are replaced by the last known
 * good response while that is young enough. A damaged state throws.
 */
export async function readFeed(source: Source, feed: Feed, session: Session): Promise<FeedOutcome> {
  const before = await readLastKnownGood(session.effects.state, source.id, feed);
  try {
    return await askFeed(source, feed, session, before);
  } catch (error) {
    return fallBack(source, feed, session, before, describeError(error));
  }
}

/** The outcome without a request: the last known good response while it is young enough. */
export function fallBack(
  source: Source,
  feed: Feed,
  session: Session,
  before: LastKnownGood | undefined,
  error: string,
): FeedOutcome {
  const usable = before && dropOld(before, findMaxAge(source, feed, session), session.now);
  return usable === undefined || usable.records.length === 0
    ? { ...createOutcome(source, feed, session, "failed"), error }
    : { ...createOutcome(source, feed, session, "stale", usable), error };
}

async function askFeed(
  source: Source,
  feed: Feed,
  session: Session,
  before: LastKnownGood | undefined,
): Promise<FeedOutcome> {
  const { now } = session;
  const done = (status: FeedOutcome["status"], lastGood?: LastKnownGood, heard: readonly RequestAnswer[] = []) =>
    createOutcome(source, feed, session, status, lastGood, measureClockSkew(heard));
  if (before !== undefined && !session.ignoreCache && isYoung(feed, before, now)) return done("cached", before);
  for (const need of feed.needs ?? []) {
    if (session.outcomes.get(`${source.id}.${need}`)?.dataset === undefined)
      throw new Error(`needs ${need}, which is missing`);
  }
  const maxAgeMs = findMaxAge(source, feed, session);
  const requests = feed.requests(buildRequestContext(source, feed, session, before));
  if (requests.length === 0) {
    const kept = before && dropOld(before, maxAgeMs, now);
    return kept === undefined || kept.records.length === 0 ? done("skipped") : done("cached", kept);
  }

  const { answers, failure } = await askAll(source, feed, session, before, requests);
  const keep = (lastGood: LastKnownGood): LastKnownGood => {
    session.effects.state.write(lastKnownGoodName(source.id, feed.id), lastGood);
    return lastGood;
  };
  const first = answers[0];
  if (first !== undefined && first.answer === undefined && before !== undefined) {
    return done(
      "fresh",
      keep({ ...before, fetchedAtMs: now, times: before.times.map(() => now), shrunken: null }),
      answers,
    );
  }
  const merged = mergeAnswers(
    feed,
    answers.flatMap(({ answer }) => answer ?? []),
  );
  const failures = countFailures(feed, requests, merged.records, before?.failures ?? {}, now);
  if (merged.records.length === 0) {
    if (Object.keys(failures).length > 0) keep({ ...(before ?? createLastKnownGood(feed, now)), failures });
    throw failure ?? new Error("the upstream sent no records");
  }

  const complete = failure === undefined;
  const urls = requests.map(({ url }) => url);
  // Other URLs have another size: a build that covers fewer coins gets fewer.
  const full = before?.full?.urls.join() === urls.join() ? before.full.records : null;
  if (complete && before !== undefined && full !== null) {
    const shrunken = findShrunken(feed.kind, merged.records.length, full, before.shrunken, now);
    if (shrunken !== null) {
      keep({ ...before, shrunken });
      throw new Error(explainShrunken(shrunken, full));
    }
  }
  const lastGood = mergeLastKnownGood(feed, before, merged.records, {
    now,
    complete,
    rejected: merged.rejected,
    maxAgeMs,
  });
  if (complete && feed.keepMs === undefined) lastGood.full = { records: merged.records.length, urls };
  if (requests.length === 1 && first !== undefined)
    lastGood.validated = { url: first.url, validators: first.response.validators };
  const outcome = {
    ...done(complete ? "fresh" : "stale", keep({ ...lastGood, failures }), answers),
    dropped: Object.fromEntries(merged.dropped),
    rejected: merged.rejected,
  };
  return complete ? outcome : { ...outcome, error: describeError(failure) };
}

/** Sends all requests at once; `failure` is the first one, if any. */
async function askAll(
  source: Source,
  feed: Feed,
  session: Session,
  before: LastKnownGood | undefined,
  requests: readonly FeedRequest[],
): Promise<{ answers: RequestAnswer[]; failure: unknown }> {
  const { records } = buildRequestContext(source, feed, session, before);
  // Validators belong to one body, so they need a state of one body.
  const known = session.ignoreCache || feed.keepMs !== undefined ? undefined : before?.validated;
  const settled = await Promise.allSettled(
    requests.map((request) => {
      const validators = requests.length === 1 && known?.url === request.url ? known.validators : undefined;
      return fetchRequest(session.effects.http, source, feed, request, records, validators);
    }),
  );
  return {
    answers: settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])),
    failure: settled.find((result) => result.status === "rejected")?.reason,
  };
}

/** A response from the future (a wrong clock) is not young: it would never be fetched again. */
function isYoung({ refreshMs }: Feed, { fetchedAtMs, complete }: LastKnownGood, now: number): boolean {
  const ageMs = now - fetchedAtMs;
  return refreshMs !== undefined && complete && ageMs >= 0 && ageMs < refreshMs;
}

function findMaxAge(source: Source, feed: Feed, session: Session): number {
  return feed.keepMs ?? feed.standInMs ?? findOverdueAge(source, feed, session);
}

function findOverdueAge(source: Source, feed: Feed, session: Session): number {
  return MAX_AGE_IN_CADENCES * Math.max(source.cadenceMs, feed.refreshMs ?? 0, session.cadenceMs);
}

function createOutcome(
  source: Source,
  feed: Feed,
  session: Session,
  status: FeedOutcome["status"],
  lastGood?: LastKnownGood,
  clockSkewMs: number | null = null,
): FeedOutcome {
  const oldestMs = session.now - findOverdueAge(source, feed, session);
  const stale = status === "stale";
  const dataset =
    lastGood &&
    ({
      source: source.id,
      feed: feed.id,
      kind: feed.kind,
      records: lastGood.records,
      fetchedAtMs: lastGood.fetchedAtMs,
      stale,
      ...(source.ownIds && { ownIds: true }),
      ...(source.priority === undefined ? {} : { priority: source.priority }),
      ...(source.origin === undefined ? {} : { origin: source.origin }),
      ...(clockSkewMs === null ? {} : { clockSkewMs }),
    } as Dataset);
  const overdue = stale && (lastGood?.times.some((timeMs) => timeMs < oldestMs) ?? false);
  return { source, feed, status, dataset, overdue, dropped: {}, rejected: 0, error: undefined };
}
