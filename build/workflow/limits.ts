import { HOURLY_KEPT_MS, SAMPLES_KEPT_MS } from "../history/retain.ts";
import { DAY_MS, MINUTE_MS } from "../lib/time.ts";
import { COMMITS_KEPT } from "./github/data-branch.ts";

export const YEAR = 365;

const DAYS: readonly number[] = [1, 30, 90, 180, YEAR, 5 * YEAR];

/** What a site comes to in a year at these settings, against what holds it. Numbers of bytes. */
export interface LimitsTable {
  coins: number;
  buildsPerDay: number;
  host: string;
  /** What each part may have; `null`: any. */
  limits: { site: number | null; branch: number };
  rows: { day: number; site: number; state: number; branch: number }[];
  /** Years until the site is full; `null`: never. */
  yearsLeft: number | null;
  requests: Requests[];
  /** Requests for missing history per build at most, over all hosts. */
  backfill: number;
}

export interface LimitsInput {
  config: {
    coins: number;
    cadenceMinutes: number;
    detailsPerBuild: number;
    backfill: number;
    hourlyArchiveMonths: number;
  };
  host: { name: string; limits: { totalBytes?: { max: number } } };
  sources: readonly AskedSource[];
}

/** GitHub: a repository is best below 1 GB (docs.github.com, "About large files on GitHub"). */
const BRANCH_MAX = 1_000_000_000;

export function describeLimits({ config, host, sources }: LimitsInput): LimitsTable {
  const { coins, detailsPerBuild, backfill, hourlyArchiveMonths } = config;
  const buildsPerDay = Math.ceil(DAY_MS / (config.cadenceMinutes * MINUTE_MS));
  const input: GrowthInput = { coins, buildsPerDay, hourlyArchiveMonths };
  const max = host.limits.totalBytes?.max;
  return {
    ...{ coins, buildsPerDay, backfill, host: host.name },
    limits: { site: max ?? null, branch: BRANCH_MAX },
    rows: DAYS.map((day) => ({ day, ...projectSizes(input, day) })),
    yearsLeft: findYearsLeft(input, max),
    requests: sources
      .map((source) => projectRequests(source, { coins, buildsPerDay, detailsPerBuild }))
      .filter(({ perBuild }) => perBuild > 0),
  };
}

/** What the size of a site depends on. */
export interface GrowthInput {
  coins: number;
  buildsPerDay: number;
  hourlyArchiveMonths: number;
}

/** Bytes. */
export interface Sizes {
  site: number;
  state: number;
  branch: number;
}

/** Of a point (price, market cap, volume) in a packed document of the state: measured on prices that walk at random, to 12 digits. */
export const PACKED_POINT = 18.5;
/** Of a row of a packed archive of prices, and of one of a coin's own archive; the year of real builds and the sample world. */
const ARCHIVE_ROW = 25;
const HISTORY_ROW = 10.5;
/** Of a day in the answer that holds a coin's whole history. */
const JSON_DAY = 72;
/** Of a coin's answers and page whose length does not grow with time, in every spelling that GitHub Pages needs; its lines in lists and manifests. */
const COIN_FLAT = 215_000;
/** Of everything that no coin adds to: programs, schemas, pages. */
const SITE_FLAT = 6_000_000;
/** Of last answers of upstreams; of what a build remembers of a coin beside its series. */
const LAST_GOOD = { flat: 200_000, coin: 3_000 };
const MEMORY_COIN = 500;
/** Headlines that ten publishers bring in a day at most, and what one takes in the state and in its archive. */
const ARTICLES = { perDay: 300, state: 90, archive: 65 };
/** Days of history that are filled in before the first day of a site: two requests of candles or charts. */
const HISTORY_DAYS = 1_000;
const MONTH_DAYS = 30.5;

/**
 * How large site, state and data branch are after so many days of builds: what the windows of the retention hold, as soon as they are
 * full, and days and headlines, which are kept for ever. A formula over measured bytes per point; upper bounds, as if every coin had all.
 */
export function projectSizes({ coins, buildsPerDay, hourlyArchiveMonths }: GrowthInput, day: number): Sizes {
  const kept = (days: number): number => Math.min(day, days);
  // A window holds the day that is not over as well.
  const samples = kept(SAMPLES_KEPT_MS / DAY_MS + 1) * buildsPerDay * coins;
  const hours = kept(HOURLY_KEPT_MS / DAY_MS + 1) * 24 * coins;
  const days = (HISTORY_DAYS + day) * coins;
  const articles = day * ARTICLES.perDay;
  const lastGood = LAST_GOOD.flat + LAST_GOOD.coin * coins;
  const lasting = PACKED_POINT * (samples + hours + days) + MEMORY_COIN * coins + ARTICLES.state * articles;
  const archivedHours = kept(hourlyArchiveMonths * MONTH_DAYS) * 24 * coins;
  const archives = ARCHIVE_ROW * (samples + archivedHours + days) + HISTORY_ROW * days + ARTICLES.archive * articles;
  const state = lasting + lastGood;
  const site = SITE_FLAT + COIN_FLAT * coins + JSON_DAY * days + archives + state;
  // A commit brings a day of samples and of hours, and the running year of days again.
  const commit = (PACKED_POINT * (buildsPerDay + 24 + 366) + MEMORY_COIN) * coins;
  const branch = lasting + Math.min(Math.max(0, day - 1), COMMITS_KEPT - 1) * commit;
  return { site, state, branch };
}

/** Years until the site has as many bytes as its host takes; `null` when it takes any number. */
export function findYearsLeft(input: GrowthInput, maxBytes: number | undefined): number | null {
  if (maxBytes === undefined) return null;
  const [first, second] = [projectSizes(input, YEAR), projectSizes(input, 2 * YEAR)];
  const perYear = second.site - first.site;
  return Math.max(0, 1 + (maxBytes - first.site) / perYear);
}

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
