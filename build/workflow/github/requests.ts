import { DAY_MS } from "../../lib/time.ts";

/** As much of a source as tells how often it is asked. */
export interface AskedSource {
  id: string;
  name: string;
  pacing: { intervalMs: number; reason: string };
  feeds: readonly { id: string; refreshMs?: number; fallback?: boolean }[];
}

export interface Requests {
  name: string;
  /** In a build that has to ask for everything. */
  perBuild: number;
  perDay: number;
  /** As many a day would go out at the pace that the program keeps; `null` where requests need not wait for each other. */
  paceAllows: number | null;
  /** The limit of the upstream, in words. */
  reason: string;
}

/** Rows in a page of the list that the coins come from. */
const PAGE = 250;

/** Requests to a source for current data: one for each feed, when it is due, but for pages of coins and for single coins. */
export function projectRequests(
  { name, pacing, feeds }: AskedSource,
  { coins, buildsPerDay, detailsPerBuild }: { coins: number; buildsPerDay: number; detailsPerBuild: number },
): Requests {
  const counts = feeds.flatMap(({ id, refreshMs, fallback }) => {
    if (fallback === true) return [];
    const each = id === "markets" ? Math.ceil(coins / PAGE) : id === "details" ? detailsPerBuild : 1;
    const due = refreshMs === undefined ? buildsPerDay : Math.min(buildsPerDay, Math.ceil(DAY_MS / refreshMs));
    return [{ each, perDay: each * due }];
  });
  const { intervalMs, reason } = pacing;
  return {
    name,
    perBuild: counts.reduce((sum, { each }) => sum + each, 0),
    perDay: counts.reduce((sum, { perDay }) => sum + perDay, 0),
    paceAllows: intervalMs === 0 ? null : Math.floor(DAY_MS / intervalMs),
    reason,
  };
}
