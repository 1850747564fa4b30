import { HOURLY_KEPT_MS, SAMPLES_KEPT_MS } from "../history/retain.ts";
import { DAY_MS } from "../lib/time.ts";
import { COMMITS_KEPT } from "./github/data-branch.ts";

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

export const YEAR = 365;
