import { layout } from "../../crypto/api/layout.ts";
import { TREES, type TreeName } from "../../crypto/api/trees.ts";
import { HOURLY_KEPT_MS, LARGEST_COINS } from "../../crypto/history/kept-hours.ts";
import { SAMPLES_KEPT_MS } from "../../crypto/history/retain.ts";
import { computeLastingRetention } from "../../crypto/render/archives/retention.ts";
import type { Host, HostFile } from "../../kit/hosts/host.ts";
import { findUnstored } from "../../kit/hosts/kit/query-rules.ts";
import { hosts } from "../../kit/hosts/registry.ts";
import { COMMITS_KEPT } from "../../kit/publish/data-branch.ts";
import { DAY_MS, MINUTE_MS } from "../../lib/time.ts";
import {
  ARCHIVE_ROW,
  ARTICLES,
  CANDLES,
  COIN_FILES,
  CONVERTED,
  COVERED,
  DOCUMENTS,
  FILLED_DAY,
  FILLED_HOUR,
  FIXED,
  HISTORY_DAYS,
  HISTORY_ROW,
  HOUR_PARQUET_ROW,
  HOUR_ROW,
  JSON_POINT,
  LAST_GOOD,
  MEMORY_COIN,
  OWN_HOUR,
  PACKED_POINT,
  PARQUET_ROW,
  type SiteSize,
  TREE_DAYS,
} from "./measured-sizes.ts";

export const YEAR = 365;
/** Years of hours before the site began, which the backfill adds, in a month at the earliest. */
const PAST_YEARS = 10;
/** Files that are new in a month: prices of its days, and hours in the state. */
const FILES_PER_MONTH = 2;
/** Files of an archive: CSV and its checksum. Parquet is one more. */
const ARCHIVE_FILES = 2;
/** Archives that are new in a month: of hours, headlines, and a twelfth of those of years. */
const ARCHIVES_PER_MONTH = 2.5;
export const MONTH_DAYS = 30.5;

/** A site that was built, for any host. */
export interface BuiltSite {
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
  /** Names of the optional trees. */
  trees: readonly TreeName[];
}

/** The settings of a site that its size follows from. */
export interface SizeSettings {
  coins: number;
  cadenceMinutes: number;
  archiveMonths: Readonly<Record<string, number>> | null;
  trees: readonly TreeName[];
}

/** What a site of these settings grows to: builds a day, and how long each archive stays. */
export function planSite({ coins, cadenceMinutes, archiveMonths, trees }: SizeSettings): SitePlan {
  return {
    coins,
    buildsPerDay: Math.ceil(DAY_MS / (cadenceMinutes * MINUTE_MS)),
    archiveMonths: computeLastingRetention(archiveMonths),
    trees,
  };
}

/** A site today. */
export interface SiteToday extends SiteSize {
  /** What hourly archives take of it as CSV. */
  hourlyCsvBytes: number;
  /** Its files of a coin's hours of a year, in USD. */
  hourFiles: number;
  /** Optional files that it may have. A build leaves out those that the host has no room for. */
  trees: readonly TreeName[];
}

/**
 * The site of a host today, in files and bytes. Without a last build it has the measured files of a
 * coin with all of its history. Files that belong to coins grow with them.
 */
export function measureToday(
  { host, routes }: { host: Host; routes: Routes },
  last: BuiltSite | undefined,
  coins: number,
): SiteToday {
  if (last !== undefined && last.coins > 0)
    return scaleToCoins(adaptFiles(host, routes, last.files), last.coins, coins);
  const core = measureCore({ host, routes }, coins);
  const own = addSizes(core, COVERED, Math.min(coins, COVERED.coins));
  // The handler computes what is made from other files.
  const covered = host.level === "L3" ? own : addSizes(own, CONVERTED, Math.min(coins, COVERED.coins));
  const whole = addSizes(covered, CANDLES, Math.max(0, Math.min(coins - COVERED.coins, CANDLES.coins)));
  const size = fits(host, whole) ? { ...whole, trees: TREES } : { ...core, trees: [] };
  return { ...size, hourlyCsvBytes: 0, hourFiles: 0 };
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
  return { ...size, trees: TREES, hourlyCsvBytes: measureHourlyCsv(files) * (coins / from), hourFiles };
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
export function estimateSite(today: SiteToday, settings: SitePlan, days: number): SiteEstimate {
  const plan = { ...settings, trees: settings.trees.filter((name) => today.trees.includes(name)) };
  const age = findAge(today, plan);
  const before = computeGrowing(plan, age);
  const after = computeGrowing(plan, age + days);
  const { state, branch } = after;
  const perArchive = hasTree(plan, "parquet") ? ARCHIVE_FILES + 1 : ARCHIVE_FILES;
  const perMonth = perArchive * ARCHIVES_PER_MONTH + FILES_PER_MONTH;
  const hours = hasTree(plan, "hours") ? estimateHourYears(today, plan, days) : { files: 0, bytes: 0 };
  const files = today.files + hours.files + (days * perMonth) / MONTH_DAYS;
  const added = hours.bytes + estimateTreeDays(plan, days) + after.bytes - before.bytes;
  return { files, bytes: today.bytes + added, state, branch };
}

function hasTree({ trees }: SitePlan, name: TreeName): boolean {
  return trees.includes(name);
}

/** Bytes that closed days add to optional files. */
function estimateTreeDays({ coins, trees }: SitePlan, days: number): number {
  return trees.reduce((sum, name) => {
    const { coins: most, bytes } = TREE_DAYS[name] ?? { coins: 0, bytes: 0 };
    return sum + days * Math.min(coins, most) * bytes;
  }, 0);
}

/** The years of hours that days add: those before the site as they are backfilled, and its own. */
function estimateHourYears({ hourFiles }: SiteToday, { coins }: SitePlan, days: number): SiteSize {
  const covered = Math.min(coins, COVERED.coins);
  const filled = PAST_YEARS * Math.min(1, days / MONTH_DAYS) * covered;
  const own = (days / YEAR) * covered;
  const most = filled + own;
  const added = Math.max(0, most - hourFiles);
  const fileBytes = (24 * YEAR * (filled * FILLED_HOUR.json + own * OWN_HOUR.json)) / Math.max(1, most);
  return { files: added, bytes: added * fileBytes };
}

/** Days for which the site has hourly archives. They fill their months, and then stop growing. */
function findAge({ hourlyCsvBytes }: SiteToday, { coins, archiveMonths }: SitePlan): number {
  return Math.min(hourlyCsvBytes / (ARCHIVE_ROW * 24 * coins), keptDays(archiveMonths, "hourly"));
}

/** Bytes of everything that grows with time, in a site of this age. */
function computeGrowing(plan: SitePlan, age: number) {
  const { coins, buildsPerDay, archiveMonths } = plan;
  const parquet = hasTree(plan, "parquet");
  const kept = (days: number): number => Math.min(age, days);
  // A window also holds the current day.
  const samples = kept(SAMPLES_KEPT_MS / DAY_MS + 1) * buildsPerDay * coins;
  const hours = kept(HOURLY_KEPT_MS / DAY_MS + 1) * 24 * coins;
  const filledDays = HISTORY_DAYS * coins;
  const ownDays = age * coins;
  const articles = age * ARTICLES.perDay;
  const largest = 24 * Math.min(coins, LARGEST_COINS);
  const ownHours = Math.max(0, age - HOURLY_KEPT_MS / DAY_MS) * largest;
  const filledHours = PAST_YEARS * kept(MONTH_DAYS) * (YEAR / MONTH_DAYS) * largest;
  const keptHours = ownHours + filledHours;
  const packedHours = OWN_HOUR.packed * ownHours + FILLED_HOUR.packed * filledHours;
  const points = PACKED_POINT * (samples + hours + ownDays) + FILLED_DAY.packed * filledDays + packedHours;
  const lasting = points + MEMORY_COIN * coins + ARTICLES.state * articles;
  const state = lasting + LAST_GOOD.flat + LAST_GOOD.coin * coins;
  const archivedHours = kept(keptDays(archiveMonths, "hourly")) * 24 * coins;
  const dailyDays = keptDays(archiveMonths, "daily");
  const archivedOwn = Math.min(dailyDays, age) * coins;
  const archivedFilled = Math.min(Math.max(0, dailyDays - age), HISTORY_DAYS) * coins;
  const archivedYears = keptDays(archiveMonths, "hours") * largest;
  const rowBytes = ARCHIVE_ROW + (parquet ? PARQUET_ROW : 0);
  const filledBytes = FILLED_DAY.row + (parquet ? FILLED_DAY.parquetRow : 0);
  const hourBytes = HOUR_ROW + (parquet ? HOUR_PARQUET_ROW : 0);
  const archives =
    rowBytes * (samples + archivedHours + archivedOwn) +
    filledBytes * archivedFilled +
    hourBytes * Math.min(keptHours, archivedYears) +
    HISTORY_ROW * ownDays +
    FILLED_DAY.historyRow * filledDays +
    ARTICLES.archive * articles;
  // A commit adds one day of samples and hours, and a new copy of the running year of days.
  const commit = (PACKED_POINT * (buildsPerDay + 24 + 366) + MEMORY_COIN) * coins;
  const branch = lasting + Math.min(Math.max(0, age - 1), COMMITS_KEPT - 1) * commit;
  const json = JSON_POINT * ownDays + FILLED_DAY.json * filledDays;
  return { bytes: json + archives + state, state, branch };
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
