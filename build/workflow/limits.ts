import { DAY_MS } from "../lib/time.ts";
import type { LimitsInput, MeasuredSite } from "../site/page-data/limits-page.ts";
import {
  estimateRestore,
  estimateSite,
  forecastLimit,
  measureHourlyCsv,
  planSite,
  type SitePlan,
  type SiteToday,
  type SizeSettings,
  YEAR,
} from "./estimate-site.ts";

/** Days after today for which the page shows sizes. */
const DAYS: readonly number[] = [0, 30, 90, 180, YEAR, 5 * YEAR];

interface Settings {
  sizes: MeasuredSite;
  /** Forecasts begin at its time. */
  world: {
    market: { asOfMs: number };
    archives?: readonly { filename: string; sizeBytes: number }[];
  };
  config: SizeSettings & { detailsPerBuild: number; backfill: number };
  host: { name: string };
  sources: readonly RequestedSource[];
}

/** GitHub recommends less than 1 GB per repository (docs, "About large files on GitHub"). */
const BRANCH_MAX = 1_000_000_000;

export function describeLimits({ config, host, sizes, sources, world }: Settings): LimitsInput {
  const { detailsPerBuild, backfill } = config;
  const plan = planSite(config);
  const { coins, buildsPerDay } = plan;
  const now = world.market.asOfMs;
  const archives = (world.archives ?? []).map(({ filename, sizeBytes }) => ({ path: filename, bytes: sizeBytes }));
  const hourlyCsvBytes = measureHourlyCsv(archives);
  const built = sizes.hosts.flatMap(({ used, ...limits }) =>
    used === null ? [] : { ...limits, today: { ...used, hourlyCsvBytes } },
  );
  const forecasts = built.map(({ name, today, maxFiles, maxBytes }) => ({
    host: name,
    files: forecastLimit(today, plan, { measure: "files", max: maxFiles, now }),
    bytes: forecastLimit(today, plan, { measure: "bytes", max: maxBytes, now }),
  }));
  const own = built.find(({ name }) => name === host.name);
  return {
    coins,
    buildsPerDay,
    backfill,
    host: host.name,
    sizes,
    forecasts,
    restored: estimateRestore(plan),
    limits: { site: own?.maxBytes ?? null, branch: BRANCH_MAX },
    rows: own === undefined ? [] : DAYS.map((day) => estimateRow(own.today, plan, day)),
    requests: sources
      .map((source) => projectRequests(source, { coins, buildsPerDay, detailsPerBuild }))
      .filter(({ perBuild }) => perBuild > 0),
  };
}

function estimateRow(today: SiteToday, plan: SitePlan, day: number): LimitsInput["rows"][number] {
  const { bytes: site, state, branch } = estimateSite(today, plan, day);
  return { day, site, state, branch };
}

interface RequestedSource {
  name: string;
  pacing: { intervalMs: number; reason: string };
  feeds: readonly {
    refreshMs?: number;
    fallback?: boolean;
    coinsPerRequest?: number;
    requestPerDetail?: true;
    turns?: { everyMs: number };
    alternates?: true;
  }[];
}

/**
 * Counts a source's requests for current data. `perBuild`: in a build with nothing cached. In a
 * usual build, a feed in turns asks for a part of its pages, and one of the alternating feeds is
 * read.
 */
export function projectRequests(
  { name, pacing, feeds }: RequestedSource,
  { coins, buildsPerDay, detailsPerBuild }: { coins: number; buildsPerDay: number; detailsPerBuild: number },
): LimitsInput["requests"][number] {
  let perBuild = 0;
  let perDay = 0;
  let alternating = 0;
  const pauseMs = DAY_MS / buildsPerDay;
  for (const { refreshMs, fallback, coinsPerRequest, requestPerDetail, turns, alternates } of feeds) {
    if (fallback === true) continue;
    const pages = coinsPerRequest === undefined ? 1 : Math.ceil(coins / coinsPerRequest);
    const each = requestPerDetail === true ? detailsPerBuild : pages;
    const due = refreshMs === undefined ? buildsPerDay : Math.min(buildsPerDay, Math.ceil(DAY_MS / refreshMs));
    const share = turns === undefined ? 1 : Math.min(1, pauseMs / turns.everyMs);
    perBuild += each;
    if (alternates === true) alternating = Math.max(alternating, each);
    else perDay += (1 + Math.ceil((each - 1) * share)) * due;
  }
  perDay += alternating * buildsPerDay;
  const { intervalMs, reason } = pacing;
  return { name, perBuild, perDay, paceAllows: intervalMs === 0 ? null : Math.floor(DAY_MS / intervalMs), reason };
}
