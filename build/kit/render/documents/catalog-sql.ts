import { groupBy } from "../../../lib/collections.ts";
import { type ArchiveEntry, nameParquetFile } from "../../api/archive-entry.ts";
import type { BaseWorld } from "../../api/world.ts";
import type { Artifact } from "../../platform/artifact.ts";
import type { SiteAddresses } from "../api.ts";

/** Below `/api`. */
export const CATALOG_FILE = "data/catalog.sql";

/** Whether the site has Parquet files, which the views read. */
export function hasCatalog({ archives }: Pick<BaseWorld, "archives">): boolean {
  return archives.some(({ parquet }) => parquet !== undefined);
}

/**
 * Views for DuckDB, one for each dataset with Parquet files: `exchange-rates` is the view
 * `exchange_rates`. The files are named by the address of the site, or relative to the folder of
 * this document where the address is unknown.
 */
export function renderCatalog(entries: readonly ArchiveEntry[], { baseUrl }: SiteAddresses): Artifact {
  const folder = baseUrl ? `${baseUrl}api/data/` : "";
  const usage = baseUrl
    ? `-- duckdb -init <(curl -sS ${folder}catalog.sql)`
    : "-- In the folder of this file: duckdb -init catalog.sql";
  const tables = groupBy(
    entries.filter(({ parquet }) => parquet !== undefined),
    ({ dataset }) => dataset,
  );
  const views = [...tables].map(([dataset, files]) => {
    const names = files.map(({ filename }) => `  ${quoteText(`${folder}download/${nameParquetFile(filename)}`)}`);
    const from = `FROM read_parquet([\n${names.join(",\n")}\n], union_by_name = true);`;
    return `CREATE OR REPLACE VIEW ${nameView(dataset)} AS\nSELECT * ${from}\n`;
  });
  const head = `-- The Parquet archives of this site as views, for DuckDB.\n${usage}\n`;
  return { path: `api/${CATALOG_FILE}`, body: [head, ...views].join("\n") };
}

function nameView(dataset: string): string {
  return `"${dataset.replaceAll("-", "_").replaceAll('"', '""')}"`;
}

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
