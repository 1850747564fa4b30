import { DAY_MS } from "../../lib/time.ts";

/** The fields of a source that determine its number of requests. */
export interface RequestedSource {
  name: string;
  pacing: { intervalMs: number; reason: string };
  feeds: readonly {
    refreshMs?: number;
    fallback?: boolean;
    coinsPerRequest?: number;
    requestPerDetail?: true;
  }[];
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

/** Requests to a source for current data: one for each feed that is due, more for pages of coins. */
export function projectRequests(
  { name, pacing, feeds }: RequestedSource,
  { coins, buildsPerDay, detailsPerBuild }: { coins: number; buildsPerDay: number; detailsPerBuild: number },
): Requests {
  const counts = feeds.flatMap(({ refreshMs, fallback, coinsPerRequest, requestPerDetail }) => {
    if (fallback === true) return [];
    const pages = coinsPerRequest === undefined ? 1 : Math.ceil(coins / coinsPerRequest);
    const each = requestPerDetail === true ? detailsPerBuild : pages;
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
