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
import { chooseRequests, findTurnsAge, noteAnswers } from "./turns.ts";

/** A last known good response is used up to this multiple of its cadence. */
const MAX_AGE_IN_CADENCES = 3;

/** One feed in one run, with its last known good response. */
interface FeedRun {
  source: Source;
  feed: Feed;
  session: Session;
  before: LastKnownGood | undefined;
}

/**
 * Never throws because of an upstream: failed parts are replaced by the last known good response
 * while that is young enough. A damaged state throws.
 */
export async function readFeed(source: Source, feed: Feed, session: Session): Promise<FeedOutcome> {
  const run = { source, feed, session, before: await readLastKnownGood(session, source.id, feed) };
  try {
    return await askFeed(run);
  } catch (error) {
    return fallBack(run, describeError(error));
  }
}

/** The outcome without a request: the last known good response while it is young enough. */
export function fallBack(run: FeedRun, error: string): FeedOutcome {
  const usable = dropOldRecords(run);
  return { ...createOutcome(run, usable === undefined ? "failed" : "stale", usable), error };
}

/** The outcome where no request is due. */
export function recall(run: FeedRun): FeedOutcome {
  const kept = dropOldRecords(run);
  return createOutcome(run, kept === undefined ? "skipped" : "cached", kept);
}

async function askFeed(run: FeedRun): Promise<FeedOutcome> {
  const { source, feed, session, before } = run;
  const { now } = session;
  if (before !== undefined && !session.ignoreCache && isYoung(feed, before, now)) {
    return feed.isSeries ? createOutcome(run, "skipped") : createOutcome(run, "cached", before);
  }
  for (const need of feed.needs ?? []) {
    if (session.outcomes.get(`${source.id}.${need}`)?.dataset === undefined)
      throw new Error(`needs ${need}, which is missing`);
  }
  const all = feed.requests(buildRequestContext(source, feed, session, before));
  const requests = session.ignoreCache ? all : chooseRequests(feed, all, before, now);
  if (requests.length === 0) return recall(run);

  const { answers, failure } = await askAll(run, requests);
  const keep = (lastGood: LastKnownGood): LastKnownGood => {
    const kept = feed.isSeries ? { ...lastGood, records: [], times: [], validated: null } : lastGood;
    session.effects.state.write(lastKnownGoodName(source.id, feed.id), kept);
    return lastGood;
  };
  const first = answers[0];
  if (first !== undefined && first.answer === undefined && before !== undefined) {
    const unchanged = keep({ ...before, fetchedAtMs: now, times: before.times.map(() => now), shrunken: null });
    return createOutcome(run, "fresh", unchanged, answers);
  }
  const { records, rejected, dropped } = mergeAnswers(
    feed,
    answers.flatMap(({ answer }) => answer ?? []),
  );
  const failures = countFailures(feed, requests, records, before?.failures ?? {}, now);
  if (records.length === 0) {
    if (Object.keys(failures).length > 0) keep({ ...(before ?? createLastKnownGood(feed, now)), failures });
    throw failure ?? new Error("the upstream sent no records");
  }

  const complete = failure === undefined;
  const partial = requests.length < all.length;
  const urls = all.map(({ url }) => url);
  // Other URLs have another size: a build that covers fewer coins gets fewer.
  const full = before?.full?.urls.join() === urls.join() ? before.full.records : null;
  if (complete && before !== undefined && full !== null) {
    const share = requests.length / all.length;
    const shrunken = findShrunken(feed.kind, records.length / share, full, before.shrunken, now);
    if (shrunken !== null) {
      keep({ ...before, shrunken });
      throw new Error(explainShrunken(shrunken, full));
    }
  }
  const answered = noteAnswers(
    all,
    answers.map(({ url }) => url),
    before,
    now,
  );
  const turnsMs = findTurnsAge(feed, all, answered, now);
  const maxAgeMs = turnsMs === undefined || !complete ? Math.max(turnsMs ?? 0, findMaxAge(run)) : turnsMs;
  const lastGood = mergeLastKnownGood(feed, before, records, { now, complete, partial, rejected, maxAgeMs });
  if (feed.turns !== undefined) lastGood.answered = answered;
  if (complete && !partial && feed.keepMs === undefined) lastGood.full = { records: records.length, urls };
  if (all.length === 1 && first !== undefined)
    lastGood.validated = { url: first.url, validators: first.response.validators };
  return {
    ...createOutcome(run, complete ? "fresh" : "stale", keep({ ...lastGood, failures }), answers),
    dropped: Object.fromEntries(dropped),
    rejected,
    error: complete ? undefined : describeError(failure),
  };
}

/** Sends all requests at once; `failure` is the first one, if any. */
async function askAll(
  { source, feed, session, before }: FeedRun,
  requests: readonly FeedRequest[],
): Promise<{ answers: RequestAnswer[]; failure: unknown }> {
  const { records } = buildRequestContext(source, feed, session, before);
  // Validators belong to one body, so they need a state of one body.
  const known = session.ignoreCache || feed.keepMs !== undefined ? undefined : before?.validated;
  const settled = await Promise.allSettled(
    requests.map((request) => {
      const validators = requests.length === 1 && known?.url === request.url ? known.validators : undefined;
      const limit = session.time.findLimit(source.id);
      return fetchRequest(session.effects.http, source, feed, request, records, validators, limit);
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

/** `undefined`: nothing is young enough. */
function dropOldRecords(run: FeedRun): LastKnownGood | undefined {
  const kept = run.before && dropOld(run.before, findMaxAge(run), run.session.now);
  return kept?.records.length === 0 ? undefined : kept;
}

function findMaxAge(run: FeedRun): number {
  return run.feed.keepMs ?? run.feed.standInMs ?? findOverdueAge(run);
}

function findOverdueAge({ source, feed, session }: Omit<FeedRun, "before">): number {
  return MAX_AGE_IN_CADENCES * Math.max(source.cadenceMs, feed.refreshMs ?? 0, session.cadenceMs);
}

export function createOutcome(
  run: Omit<FeedRun, "before">,
  status: FeedOutcome["status"],
  lastGood?: LastKnownGood,
  answers: readonly RequestAnswer[] = [],
): FeedOutcome {
  const { source, feed, session } = run;
  const oldestMs = session.now - findOverdueAge(run);
  const stale = status === "stale";
  const clockSkewMs = measureClockSkew(answers);
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
      ...(feed.isFixing && { isFixing: true }),
      ...(source.priority === undefined ? {} : { priority: source.priority }),
      ...(source.origin === undefined ? {} : { origin: source.origin }),
      ...(clockSkewMs === null ? {} : { clockSkewMs }),
    } as Dataset);
  const overdue = stale && (lastGood?.times.some((timeMs) => timeMs < oldestMs) ?? false);
  const isRequested = status !== "cached" && status !== "skipped";
  const answered = isRequested ? answers.length > 0 : null;
  return { source, feed, status, dataset, overdue, dropped: {}, rejected: 0, error: undefined, answered };
}
