import type { Archive } from "../../../crypto/api/endpoints/data-archives.ts";
import { unmarkDescription } from "../../../kit/render/demo-mark.ts";
import { groupBy } from "../../../lib/collections.ts";
import { type Built, findAnswer } from "./data-page.ts";

/**
 * The tables of the page of queries: a table per dataset with Parquet files, `coins-latest` as
 * `coins`. File URLs are relative to the site's root.
 */
export function computeSqlPage(built: Built) {
  const archives = findAnswer<Archive[]>(built, "data-archives")?.data ?? [];
  const stored = archives.flatMap((archive) => {
    const parquet = archive.formats.find(({ format }) => format === "parquet");
    return parquet === undefined ? [] : [{ ...archive, parquet }];
  });
  const tables = [...groupBy(stored, ({ dataset }) => dataset)].map(([dataset, files]) => ({
    name: dataset.replace(/-latest$/, "").replaceAll("-", "_"),
    description: unmarkDescription(files[0].description),
    columns: files[0].columns.map(({ name, type, unit, description }) => ({ name, type, unit, description })),
    files: files.map(({ parquet, rows }) => ({ url: `api/${parquet.url}`, bytes: parquet.size_bytes, rows })),
  }));
  const newest = stored.map(({ period_end: end }) => end ?? "").sort();
  return { tables, year: (newest.at(-1) ?? "").slice(0, 4) };
}
