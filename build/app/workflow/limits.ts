import { TREE_TITLES, TREES } from "../../crypto/api/trees.ts";
import { computeVenueBudget } from "../../crypto/candles/dense/dense-rules.ts";
import { LARGEST_COINS } from "../../crypto/history/kept-hours.ts";
import { type Feed, type FeedRequest, FIRST_RUN, type Schedule, type Source } from "../../crypto/sources/source.ts";
import type { Host } from "../../kit/hosts/host.ts";
import { boundOptional } from "../../kit/hosts/kit/host-limits.ts";
import { DAY_MS, MINUTE_MS } from "../../lib/time.ts";
import type { LimitsInput, MeasuredSite } from "../site/page-data/limits-page.ts";
import {
  estimateRestore,
  estimateSite,
  measureCore,
  measureHourlyCsv,
  measureToday,
  planSite,
  type Routes,
  type SitePlan,
  type SiteToday,
  type SizeSettings,
  YEAR,
} from "./estimate-site.ts";
import { forecastLimit } from "./forecast-limit.ts";

/** Days after today for which the page shows sizes. */
const DAYS: readonly number[] = [0, 30, 90, 180, YEAR, 3 * YEAR, 5 * YEAR];

interface Settings {
  sizes: MeasuredSite;
  /** Forecasts begin at its time. */
  world: {
    market: { asOfMs: number };
    archives?: readonly { filename: string; sizeBytes: number }[];
  };
  config: SizeSettings & { detailsPerBuild: number; backfill: number };
  host: { id: string; name: string };
  /** All hosts, each with the limits of its plan. */
  hosts: readonly Host[];
  routes: Routes;
  sources: readonly Source[];
}

/** GitHub recommends less than 1 GB per repository (docs, "About large files on GitHub"). */
const BRANCH_MAX = 1_000_000_000;

/** What the page about limits shows: sizes over time, and requests to each upstream. */
export function describeLimits({ config, host, hosts, routes, sizes, sources, world }: Settings): LimitsInput {
  const { detailsPerBuild, backfill } = config;
  const plan = planSite(config);
  const { coins, buildsPerDay } = plan;
  // The estimate is of a site with all of them.
  const hasAllTrees = plan.trees.length === TREES.length;
  const now = world.market.asOfMs;
  const archives = (world.archives ?? []).map(({ filename, sizeBytes }) => ({ path: filename, bytes: sizeBytes }));
  const hourlyCsvBytes = measureHourlyCsv(archives);
  const hourFiles = sizes.trees.find(({ title }) => title === TREE_TITLES.hours)?.files ?? 0;
  const built = sizes.hosts.flatMap(({ used, ...limits }) =>
    used === null ? [] : { ...limits, today: { ...used, trees: plan.trees, hourlyCsvBytes, hourFiles } },
  );
  const forecasts = built.map(({ id, today, maxFiles, maxBytes }) => ({
    id,
    files: forecastLimit(today, plan, { measure: "files", max: maxFiles, now }),
    bytes: forecastLimit(today, plan, { measure: "bytes", max: maxBytes, now }),
  }));
  const own = built.find(({ id }) => id === host.id);
  return {
    coins,
    buildsPerDay,
    backfill,
    host: { id: host.id, name: host.name },
    sizes,
    forecasts,
    estimates: hasAllTrees ? hosts.map((one) => estimateHost({ host: one, routes }, coins)) : [],
    restored: estimateRestore(plan),
    limits: { site: own?.maxBytes ?? null, branch: BRANCH_MAX },
    rows: own === undefined ? [] : DAYS.map((day) => estimateRow(own, { plan, day, trees: sizes.trees.slice(1) })),
    candles: listCandleRequests(sources, buildsPerDay),
    requests: sources.map((source) => projectRequests(source, { coins, buildsPerDay, detailsPerBuild })),
  };
}

/** What a build for a host would write, as `doctor` estimates it before a first build. */
function estimateHost(target: { host: Host; routes: Routes }, coins: number): LimitsInput["estimates"][number] {
  const { id, limits } = target.host;
  const core = measureCore(target, coins);
  const { files, bytes } = measureToday(target, undefined, coins);
  const isWhole = bytes > core.bytes && bytes <= boundOptional(limits.totalBytes?.max ?? Number.POSITIVE_INFINITY);
  return { id, isWhole, ...(isWhole ? { files, bytes } : core) };
}

/**
 * The site after so many days. Optional trees are added by rank, each as a whole, while the host
 * has room for them, as in a build.
 */
function estimateRow(
  { today, maxBytes }: { today: SiteToday; maxBytes: number | null },
  { plan, day, trees }: { plan: SitePlan; day: number; trees: MeasuredSite["trees"] },
): LimitsInput["rows"][number] {
  const whole = estimateSite(today, plan, day);
  const { branch } = whole;
  const growth = new Map(
    plan.trees.map((name) => {
      const others = plan.trees.filter((one) => one !== name);
      return [TREE_TITLES[name], whole.bytes - estimateSite(today, { ...plan, trees: others }, day).bytes];
    }),
  );
  const optional = trees.map(({ title, bytes }) => ({ title, bytes: bytes + (growth.get(title) ?? 0) }));
  const core = optional.reduce((rest, { bytes }) => rest - bytes, whole.bytes);
  const most = maxBytes === null ? Number.POSITIVE_INFINITY : boundOptional(maxBytes);
  const leftOut: string[] = [];
  let site = core;
  for (const { title, bytes } of optional) {
    if (site + bytes <= most) site += bytes;
    else leftOut.push(title);
  }
  return { day, site, core, branch, leftOut };
}

/** Requests for candles besides the backfill, as many as a build or a day may have at most. */
function listCandleRequests(sources: readonly Source[], buildsPerDay: number): LimitsInput["candles"] {
  return sources
    .filter(({ candles }) => candles !== undefined)
    .map(({ name, pacing }) => {
      const dense = computeVenueBudget(pacing);
      return {
        name,
        dense,
        // One request per coin and closed day.
        ranges: LARGEST_COINS,
        perDay: dense * buildsPerDay + LARGEST_COINS,
        perMinute: Math.floor(MINUTE_MS / pacing.intervalMs),
        reason: pacing.reason,
      };
    });
}

/**
 * Counts a source's requests for current data. `perBuild`: in a build with nothing cached. In a
 * usual build a schedule leaves out requests, and of feeds that wait for each other one is read:
 * the one with the most requests is counted.
 */
export function projectRequests(
  { name, pacing, feeds }: Pick<Source, "name" | "pacing" | "feeds">,
  { coins, buildsPerDay, detailsPerBuild }: { coins: number; buildsPerDay: number; detailsPerBuild: number },
): LimitsInput["requests"][number] {
  const pauseMs = DAY_MS / buildsPerDay;
  const plans = feeds
    .filter(({ fallback }) => fallback !== true)
    .map((feed) => {
      const all = feed.requests({ ...FIRST_RUN, coins, detailsPerBuild });
      // Details are requested for coins that another feed lists, which is not read here.
      const first = feed.kind === "coin-detail" ? detailsPerBuild : all.length;
      const { requests, after = [] } = planNextBuild(feed, feeds, all, pauseMs);
      const usual = first - all.length + requests.length;
      const reads = feed.refreshMs === undefined ? buildsPerDay : Math.ceil(DAY_MS / feed.refreshMs);
      return { id: feed.id, first, after, perDay: usual * Math.min(buildsPerDay, reads) };
    });
  const waiting = new Set(plans.flatMap(({ id, after }) => (after.length > 0 ? [id, ...after] : [])));
  const largest = Math.max(0, ...plans.filter(({ id }) => waiting.has(id)).map(({ first }) => first));
  const others = plans.filter(({ id }) => !waiting.has(id));
  const { intervalMs, reason } = pacing;
  return {
    name,
    perBuild: plans.reduce((sum, { first }) => sum + first, 0),
    perDay: others.reduce((sum, { perDay }) => sum + perDay, largest * buildsPerDay),
    paceAllows: intervalMs === 0 ? null : Math.floor(DAY_MS / intervalMs),
    reason,
  };
}

/** The schedule of a build after one that read all pages, with every feed due. */
function planNextBuild(
  feed: Feed,
  feeds: readonly Feed[],
  requests: readonly FeedRequest[],
  pauseMs: number,
): Schedule {
  const answeredMs = Object.fromEntries(requests.map(({ url }) => [url, -pauseMs]));
  const readMs = new Map(feeds.map(({ id, refreshMs = 0 }) => [id, -refreshMs]));
  return feed.schedule?.({ now: 0, requests, answeredMs, readMs }) ?? { requests };
}
