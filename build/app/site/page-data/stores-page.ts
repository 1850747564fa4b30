import measured from "../../../../templates/docs/data/benchmarks.json" with { type: "json" };
import { computeMonthlyPrice, countBuildsPerMonth, STORE_PRICES } from "../../../kit/publish/s3/store-price.ts";
import { renderBytes } from "../../../lib/text-layout.ts";
import type { BenchReport } from "./bench-page.ts";

/** The columns of the table that the benchmark `publish` writes, in their order. */
export const UPLOAD_COLUMNS: readonly string[] = [
  "coins",
  "files",
  "site, bytes",
  "PUT",
  "COPY",
  "DELETE",
  "LIST",
  "GET",
  "uploaded, bytes",
];

/** Intervals between builds, in minutes. */
const INTERVALS = [30, 60, 360, 1_440];

/** What an upload needs, as measured, and its monthly price by public lists. */
export function computeStoresPage(reports: readonly BenchReport[] = measured) {
  const report = reports.find(({ name }) => name === "publish");
  const uploads = (report?.tables[0]?.rows ?? []).map((row) => {
    const [coins = 0, files = 0, siteBytes = 0, puts = 0, copies = 0, deletes = 0, lists = 0, gets = 0, bytes = 0] =
      row.map(Number);
    const one = { writes: puts + copies + lists, reads: gets, bytes: siteBytes };
    return {
      coins: renderCount(coins),
      files: renderCount(files),
      size: renderBytes(siteBytes),
      requests: [puts, copies, lists, gets, deletes].map(renderCount),
      uploaded: renderBytes(bytes),
      prices: INTERVALS.map((minutes) => ({
        interval: renderInterval(minutes),
        usd: STORE_PRICES.map((price) => renderUsd(computeMonthlyPrice(price, one, countBuildsPerMonth(minutes)))),
      })),
    };
  });
  const stores = STORE_PRICES.map(({ name, about, url, on }) => ({ name, about, url, on }));
  return { date: report?.date ?? null, uploads, stores };
}

const renderCount = (count: number) => count.toLocaleString("en-US");
const renderUsd = (usd: number) => {
  const places = usd > 0 && usd < 10 ? 2 : 0;
  return `$${usd.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places })}`;
};
const renderInterval = (minutes: number) => (minutes < 120 ? `${minutes} minutes` : `${minutes / 60} hours`);
