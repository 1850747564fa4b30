import { HOURLY_KEPT_MS, SAMPLES_KEPT_MS } from "../history/retain.ts";
import { DAY_MS, MINUTE_MS } from "../lib/time.ts";
import type { LimitsInput } from "../site/page-data/limits-page.ts";
import { COMMITS_KEPT } from "./github/data-branch.ts";

export const YEAR = 365;

const DAYS: readonly number[] = [1, 30, 90, 180, YEAR, 5 * YEAR];

interface Settings {
  sizes?: LimitsInput["sizes"];
  config: {
    coins: number;
    cadenceMinutes: number;
    detailsPerBuild: number;
    backfill: number;
    hourlyArchiveMonths: number;
  };
  host: { name: string; limits: { totalBytes?: { max: number } } };
  sources: readonly RequestedSource[];
}

/** GitHub recommends less than 1 GB per repository (docs, "About large files on GitHub"). */
const BRANCH_MAX = 1_000_000_000;

export function describeLimits({ config, host, sizes, sources }: Settings): LimitsInput {
  const { coins, detailsPerBuild, backfill, hourlyArchiveMonths } = config;
  const buildsPerDay = Math.ceil(DAY_MS / (config.cadenceMinutes * MINUTE_MS));
  const input: GrowthInput = { coins, buildsPerDay, hourlyArchiveMonths };
  const max = host.limits.totalBytes?.max;
  return {
    coins,
    buildsPerDay,
    backfill,
    host: host.name,
    ...(sizes !== undefined && { sizes }),
    limits: { site: max ?? null, branch: BRANCH_MAX },
    rows: DAYS.map((day) => ({ day, ...projectSizes(input, day) })),
    yearsLeft: findYearsLeft(input, max),
    requests: sources
      .map((source) => projectRequests(source, { coins, buildsPerDay, detailsPerBuild }))
      .filter(({ perBuild }) => perBuild > 0),
  };
}

interface GrowthInput {
  coins: number;
  buildsPerDay: number;
  hourlyArchiveMonths: number;
}

/** Bytes of a point (price, market cap, volume) in a packed state, measured on random walks. */
export const PACKED_POINT = 18.5;
/** Bytes of a row in a packed price archive and in a coin's archive, measured over a year. */
const ARCHIVE_ROW = 25;
const HISTORY_ROW = 10.5;
const JSON_DAY = 72;
/** Bytes per coin that do not grow with time: its files in all URL forms, its lines in lists. */
const COIN_FLAT = 215_000;
const SITE_FLAT = 6_000_000;
/** Bytes of the last responses of upstreams, and per coin besides its series. */
const LAST_GOOD = { flat: 200_000, coin: 3_000 };
const MEMORY_COIN = 500;
/** Most headlines per day from ten publishers, and bytes per headline in state and archive. */
const ARTICLES = { perDay: 300, state: 90, archive: 65 };
/** Days of backfilled history: two requests of candles or charts. */
const HISTORY_DAYS = 1_000;
const MONTH_DAYS = 30.5;

/** An upper bound: full retention windows, plus days and headlines, which are never deleted. */
export function projectSizes({ coins, buildsPerDay, hourlyArchiveMonths }: GrowthInput, day: number) {
  const kept = (days: number): number => Math.min(day, days);
  // A window also holds the current day.
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
  // A commit adds one day of samples and hours, and a new copy of the running year of days.
  const commit = (PACKED_POINT * (buildsPerDay + 24 + 366) + MEMORY_COIN) * coins;
  const branch = lasting + Math.min(Math.max(0, day - 1), COMMITS_KEPT - 1) * commit;
  return { site, state, branch };
}

export function findYearsLeft(input: GrowthInput, maxBytes: number | undefined): number | null {
  if (maxBytes === undefined) return null;
  const [first, second] = [projectSizes(input, YEAR), projectSizes(input, 2 * YEAR)];
  const perYear = second.site - first.site;
  return Math.max(0, 1 + (maxBytes - first.site) / perYear);
}

interface RequestedSource {
  name: string;
  pacing: { intervalMs: number; reason: string };
  feeds: readonly {
    refreshMs?: number;
    fallback?: boolean;
    coinsPerRequest?: number;
    requestPerDetail?: true;
  }[];
}

/** Counts a source's requests for current data: one per feed when due, page or single coin. */
export function projectRequests(
  { name, pacing, feeds }: RequestedSource,
  { coins, buildsPerDay, detailsPerBuild }: { coins: number; buildsPerDay: number; detailsPerBuild: number },
): LimitsInput["requests"][number] {
  let perBuild = 0;
  let perDay = 0;
  for (const { refreshMs, fallback, coinsPerRequest, requestPerDetail } of feeds) {
    if (fallback === true) continue;
    const pages = coinsPerRequest === undefined ? 1 : Math.ceil(coins / coinsPerRequest);
    const each = requestPerDetail === true ? detailsPerBuild : pages;
    const due = refreshMs === undefined ? buildsPerDay : Math.min(buildsPerDay, Math.ceil(DAY_MS / refreshMs));
    perBuild += each;
    perDay += each * due;
  }
  const { intervalMs, reason } = pacing;
  return { name, perBuild, perDay, paceAllows: intervalMs === 0 ? null : Math.floor(DAY_MS / intervalMs), reason };
}
