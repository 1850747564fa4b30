import { groupThousands } from "../../lib/text-layout.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { RecordKind } from "../normalise/record.ts";
import type { Feed, Source } from "../sources/source.ts";
import { createOutcome, dropOldRecords, type FeedRun, fallBack, openRun, readFeed } from "./read-feed.ts";
import type { FeedOutcome, Session } from "./session.ts";

type IsWanted = (source: Source, feed: Feed) => Promise<boolean>;

/**
 * Reads every feed of every source in parallel, after the feeds that it needs. Fallback feeds
 * follow: for kinds of records that no other feed brought, and when their ids are due to be
 * learned again. With `only`, one source is fetched and the others return their last known good
 * responses. The outcomes are in the order of the sources and feeds.
 */
export async function readSources(
  sources: readonly Source[],
  session: Session,
  only: string | undefined,
): Promise<FeedOutcome[]> {
  const isFallback = ({ fallback }: Feed) => fallback === true;
  const readAll = async (isInRound: (feed: Feed) => boolean, isWanted: IsWanted): Promise<void> => {
    const readings = sources.map((source) => ({ source, feeds: source.feeds.filter(isInRound), session, only }));
    await Promise.all(readings.map((reading) => readSource(reading, isWanted)));
  };
  const isAlwaysWanted: IsWanted = async () => true;
  await readAll((feed) => !isFallback(feed), isAlwaysWanted);
  const covered = new Set<RecordKind>();
  for (const { dataset, overdue } of session.outcomes.values()) {
    if (dataset !== undefined && !overdue) covered.add(dataset.kind);
  }
  const isWanted: IsWanted = async (source, feed) =>
    !covered.has(feed.kind) || ((only ?? source.id) === source.id && (await isDue(source, feed, session)));
  session.time.beginFallbacks();
  await readAll(isFallback, isWanted);
  return sources.flatMap((source) =>
    source.feeds.flatMap((feed) => session.outcomes.get(`${source.id}.${feed.id}`) ?? []),
  );
}

/** The feeds of one source in one round. */
interface Reading {
  source: Source;
  feeds: readonly Feed[];
  session: Session;
  only: string | undefined;
}

async function readSource({ source, feeds, session, only }: Reading, isWanted: IsWanted): Promise<void> {
  if (feeds.length === 0) return;
  const asked = only === undefined || only === source.id;
  const answers = await Promise.all(feeds.map((feed) => isWanted(source, feed)));
  const wanted = feeds.filter((_, index) => answers[index]);
  const task = asked && wanted.length > 0 ? session.effects.progress.start(source.id, source.name) : undefined;
  const runs = await Promise.all(wanted.map((feed) => openRun(source, feed, session)));
  const reading = new Map<string, Promise<FeedOutcome>>();
  const round = { readMs: listReadTimes(runs), outcomes: reading };
  const read = async (run: FeedRun): Promise<FeedOutcome> => {
    const { feed } = run;
    await Promise.all((feed.needs ?? []).map((need) => reading.get(need)));
    task?.update(feed.id);
    if (asked) return readFeed(run, round);
    return { ...fallBack(run, `not requested, because of --only ${only}`), answered: null };
  };
  const note = (outcome: FeedOutcome): FeedOutcome => {
    session.outcomes.set(`${source.id}.${outcome.feed.id}`, outcome);
    return outcome;
  };
  for (const run of runs) reading.set(run.feed.id, read(run).then(note));
  const outcomes = await Promise.all(
    feeds.map((feed) => reading.get(feed.id) ?? note(createOutcome({ source, feed, session }, "skipped"))),
  );
  const wrong = outcomes.filter(({ error }) => error !== undefined);
  const failed = wrong.filter(({ feed }) => feed.optional !== true);
  if (failed.length > 0) task?.failed(failed.map(({ feed, error }) => `${feed.id}: ${error}`).join("; "));
  else if (wrong.length > 0) task?.warned(outcomes.map(summarise).join(" · "));
  else task?.done(outcomes.map(summarise).join(" · "));
}

/** When each feed was last read, if one of its records can still be used. */
function listReadTimes(runs: readonly FeedRun[]): Map<string, number> {
  return new Map(
    runs.flatMap((run) => {
      const usable = dropOldRecords(run);
      return usable === undefined ? [] : [[run.feed.id, usable.fetchedAtMs] as const];
    }),
  );
}

/**
 * A fallback with ids of its own is read at this interval too, so that the identity registry knows
 * them when the fallback is needed. Less often, and a coin listed since has no price on that day.
 */
const LEARN_MS = DAY_MS;

async function isDue(source: Source, feed: Feed, session: Session): Promise<boolean> {
  if (source.ownIds !== true || feed.kind !== "coin") return false;
  const { before } = await openRun(source, feed, session);
  return before === undefined || session.now - before.fetchedAtMs >= LEARN_MS;
}

function summarise({ feed, status, dataset, error }: FeedOutcome): string {
  const reason = error === undefined ? "" : `: ${error}`;
  if (dataset === undefined) return `${feed.id} ${status}${reason}`;
  const count = groupThousands(dataset.records.length);
  return `${count} ${feed.id}${status === "fresh" ? "" : ` (${status})`}${reason}`;
}
