import type { Feed, FeedRequest } from "../sources/source.ts";
import type { LastKnownGood } from "./last-known-good.ts";

/**
 * The requests of a read: all of them, or for a feed in turns the first one and those that were
 * answered longest ago, as many as it takes to make each once in `everyMs`. After a long pause
 * these are more. Requests that failed in their turn are made in addition, so that they cannot stop
 * the others.
 */
export function chooseRequests(
  { turns }: Feed,
  all: readonly FeedRequest[],
  before: LastKnownGood | undefined,
  now: number,
): readonly FeedRequest[] {
  const [first, ...others] = all;
  if (turns === undefined || before?.answered === undefined || first === undefined) return all;
  const { answered, fetchedAtMs } = before;
  const ageOf = ({ url }: FeedRequest): number => now - (answered[url] ?? Number.NEGATIVE_INFINITY);
  const overdue = others.filter((request) => ageOf(request) > turns.everyMs);
  const waiting = others.filter((request) => ageOf(request) <= turns.everyMs);
  const pauseMs = now - fetchedAtMs;
  // A wrong clock must not stop the turns.
  const share = pauseMs < 0 ? 1 : Math.min(1, pauseMs / turns.everyMs);
  const next = waiting.toSorted((a, b) => ageOf(b) - ageOf(a)).slice(0, Math.ceil(others.length * share));
  const chosen = new Set([first, ...overdue, ...next]);
  return all.filter((request) => chosen.has(request));
}

/** When each request was last answered, by URL. */
export function noteAnswers(
  all: readonly FeedRequest[],
  urls: readonly string[],
  before: LastKnownGood | undefined,
  now: number,
): Record<string, number> {
  const known = before?.answered ?? {};
  return Object.fromEntries(
    all.flatMap(({ url }) => {
      const timeMs = urls.includes(url) ? now : known[url];
      return timeMs === undefined ? [] : [[url, timeMs]];
    }),
  );
}

/**
 * How long the records of a feed in turns are kept: until every request has been answered twice
 * without them. One round may miss a record that moves from one page to another.
 */
export function findTurnsAge(
  { turns }: Feed,
  all: readonly FeedRequest[],
  answered: Readonly<Record<string, number>>,
  now: number,
): number | undefined {
  if (turns === undefined) return undefined;
  const oldestMs = Math.min(...all.map(({ url }) => answered[url] ?? Number.NEGATIVE_INFINITY));
  return now - oldestMs + 2 * turns.everyMs;
}

/** Feeds so many intervals old do not wait: where builds are rare, turns would take days. */
const WAITS_FOR_INTERVALS = 4;

/**
 * Feeds that alternate, the one first whose answer is oldest for its interval. Those that are young
 * enough, or too old to wait, are left out.
 */
export function orderByTurn(feeds: readonly { feed: Feed; fetchedAtMs: number }[], now: number): Feed[] {
  return feeds
    .map(({ feed, fetchedAtMs }) => ({ feed, overdue: Math.abs(now - fetchedAtMs) / (feed.refreshMs ?? 1) }))
    .filter(({ overdue }) => overdue >= 1 && overdue < WAITS_FOR_INTERVALS)
    .sort((a, b) => b.overdue - a.overdue)
    .map(({ feed }) => feed);
}
