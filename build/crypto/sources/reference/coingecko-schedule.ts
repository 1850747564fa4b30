import { HOUR_MS, MINUTE_MS } from "../../../lib/time.ts";
import type { FeedRequest, Schedule, ScheduleContext } from "../source.ts";

/**
 * CoinGecko's allowance without a key is small and shared by all callers of an address. So a build
 * reads the first page of coins, a part of the other pages, and one of the feeds below.
 */

/** An older price is no reference. Reading all pages more often takes the allowance of others. */
const PAGES_MS = 2 * HOUR_MS;

/**
 * The first page, and those of the others that were answered longest ago: as many as it takes to
 * read each once in `PAGES_MS`. After a long pause these are more. Pages that failed in their turn
 * are read in addition, so that they cannot stop the others.
 */
export function takePagesInTurns({ now, requests, answeredMs }: ScheduleContext): Schedule {
  const ageOf = ({ url }: FeedRequest): number => now - (answeredMs[url] ?? Number.NEGATIVE_INFINITY);
  const others = requests.slice(1);
  const overdue = others.filter((page) => ageOf(page) > PAGES_MS);
  const waiting = others.filter((page) => ageOf(page) <= PAGES_MS);
  const pauseMs = Math.min(...requests.map(ageOf));
  // A wrong clock must not stop the turns.
  const share = pauseMs < 0 ? 1 : Math.min(1, pauseMs / PAGES_MS);
  const next = waiting.toSorted((a, b) => ageOf(b) - ageOf(a)).slice(0, Math.ceil(others.length * share));
  const chosen = new Set([...requests.slice(0, 1), ...overdue, ...next]);
  const oldestMs = Math.max(0, ...requests.filter((page) => !chosen.has(page)).map(ageOf));
  return {
    requests: requests.filter((page) => chosen.has(page)),
    // Until every page was read twice: a coin that moves to another page is missed by one round.
    keepMs: oldestMs + 2 * PAGES_MS,
  };
}

/** How often the feeds are read of which one build reads only one. */
export const INTERVALS = { global: HOUR_MS, exchanges: 3 * HOUR_MS, details: 40 * MINUTE_MS };

/** A feed so many intervals old does not wait: where builds are rare, turns would take days. */
const WAITS_FOR_INTERVALS = 4;

/**
 * Reads a feed unless a more overdue one is read in the same build. A feed that fails gives its
 * turn away, so that it cannot stop the others.
 */
export function takeTurns(own: keyof typeof INTERVALS): (context: ScheduleContext) => Schedule {
  return ({ now, requests, readMs }) => {
    const order = Object.entries(INTERVALS)
      .map(([feed, intervalMs]) => ({ feed, overdue: Math.abs(now - (readMs.get(feed) ?? now)) / intervalMs }))
      .filter(({ overdue }) => overdue >= 1 && overdue < WAITS_FOR_INTERVALS)
      .sort((a, b) => b.overdue - a.overdue)
      .map(({ feed }) => feed);
    return { requests, after: order.slice(0, Math.max(0, order.indexOf(own))) };
  };
}
