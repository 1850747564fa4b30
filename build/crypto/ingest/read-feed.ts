import { describeError } from "../../lib/operational-error.ts";
import { findObservedAt } from "../normalise/observed-at.ts";
import { type Dataset, SERIES_KINDS } from "../normalise/record.ts";
import type { Feed, FeedRequest, Schedule, Source } from "../sources/source.ts";
import { fetchRequest, leaveOutRepeats, measureClockSkew, mergeAnswers, type RequestAnswer } from "./fetch-answer.ts";
import {
  countFailures,
  createLastKnownGood,
  dropOld,
  type LastKnownGood,
  lastKnownGoodName,
  mergeLastKnownGood,
  noteAnswers,
  readLastKnownGood,
} from "./last-known-good.ts";
import { buildRequestContext, type FeedOutcome, type Session } from "./session.ts";
import { explainShrunken, findShrunken } from "./shrunken.ts";

/** A last known good response is used up to this multiple of its cadence. */
const MAX_AGE_IN_CADENCES = 3;

/** One feed in one run, with its last known good response. */
export interface FeedRun {
  source: Source;
  feed: Feed;
  session: Session;
  before: LastKnownGood | undefined;
}

/** The feeds of a source that are read at the same time, by id. */
export interface Round {
  /** When each was last read before this run, if one of its records can still be used. */
  readMs: ReadonlyMap<string, number>;
  outcomes: ReadonlyMap<string, Promise<FeedOutcome>>;
}

const ALONE: Round = { readMs: new Map(), outcomes: new Map() };

/** A damaged state throws. */
export async function openRun(source: Source, feed: Feed, session: Session): Promise<FeedRun> {
  return { source, feed, session, before: await readLastKnownGood(session, source.id, feed) };
}

/**
 * Never throws because of an upstream: failed parts are replaced by the last known good response
 * while that is young enough.
 */
export async function readFeed(run: FeedRun, round: Round = ALONE): Promise<FeedOutcome> {
  try {
    return await askFeed(run, round);
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
function recall(run: FeedRun): FeedOutcome {
  const kept = dropOldRecords(run);
  return createOutcome(run, kept === undefined ? "skipped" : "cached", kept);
}

async function askFeed(run: FeedRun, round: Round): Promise<FeedOutcome> {
  const { source, feed, session, before } = run;
  if (before !== undefined && !session.ignoreCache && isYoung(source, feed, before, session.now)) return recall(run);
  for (const need of feed.needs ?? []) {
    if (session.outcomes.get(`${source.id}.${need}`)?.dataset === undefined)
      throw new Error(`needs ${need}, which is missing`);
  }
  const all = feed.requests(buildRequestContext(source, feed, session, before));
  const schedule = planRead(run, all, round);
  for (const earlier of schedule.after ?? []) {
    if ((await round.outcomes.get(earlier))?.status === "fresh") return recall(run);
  }
  if (schedule.requests.length === 0) return recall(run);

  const asked = await askAll(run, schedule.requests);
  const { answers, failure: repeat } = leaveOutRepeats(feed, asked.answers, all);
  const [first] = answers;
  if (first !== undefined && first.answer === undefined && before !== undefined) {
    const { now } = session;
    const unchanged = { ...before, fetchedAtMs: now, times: before.times.map(() => now), shrunken: null };
    keep(run, unchanged);
    return createOutcome(run, "fresh", unchanged, answers);
  }
  return mergeRead(run, all, schedule, answers, asked.failure ?? repeat);
}

function planRead({ feed, session, before }: FeedRun, all: readonly FeedRequest[], round: Round): Schedule {
  const { now, ignoreCache } = session;
  const answeredMs = (ignoreCache ? undefined : before?.answered) ?? {};
  const readMs = ignoreCache ? ALONE.readMs : round.readMs;
  return feed.schedule?.({ now, requests: all, answeredMs, readMs }) ?? { requests: all };
}

/**
 * Judges the answers of one read together and merges them with the last known good response.
 * Throws if they have no records, or implausibly few.
 */
function mergeRead(
  run: FeedRun,
  all: readonly FeedRequest[],
  { requests, keepMs }: Schedule,
  answers: readonly RequestAnswer[],
  failure: unknown,
): FeedOutcome {
  const { feed, before } = run;
  const { now } = run.session;
  const parsed = answers.flatMap(({ answer }) => answer ?? []);
  const { records, rejected, dropped } = mergeAnswers(feed, parsed);
  const failures = countFailures(feed, requests, records, before?.failures ?? {}, now);
  if (records.length === 0) {
    if (Object.keys(failures).length > 0) keep(run, { ...(before ?? createLastKnownGood(feed, now)), failures });
    throw failure ?? new Error("the upstream sent no records");
  }

  const complete = failure === undefined;
  const urls = all.map(({ url }) => url);
  if (complete) refuseShrunken(run, records.length / (requests.length / all.length), urls);
  const collects = all.some(({ brings }) => brings !== undefined);
  const partial = collects || requests.length < all.length;
  const ownMs = findMaxAge(run);
  const maxAgeMs = keepMs === undefined ? ownMs : complete ? keepMs : Math.max(keepMs, ownMs);
  const lastGood = mergeLastKnownGood(feed, before, records, { now, complete, partial, rejected, maxAgeMs });
  lastGood.failures = failures;
  const answered = answers.map(({ url }) => url);
  if (all.length > 1 && !collects) lastGood.answered = noteAnswers(all, answered, before, now);
  if (complete && !partial) lastGood.full = { records: records.length, urls };
  const [only] = answers;
  if (all.length === 1 && only !== undefined)
    lastGood.validated = { url: only.url, validators: only.response.validators };
  keep(run, lastGood);
  return {
    ...createOutcome(run, complete ? "fresh" : "stale", lastGood, answers),
    dropped: Object.fromEntries(dropped),
    rejected,
    error: complete ? undefined : describeError(failure),
  };
}

function keep({ source, feed, session }: FeedRun, lastGood: LastKnownGood): void {
  const kept = SERIES_KINDS.has(feed.kind) ? { ...lastGood, records: [], times: [], validated: null } : lastGood;
  session.effects.state.write(lastKnownGoodName(source.id, feed.id), kept);
}

/** `records`: those of all `urls`, estimated for a part of them. Throws if they are too few. */
function refuseShrunken(run: FeedRun, records: number, urls: readonly string[]): void {
  const { before } = run;
  // Other URLs have another size: a build that covers fewer coins gets fewer.
  if (before === undefined || before.full === null || before.full.urls.join() !== urls.join()) return;
  const full = before.full.records;
  const shrunken = findShrunken(run.feed.kind, records, full, before.shrunken, run.session.now);
  if (shrunken === null) return;
  keep(run, { ...before, shrunken });
  throw new Error(explainShrunken(shrunken, full));
}

/** Sends all requests at once; `failure` is the first one, if any. */
async function askAll(
  { source, feed, session, before }: FeedRun,
  requests: readonly FeedRequest[],
): Promise<{ answers: RequestAnswer[]; failure: unknown }> {
  const { records } = buildRequestContext(source, feed, session, before);
  const known = session.ignoreCache || requests.length > 1 ? undefined : before?.validated;
  const settled = await Promise.allSettled(
    requests.map((request) => {
      // Validators belong to one body, so they need a state of one body.
      const isKnown = request.brings === undefined && request.url === known?.url;
      const validators = isKnown ? known?.validators : undefined;
      const timeLimit = session.time.findLimit(source.id);
      return fetchRequest(session.effects.http, { source, feed, records }, request, { validators, timeLimit });
    }),
  );
  return {
    answers: settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])),
    failure: settled.find((result) => result.status === "rejected")?.reason,
  };
}

/**
 * A response from the future (a wrong clock) is not young: it would never be fetched again. Nor is
 * one whose successor is due: it is requested in every build until it is there.
 */
function isYoung({ nextDueMs }: Source, { kind, refreshMs }: Feed, lastGood: LastKnownGood, now: number): boolean {
  const { fetchedAtMs, complete, records } = lastGood;
  const ageMs = now - fetchedAtMs;
  if (refreshMs === undefined || !complete || ageMs < 0 || ageMs >= refreshMs) return false;
  return nextDueMs === undefined || now < nextDueMs(findObservedAt({ kind, records, fetchedAtMs }));
}

/** `undefined`: nothing is young enough. */
export function dropOldRecords(run: FeedRun): LastKnownGood | undefined {
  const kept = run.before && dropOld(run.before, findMaxAge(run), run.session.now);
  return kept?.records.length === 0 ? undefined : kept;
}

/** The age up to which a last known good response is used. */
export function findMaxAge(run: ReadOften): number {
  return run.feed.keepMs ?? findOverdueAge(run);
}

type ReadOften = Pick<FeedRun, "source" | "feed"> & { session: Pick<Session, "cadenceMs"> };

function findOverdueAge({ source, feed, session }: ReadOften): number {
  return MAX_AGE_IN_CADENCES * Math.max(source.cadenceMs, feed.refreshMs ?? 0, session.cadenceMs);
}

/** The outcome with the records of `lastGood` as its dataset; without it there is none. */
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
      // A central bank's current table has the rates of its next fixing.
      ...(feed.kind === "rate" && source.feeds.some(({ kind }) => kind === "fixing") && { isFixing: true }),
      ...(source.priority === undefined ? {} : { priority: source.priority }),
      ...(source.origin === undefined ? {} : { origin: source.origin }),
      ...(clockSkewMs === null ? {} : { clockSkewMs }),
    } as Dataset);
  const overdue = stale && (lastGood?.times.some((timeMs) => timeMs < oldestMs) ?? false);
  const isRequested = status !== "cached" && status !== "skipped";
  const answered = isRequested ? answers.length > 0 : null;
  return { source, feed, status, dataset, overdue, dropped: {}, rejected: 0, error: undefined, answered };
}
