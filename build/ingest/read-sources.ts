import type { RecordKind } from "../normalise/record.ts";
import type { Feed, Source } from "../sources/source.ts";
import { type LastKnownGood, readLastKnownGood } from "./last-known-good.ts";
import { createOutcome, fallBack, readFeed, recall } from "./read-feed.ts";
import type { FeedOutcome, Session } from "./session.ts";
import { orderByTurn } from "./turns.ts";

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
  await Promise.all(sources.map((source) => readSource(source, session, only, false)));
  const covered = new Set<RecordKind>();
  for (const { dataset, overdue } of session.outcomes.values()) {
    if (dataset !== undefined && !overdue) covered.add(dataset.kind);
  }
  const isWanted: IsWanted = async (source, feed) =>
    !covered.has(feed.kind) || ((only ?? source.id) === source.id && (await isDue(source, feed, session)));
  session.time.beginFallbacks();
  await Promise.all(sources.map((source) => readSource(source, session, only, true, isWanted)));
  return sources.flatMap((source) =>
    source.feeds.flatMap((feed) => session.outcomes.get(`${source.id}.${feed.id}`) ?? []),
  );
}

async function readSource(
  source: Source,
  session: Session,
  only: string | undefined,
  fallback: boolean,
  isWanted: IsWanted = async () => true,
): Promise<void> {
  const feeds = source.feeds.filter((feed) => (feed.fallback ?? false) === fallback);
  if (feeds.length === 0) return;
  const asked = only === undefined || only === source.id;
  const answers = await Promise.all(feeds.map((feed) => isWanted(source, feed)));
  const wanted = new Set(feeds.filter((_, index) => answers[index]));
  const task = asked && wanted.size > 0 ? session.effects.progress.start(source.id, source.name) : undefined;
  const reading = new Map<string, Promise<FeedOutcome>>();
  const findWaiting = session.ignoreCache ? undefined : await openTurns(source, feeds, session, reading);
  for (const feed of feeds) {
    const read = async (): Promise<FeedOutcome> => {
      await Promise.all((feed.needs ?? []).map((need) => reading.get(need)));
      if (!wanted.has(feed)) return createOutcome({ source, feed, session }, "skipped");
      task?.update(feed.id);
      const waiting = asked ? await findWaiting?.(feed) : undefined;
      if (waiting !== undefined) return recall({ source, feed, session, before: waiting });
      if (asked) return readFeed(source, feed, session);
      const before = await readLastKnownGood(session, source.id, feed);
      const outcome = fallBack({ source, feed, session, before }, `not requested, because of --only ${only}`);
      return { ...outcome, answered: null };
    };
    reading.set(
      feed.id,
      read().then((outcome) => {
        session.outcomes.set(`${source.id}.${feed.id}`, outcome);
        return outcome;
      }),
    );
  }
  const outcomes = await Promise.all(reading.values());
  const wrong = outcomes.filter(({ error }) => error !== undefined);
  const failed = wrong.filter(({ feed }) => feed.optional !== true);
  if (failed.length > 0) task?.failed(failed.map(({ feed, error }) => `${feed.id}: ${error}`).join("; "));
  else if (wrong.length > 0) task?.warned(outcomes.map(summarise).join(" · "));
  else task?.done(outcomes.map(summarise).join(" · "));
}

/**
 * Of the feeds that alternate, only the most overdue one is requested, or the next where it fails,
 * so that it cannot stop the others. A feed without an answer that is young enough to use waits for
 * no turn.
 */
async function openTurns(
  source: Source,
  feeds: readonly Feed[],
  session: Session,
  reading: ReadonlyMap<string, Promise<FeedOutcome>>,
): Promise<(feed: Feed) => Promise<LastKnownGood | undefined>> {
  const known = new Map<Feed, LastKnownGood>();
  for (const feed of feeds.filter(({ alternates }) => alternates === true)) {
    const before = await readLastKnownGood(session, source.id, feed);
    const isUsable = before !== undefined && recall({ source, feed, session, before }).dataset !== undefined;
    if (isUsable) known.set(feed, before);
  }
  const order = orderByTurn(
    [...known].map(([feed, { fetchedAtMs }]) => ({ feed, fetchedAtMs })),
    session.now,
  );
  return async (feed) => {
    const turn = order.indexOf(feed);
    // Its own check finds whether it is young enough.
    if (turn === -1) return undefined;
    for (const earlier of order.slice(0, turn))
      if ((await reading.get(earlier.id))?.status === "fresh") return known.get(feed);
    return undefined;
  };
}

async function isDue(source: Source, feed: Feed, session: Session): Promise<boolean> {
  if (feed.learnMs === undefined) return false;
  const before = await readLastKnownGood(session, source.id, feed);
  return before === undefined || session.now - before.fetchedAtMs >= feed.learnMs;
}

function summarise({ feed, status, dataset, error }: FeedOutcome): string {
  const reason = error === undefined ? "" : `: ${error}`;
  if (dataset === undefined) return `${feed.id} ${status}${reason}`;
  const count = dataset.records.length.toLocaleString("en-US");
  return `${count} ${feed.id}${status === "fresh" ? "" : ` (${status})`}${reason}`;
}
