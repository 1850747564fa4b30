import { HOURLY_KEPT_MS, SAMPLES_KEPT_MS } from "../history/retain.ts";
import { DAY_MS } from "../lib/time.ts";
import { COMMITS_KEPT } from "./github/data-branch.ts";

export const YEAR = 365;

export interface GrowthInput {
  coins: number;
  buildsPerDay: number;
  archiveMonths: Readonly<Record<string, number>>;
}

/** Bytes of a point (price, market cap, volume) in a packed state, measured on random walks. */
export const PACKED_POINT = 18.5;
/** Bytes of a row, measured over a year: in archives as CSV and Parquet, in a coin's archive. */
const ARCHIVE_ROW = 25;
const PARQUET_ROW = 17;
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
/** Most documents of a state, and bytes of each in its manifest. */
const DOCUMENTS = { count: 180, bytes: 420 };
/** Files of an archive: CSV, its checksum, Parquet. */
const ARCHIVE_FILES = 3;
/** Archives that are new in a month: of hours, headlines, and a twelfth of those of years. */
const ARCHIVES_PER_MONTH = 2.5;
const MONTH_DAYS = 30.5;

/** An upper bound: full retention windows, plus days and headlines, which are never deleted. */
export function projectSizes({ coins, buildsPerDay, archiveMonths }: GrowthInput, day: number) {
  const kept = (days: number): number => Math.min(day, days);
  // A window also holds the current day.
  const samples = kept(SAMPLES_KEPT_MS / DAY_MS + 1) * buildsPerDay * coins;
  const hours = kept(HOURLY_KEPT_MS / DAY_MS + 1) * 24 * coins;
  const days = (HISTORY_DAYS + day) * coins;
  const articles = day * ARTICLES.perDay;
  const lastGood = LAST_GOOD.flat + LAST_GOOD.coin * coins;
  const lasting = PACKED_POINT * (samples + hours + days) + MEMORY_COIN * coins + ARTICLES.state * articles;
  const archivedHours = kept(keptDays(archiveMonths, "hourly")) * 24 * coins;
  const archivedDays = Math.min(keptDays(archiveMonths, "daily"), HISTORY_DAYS + day) * coins;
  // Each archive is published as CSV and as Parquet.
  const rows = samples + archivedHours + archivedDays;
  const archives = (ARCHIVE_ROW + PARQUET_ROW) * rows + HISTORY_ROW * days + ARTICLES.archive * articles;
  const state = lasting + lastGood;
  const site = SITE_FLAT + COIN_FLAT * coins + JSON_DAY * days + archives + state;
  // A commit adds one day of samples and hours, and a new copy of the running year of days.
  const commit = (PACKED_POINT * (buildsPerDay + 24 + 366) + MEMORY_COIN) * coins;
  const branch = lasting + Math.min(Math.max(0, day - 1), COMMITS_KEPT - 1) * commit;
  return { site, state, branch };
}

function keptDays(archiveMonths: GrowthInput["archiveMonths"], dataset: string): number {
  return (archiveMonths[dataset] ?? Number.POSITIVE_INFINITY) * MONTH_DAYS;
}

export function findYearsLeft(input: GrowthInput, maxBytes: number | undefined): number | null {
  if (maxBytes === undefined) return null;
  const [first, second] = [projectSizes(input, YEAR), projectSizes(input, 2 * YEAR)];
  const perYear = second.site - first.site;
  return Math.max(0, 1 + (maxBytes - first.site) / perYear);
}

/** Bytes that a build reads from the published site. */
export function projectRestore(input: GrowthInput) {
  const { coins, buildsPerDay, archiveMonths } = input;
  // The manifest of the state is read twice: to see that the site is there, and to restore.
  const cached = 2 * DOCUMENTS.count * DOCUMENTS.bytes;
  const today = PACKED_POINT * (2 * buildsPerDay + 24 + 366) * coins;
  const hours = Math.min(keptDays(archiveMonths, "hourly"), 10 * YEAR) * 24 * coins;
  const lastGood = LAST_GOOD.flat + (LAST_GOOD.coin + MEMORY_COIN) * coins;
  return { cached, uncached: cached + today + lastGood + ARCHIVE_ROW * hours };
}

/** How a number grows from today on. */
export interface Growth {
  perDay: number;
  /** What is added once, evenly over so many days, while archives fill their months. */
  filling: { amount: number; days: number };
}

/** `hourlyBytes`: what hourly archives take now, as CSV and as Parquet. */
export function describeGrowth(input: GrowthInput, hourlyBytes: number): { files: Growth; bytes: Growth } {
  const perDay = (projectSizes(input, 11 * YEAR).site - projectSizes(input, 10 * YEAR).site) / YEAR;
  const days = Math.min(keptDays(input.archiveMonths, "hourly"), 10 * YEAR);
  const full = (ARCHIVE_ROW + PARQUET_ROW) * days * 24 * input.coins;
  return {
    files: { perDay: (ARCHIVE_FILES * ARCHIVES_PER_MONTH) / MONTH_DAYS, filling: { amount: 0, days: 1 } },
    bytes: { perDay, filling: { amount: Math.max(0, full - hourlyBytes), days } },
  };
}

/** A limit that is reached sooner is a warning: time to change settings or the host. */
export const WARN_DAYS = 180;
/** Nothing is said of a later day. */
const LONGEST_DAYS = 10 * YEAR;

/** Days until the limit is exceeded; `null` if that takes more than ten years. */
function findDaysLeft(used: number, { perDay, filling }: Growth, max: number): number | null {
  for (let day = 0; day <= LONGEST_DAYS; day += 1) {
    const filled = filling.amount * Math.min(1, day / filling.days);
    if (used + perDay * day + filled > max) return day;
  }
  return null;
}

/** The day on which a limit is exceeded, `2029-03-14`, and whether that is soon. */
export interface LimitDay {
  date: string;
  soon: boolean;
}

/** `null`: there is no limit, or it is not exceeded within ten years. */
export function forecastLimit(used: number, growth: Growth, max: number | null, now: number): LimitDay | null {
  const days = max === null ? null : findDaysLeft(used, growth, max);
  if (days === null) return null;
  return { date: new Date(now + days * DAY_MS).toISOString().slice(0, 10), soon: days < WARN_DAYS };
}
