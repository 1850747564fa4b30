import measured from "../../../../templates/docs/data/benchmarks.json" with { type: "json" };
import {
  type BuildRequests,
  computeMonthlyPrice,
  countBuildsPerMonth,
  STORE_PRICES,
} from "../../../kit/publish/s3/store-price.ts";
import { groupBy } from "../../../lib/collections.ts";
import { groupThousands, renderBytes } from "../../../lib/text-layout.ts";
import type { BenchReport } from "./bench-page.ts";

/** The columns of the table that the benchmark `publish` writes, in their order. */
export const UPLOAD_COLUMNS: readonly string[] = [
  "coins",
  "upload",
  "files",
  "site, bytes",
  "PUT",
  "COPY",
  "DELETE",
  "LIST",
  "GET",
  "uploaded, bytes",
];

/** What the second column says: series of hours and pages of coins change with the first build. */
export const FIRST_OF_HOUR = "first of an hour";
export const LATER_IN_HOUR = "later in the hour";

/** Intervals between builds, in minutes. */
const INTERVALS = [30, 60, 360, 1_440];
const HOUR_MINUTES = 60;

/** What an upload needs, as measured, and its monthly price by public lists. */
export function computeStoresPage(reports: readonly BenchReport[] = measured) {
  const report = reports.find(({ name }) => name === "publish");
  const rows = (report?.tables[0]?.rows ?? []).map(readRow);
  const sites = groupBy(rows, ({ coins }) => coins);
  const stores = STORE_PRICES.map(({ name, about, url, on }) => ({ name, about, url, on }));
  return {
    date: report?.date ?? null,
    uploads: rows.map(({ coins, upload, files, siteBytes, puts, copies, lists, gets, deletes, bytes }) => ({
      site: `${groupThousands(coins)} coins, ${upload}`,
      files: groupThousands(files),
      size: renderBytes(siteBytes),
      requests: [puts, copies, lists, gets, deletes].map(groupThousands),
      uploaded: renderBytes(bytes),
    })),
    prices: [...sites].flatMap(([coins, both]) =>
      INTERVALS.map((minutes) => ({
        interval: `${renderInterval(minutes)}${sites.size > 1 ? `, ${groupThousands(coins)} coins` : ""}`,
        usd: STORE_PRICES.map((price) =>
          renderUsd(computeMonthlyPrice(price, average(both, minutes), countBuildsPerMonth(minutes))),
        ),
      })),
    ),
    stores,
  };
}

function readRow([coins, upload, ...numbers]: readonly (string | number)[]) {
  const [files = 0, siteBytes = 0, puts = 0, copies = 0, deletes = 0, lists = 0, gets = 0, bytes = 0] =
    numbers.map(Number);
  return {
    coins: Number(coins),
    upload: String(upload),
    files,
    siteBytes,
    puts,
    copies,
    deletes,
    lists,
    gets,
    bytes,
  };
}

/** The mean of the builds at an interval. */
function average(rows: readonly ReturnType<typeof readRow>[], minutes: number): BuildRequests {
  const firsts = Math.min(1, minutes / HOUR_MINUTES);
  const mean = { writes: 0, reads: 0, bytes: 0 };
  for (const { upload, siteBytes, puts, copies, lists, gets } of rows) {
    const share = upload === FIRST_OF_HOUR ? firsts : 1 - firsts;
    mean.writes += share * (puts + copies + lists);
    mean.reads += share * gets;
    mean.bytes += share * siteBytes;
  }
  return mean;
}

const renderUsd = (usd: number) => {
  const places = usd > 0 && usd < 10 ? 2 : 0;
  return `$${usd.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places })}`;
};
const renderInterval = (minutes: number) => (minutes < 120 ? `${minutes} minutes` : `${minutes / 60} hours`);
