import { layout } from "../../crypto/api/layout.ts";
import { COVERED_COINS } from "../../crypto/api/trees.ts";
import { HOURLY_KEPT_MS, LARGEST_COINS } from "../../crypto/history/kept-hours.ts";
import { SAMPLES_KEPT_MS } from "../../crypto/history/retain.ts";
import { computeLastingRetention } from "../../crypto/render/archives/retention.ts";
import type { Host, HostFile } from "../../kit/hosts/host.ts";
import { findUnstored } from "../../kit/hosts/kit/query-rules.ts";
import { hosts } from "../../kit/hosts/registry.ts";
import { COMMITS_KEPT } from "../../kit/publish/data-branch.ts";
import { DAY_MS, MINUTE_MS } from "../../lib/time.ts";

export const YEAR = 365;

/** Bytes of a point (price, market cap, volume) in a packed state, measured on random walks. */
export const PACKED_POINT = 18.5;
/** Bytes of an hour that is kept for good, the price alone, measured on random walks. */
const PACKED_HOUR = 6.3;
/** Bytes of an hour in the archive of its year, as CSV and Parquet, measured on the demo market. */
const HOUR_ROW = 9.3;
const HOUR_PARQUET_ROW = 12.3;
/** Bytes of an hour in the JSON of its year, of which each of the largest coins has a file. */
const JSON_HOUR = 14;
/** Years of hours before the site began, which the backfill adds, in a month at the earliest. */
const PAST_YEARS = 10;
/** Files that are new in a month: prices of its days, and hours in the state. */
const FILES_PER_MONTH = 2;
/** Bytes of a row: in archives as CSV and Parquet, in a coin's archive, measured over two years. */
const ARCHIVE_ROW = 20;
const PARQUET_ROW = 15;
const HISTORY_ROW = 20;
/** Bytes of a point in the JSON history of a coin. */
const JSON_POINT = 82;
/** Bytes of the last responses of upstreams, and per coin besides its series. */
const LAST_GOOD = { flat: 200_000, coin: 3_000 };
const MEMORY_COIN = 500;
/** Most headlines per day from ten publishers, and bytes per headline in state and archive. */
const ARTICLES = { perDay: 300, state: 90, archive: 65 };
/** Days of backfilled history: two requests of candles or charts. */
const HISTORY_DAYS = 1_000;
/** Most documents of a state, and bytes of each in its manifest. */
const DOCUMENTS = { count: 180, bytes: 420 };
/** Files of an archive: CSV and its checksum. Parquet is one more. */
const ARCHIVE_FILES = 2;
/** Archives that are new in a month: of hours, headlines, and a twelfth of those of years. */
const ARCHIVES_PER_MONTH = 2.5;
export const MONTH_DAYS = 30.5;

/** Files of a coin with all of its history: from a site of 200 coins of the demo market. */
const COIN = "api/coins/a-coin";
const POINTS = { "1h": 2, "24h": 48, "7d": 168, "30d": 720, "1y": 365, all: HISTORY_DAYS };
const COIN_FILES: readonly HostFile[] = [
  { path: `${COIN}.json`, bytes: 10_300 },
  { path: `${COIN}/history.json`, bytes: 168 * JSON_POINT },
  ...Object.entries(POINTS).map(([period, points]) => ({
    path: `${COIN}/history/${period}.json`,
    bytes: 600 + points * JSON_POINT,
  })),
  { path: "api/sparklines/a-coin.json", bytes: 1_600 },
  { path: "api/coins/search/a-coin.json", bytes: 6_000 },
  { path: "api/coins/search/coin.json", bytes: 6_000 },
  { path: "api/price/a-coin.json", bytes: 3_600 },
  { path: "coins/a-coin/index.html", bytes: 28_000 },
  { path: "coins/a-coin/social.png", bytes: 9_000 },
  // Its archive, and its part of common archives and of the state: they have no copies.
  {
    path: "api/data/download/history-a-coin.csv.gz",
    bytes: LAST_GOOD.coin + MEMORY_COIN + (ARCHIVE_ROW + PARQUET_ROW + HISTORY_ROW + PACKED_POINT) * HISTORY_DAYS,
  },
];
/** Documents, pages, schemas, past rates, totals and the state, which every site has. */
const FIXED: SiteSize = { files: 720, bytes: 17_000_000 };
/**
 * Files of each of the largest coins in the optional trees, which cover no others, without hours by
 * year: from a site of 250 coins of the demo market; the bytes with the copies of GitHub Pages.
 */
const COVERED = { coins: COVERED_COINS[0], files: 17, bytes: 500_000 };
/** Those of them that are made from others and change with hours: in other currencies and forms. */
const CONVERTED = { files: 25, bytes: 700_000 };
/** Candles cover more coins. */
const CANDLES = { coins: LARGEST_COINS - COVERED_COINS[0], files: 2, bytes: 110_000 };

export interface SiteSize {
  files: number;
  bytes: number;
}

/** A site that was built, for any host. */
export interface LastBuild {
  coins: number;
  files: readonly HostFile[];
}

/** The paths of the API, from which hosts derive their copies. */
export type Routes = Parameters<NonNullable<Host["urlVariants"]>>[0];

/** What a site publishes, and how often. */
export interface SitePlan {
  coins: number;
  buildsPerDay: number;
  archiveMonths: Readonly<Record<string, number>>;
  /** Archives of whole datasets also exist as Parquet. */
  parquet: boolean;
  /** The hours of all years are published. */
  hours: boolean;
}

/** The settings of a site that its size follows from. */
export interface SizeSettings {
  coins: number;
  cadenceMinutes: number;
  archiveMonths: Readonly<Record<string, number>> | null;
  trees: readonly string[];
}

/** What a site of these settings grows to: builds a day, and how long each archive stays. */
export function planSite({ coins, cadenceMinutes, archiveMonths, trees }: SizeSettings): SitePlan {
  return {
    coins,
    buildsPerDay: Math.ceil(DAY_MS / (cadenceMinutes * MINUTE_MS)),
    archiveMonths: computeLastingRetention(archiveMonths),
    parquet: trees.includes("parquet"),
    hours: trees.includes("hours"),
  };
}

/** A site today. */
export interface SiteToday extends SiteSize {
  /** What hourly archives take of it as CSV. */
  hourlyCsvBytes: number;
  /** Its files of a coin's hours of a year, in USD. */
  hourFiles: number;
}

/**
 * The site of a host today, in files and bytes. Without a last build it has the measured files of a
 * coin with all of its history. Files that belong to coins grow with them.
 */
export function measureToday(
  { host, routes }: { host: Host; routes: Routes },
  last: LastBuild | undefined,
  coins: number,
): SiteToday {
  if (last !== undefined && last.coins > 0)
    return scaleToCoins(adaptFiles(host, routes, last.files), last.coins, coins);
  const core = measureCore({ host, routes }, coins);
  const own = addSizes(core, COVERED, Math.min(coins, COVERED.coins));
  // The handler computes what is made from other files.
  const covered = host.level === "L3" ? own : addSizes(own, CONVERTED, Math.min(coins, COVERED.coins));
  const whole = addSizes(covered, CANDLES, Math.max(0, Math.min(coins - COVERED.coins, CANDLES.coins)));
  // A build leaves optional files out where the host has no room for them.
  return { ...(fits(host, whole) ? whole : core), hourlyCsvBytes: 0, hourFiles: 0 };
}

/** The files that no build leaves out, of coins with all of their history. */
export function measureCore({ host, routes }: { host: Host; routes: Routes }, coins: number): SiteSize {
  const one = adaptFiles(host, routes, COIN_FILES);
  return addSizes(FIXED, { files: one.length, bytes: sumBytes(one) }, coins);
}

function scaleToCoins(files: readonly HostFile[], from: number, coins: number): SiteToday {
  const growing = files.filter(({ path }) => layout.growth.files.test(path));
  const own = { files: files.length, bytes: sumBytes(files) };
  const size = addSizes(own, { files: growing.length, bytes: sumBytes(growing) }, coins / from - 1);
  const hourFiles = files.filter(({ path }) => HOURS_OF_YEAR.test(path)).length;
  return { ...size, hourlyCsvBytes: measureHourlyCsv(files) * (coins / from), hourFiles };
}

const HOURS_OF_YEAR = /^api\/coins\/[^/]+\/hours\/\d{4}\.json$/;
const HOURLY_CSV = /(?:^|\/)hourly-[^/]+\.csv\.gz$/;

/** The bytes of the hourly archives among these files. */
export function measureHourlyCsv(files: readonly HostFile[]): number {
  return sumBytes(files.filter(({ path }) => HOURLY_CSV.test(path)));
}

function addSizes(size: SiteSize, each: SiteSize, times: number): SiteSize {
  return { files: Math.round(size.files + each.files * times), bytes: Math.round(size.bytes + each.bytes * times) };
}

function fits({ limits }: Host, { files, bytes }: SiteSize): boolean {
  const most = (key: "files" | "totalBytes") => limits[key]?.max ?? Number.POSITIVE_INFINITY;
  return files <= most("files") && bytes <= most("totalBytes");
}

/** The same files for this host: without the copies that another host needs, with its own. */
function adaptFiles(host: Host, routes: Routes, files: readonly HostFile[]): HostFile[] {
  const finders = hosts.flatMap(({ urlVariants }) => urlVariants?.(routes) ?? []);
  const copies = new Set(finders.flatMap((find) => files.flatMap(({ path }) => [...find(path)])));
  const findOwn = host.urlVariants?.(routes) ?? (() => []);
  const isUnstored = findUnstored(host, routes, layout);
  return files
    .filter(({ path }) => !copies.has(path) && !isUnstored(path))
    .flatMap((file) => [file, ...[...findOwn(file.path)].map((path) => ({ path, bytes: file.bytes }))]);
}

export interface SiteEstimate extends SiteSize {
  /** Bytes of the state in the site. */
  state: number;
  /** Bytes of the data branch. */
  branch: number;
}

/**
 * The site after so many days: its size today plus what the days add, from measured bytes per coin
 * and day, as if each coin had a value in every step. Days, headlines and the hours of the largest
 * coins are never deleted.
 */
export function estimateSite(today: SiteToday, plan: SitePlan, days: number): SiteEstimate {
  const age = findAge(today, plan);
  const before = computeGrowing(plan, age);
  const after = computeGrowing(plan, age + days);
  const { state, branch } = after;
  const perArchive = plan.parquet ? ARCHIVE_FILES + 1 : ARCHIVE_FILES;
  const perMonth = perArchive * ARCHIVES_PER_MONTH + FILES_PER_MONTH;
  const hours = plan.hours ? estimateHourYears(today, plan, days) : { files: 0, bytes: 0 };
  const files = today.files + hours.files + (days * perMonth) / MONTH_DAYS;
  return { files, bytes: today.bytes + hours.bytes + after.bytes - before.bytes, state, branch };
}

/** The years of hours that days add: those before the site as they are backfilled, and its own. */
function estimateHourYears({ hourFiles }: SiteToday, { coins }: SitePlan, days: number): SiteSize {
  const backfilled = PAST_YEARS * Math.min(1, days / MONTH_DAYS);
  const most = (backfilled + days / YEAR) * Math.min(coins, COVERED.coins);
  const added = Math.max(0, most - hourFiles);
  return { files: added, bytes: added * 24 * YEAR * JSON_HOUR };
}

/** Days for which the site has hourly archives. They fill their months, and then stop growing. */
function findAge({ hourlyCsvBytes }: SiteToday, { coins, archiveMonths }: SitePlan): number {
  return Math.min(hourlyCsvBytes / (ARCHIVE_ROW * 24 * coins), keptDays(archiveMonths, "hourly"));
}

/** Bytes of everything that grows with time, in a site of this age. */
function computeGrowing({ coins, buildsPerDay, archiveMonths, parquet }: SitePlan, age: number) {
  const kept = (days: number): number => Math.min(age, days);
  // A window also holds the current day.
  const samples = kept(SAMPLES_KEPT_MS / DAY_MS + 1) * buildsPerDay * coins;
  const hours = kept(HOURLY_KEPT_MS / DAY_MS + 1) * 24 * coins;
  const days = (HISTORY_DAYS + age) * coins;
  const articles = age * ARTICLES.perDay;
  const keptHours =
    (Math.max(0, age - HOURLY_KEPT_MS / DAY_MS) + PAST_YEARS * kept(MONTH_DAYS) * (YEAR / MONTH_DAYS)) *
    24 *
    Math.min(coins, LARGEST_COINS);
  const points = PACKED_POINT * (samples + hours + days) + PACKED_HOUR * keptHours;
  const lasting = points + MEMORY_COIN * coins + ARTICLES.state * articles;
  const state = lasting + LAST_GOOD.flat + LAST_GOOD.coin * coins;
  const archivedHours = kept(keptDays(archiveMonths, "hourly")) * 24 * coins;
  const archivedDays = Math.min(keptDays(archiveMonths, "daily"), HISTORY_DAYS + age) * coins;
  const archivedYears = keptDays(archiveMonths, "hours") * 24 * Math.min(coins, LARGEST_COINS);
  const rows = samples + archivedHours + archivedDays;
  const rowBytes = parquet ? ARCHIVE_ROW + PARQUET_ROW : ARCHIVE_ROW;
  const hourBytes = parquet ? HOUR_ROW + HOUR_PARQUET_ROW : HOUR_ROW;
  const archives =
    rowBytes * rows + hourBytes * Math.min(keptHours, archivedYears) + HISTORY_ROW * days + ARTICLES.archive * articles;
  // A commit adds one day of samples and hours, and a new copy of the running year of days.
  const commit = (PACKED_POINT * (buildsPerDay + 24 + 366) + MEMORY_COIN) * coins;
  const branch = lasting + Math.min(Math.max(0, age - 1), COMMITS_KEPT - 1) * commit;
  return { bytes: JSON_POINT * days + archives + state, state, branch };
}

function keptDays(archiveMonths: SitePlan["archiveMonths"], dataset: string): number {
  return (archiveMonths[dataset] ?? Number.POSITIVE_INFINITY) * MONTH_DAYS;
}

/** Bytes of archives with so many rows, as CSV and as Parquet. */
export function estimateArchives(rows: number): { csv: number; parquet: number } {
  return { csv: ARCHIVE_ROW * rows, parquet: PARQUET_ROW * rows };
}

/** Bytes that a build reads from the published site. */
export function estimateRestore({ coins, buildsPerDay, archiveMonths }: SitePlan) {
  // The manifest of the state is read twice: to see that the site is there, and to restore.
  const cached = 2 * DOCUMENTS.count * DOCUMENTS.bytes;
  const today = PACKED_POINT * (2 * buildsPerDay + 24 + 366) * coins;
  const hours = Math.min(keptDays(archiveMonths, "hourly"), 10 * YEAR) * 24 * coins;
  const lastGood = LAST_GOOD.flat + (LAST_GOOD.coin + MEMORY_COIN) * coins;
  return { cached, uncached: cached + today + lastGood + ARCHIVE_ROW * hours };
}

function sumBytes(files: readonly HostFile[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}
