import type { Effects } from "../effects/effects.ts";
import { describeError } from "../lib/operational-error.ts";
import type { Dataset, RecordKind, RecordKinds } from "../normalise/record.ts";
import type { Feed, RequestContext, Source } from "../sources/source.ts";
import { askRequest } from "./ask-request.ts";
import type { FeedOutcome } from "./feed-outcome.ts";
import { dropOld, type LastGood, lastGoodName, mergeLastGood, readLastGood } from "./last-good.ts";
import { mergeAnswers } from "./merge-answers.ts";
import type { ParsedAnswer } from "./parse-answer.ts";

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
 * Reads one feed. Whatever an upstream does, this does not throw: this is where it stops being anyone else's problem. What failed
 * is completed from the last good answer while that is young enough. A damaged state does throw.
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
  const outcome = { source, feed, dropped: {}, rejected: 0, error };
  const usable = before && dropOld(before, findMaxAge(source, feed, session), session.now);
  return usable === undefined || usable.records.length === 0
    ? { ...outcome, status: "failed", dataset: undefined }
    : { ...outcome, status: "stale", dataset: toDataset(source, feed, usable, true) };
}

async function askFeed(
  source: Source,
  feed: Feed,
  session: Session,
  before: LastGood | undefined,
): Promise<FeedOutcome> {
  const { effects, now } = session;
  const done = (status: FeedOutcome["status"], lastGood?: LastGood, answer?: ParsedAnswer): FeedOutcome => ({
    source,
    feed,
    status,
    dataset: lastGood && toDataset(source, feed, lastGood, status === "stale"),
    dropped: Object.fromEntries(answer?.dropped ?? []),
    rejected: answer?.rejected ?? 0,
    error: undefined,
  });
  if (before !== undefined && !session.ignoreCache && isYoung(feed, before, now)) return done("cached", before);
  for (const need of feed.needs ?? []) {
    if (session.outcomes.get(`${source.id}.${need}`)?.dataset === undefined)
      throw new Error(`needs ${need}, which is missing`);
  }
  const maxAgeMs = findMaxAge(source, feed, session);
  const context = buildContext(source, feed, session, before);
  const requests = feed.requests(context);
  if (requests.length === 0) {
    return before === undefined ? done("skipped") : done("cached", dropOld(before, maxAgeMs, now));
  }

  // Validators stand for one body, so they are of use where one body is all that was kept.
  const known = session.ignoreCache || feed.keepMs !== undefined ? undefined : before?.validated;
  const settled = await Promise.allSettled(
    requests.map((request) => {
      const validators = requests.length === 1 && known?.url === request.url ? known.validators : undefined;
      return askRequest(effects.http, source, feed, request, context.records, validators);
    }),
  );
  const answers = settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const failure = settled.find((result) => result.status === "rejected");
  const first = answers[0];
  if (first === undefined) throw failure?.reason;
  if (first.answer === undefined && before !== undefined) {
    const confirmed = { ...before, fetchedAtMs: now, times: before.times.map(() => now) };
    effects.state.write(lastGoodName(source.id, feed.id), confirmed);
    return done("fresh", confirmed);
  }

  const merged = mergeAnswers(
    feed,
    answers.flatMap(({ answer }) => answer ?? []),
  );
  if (merged.records.length === 0) throw failure?.reason ?? new Error("the upstream answered no records");
  const complete = failure === undefined;
  const lastGood = mergeLastGood(feed, before, merged.records, { now, complete, maxAgeMs });
  if (requests.length === 1) lastGood.validated = { url: first.url, validators: first.response.validators };
  effects.state.write(lastGoodName(source.id, feed.id), lastGood);
  if (complete) return done("fresh", lastGood, merged);
  return { ...done("stale", lastGood, merged), error: describeError(failure.reason) };
}

/** A last good answer from the future (a clock was wrong) is not young: it would never be asked for again. */
function isYoung({ refreshMs }: Feed, { fetchedAtMs, complete }: LastGood, now: number): boolean {
  const ageMs = now - fetchedAtMs;
  return refreshMs !== undefined && complete && ageMs >= 0 && ageMs < refreshMs;
}

function findMaxAge(source: Source, feed: Feed, session: Session): number {
  const cadenceMs = Math.max(source.cadenceMs, feed.refreshMs ?? 0, session.cadenceMs);
  return feed.keepMs ?? MAX_AGE_IN_CADENCES * cadenceMs;
}

function buildContext(source: Source, feed: Feed, session: Session, before: LastGood | undefined): RequestContext {
  const { now, coins, detailsPerBuild, apiKeys, outcomes } = session;
  return {
    now,
    coins,
    detailsPerBuild,
    apiKeys,
    records: <K extends RecordKind>(name: string) =>
      (outcomes.get(`${source.id}.${name}`)?.dataset?.records ?? []) as RecordKinds[K][],
    /** Only a feed's own earlier records are offered: that is all any source needs. */
    lastGood: <K extends RecordKind>(name: string) => {
      if (name !== feed.id) throw new Error(`${source.id}/${feed.id} may only look back at its own records`);
      return (before?.records ?? []).map((record, index) => ({
        record: record as RecordKinds[K],
        fetchedAtMs: before?.times[index] ?? before?.fetchedAtMs ?? 0,
      }));
    },
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
