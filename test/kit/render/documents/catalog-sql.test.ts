import { describe, expect, it } from "vitest";
import type { ArchiveEntry } from "../../../../build/kit/api/archive-entry.ts";
import { hasCatalog, renderCatalog } from "../../../../build/kit/render/documents/catalog-sql.ts";
import { ARCHIVE } from "../../../fixtures/market.ts";

const parquet = { sizeBytes: 1, sha256: "aa", form: 1 };
const archive = (filename: string, dataset: string, own: Partial<ArchiveEntry> = { parquet }): ArchiveEntry => ({
  ...ARCHIVE,
  filename,
  dataset,
  ...own,
});
const ARCHIVES = [
  archive("hourly-2026-10.csv.gz", "hourly"),
  archive("hourly-2026-11.csv.gz", "hourly"),
  archive("it's.csv.gz", 'exchange-"rates"'),
  archive("history-btc.csv.gz", "history", {}),
];

describe("the catalogue of Parquet files", () => {
  it("is one view for each dataset that has some, with the addresses of all its files", () => {
    const { path, body } = renderCatalog(ARCHIVES, { homepage: null, baseUrl: "https://data.example/site/" });
    expect(path).toBe("api/data/catalog.sql");
    expect(String(body)).toBe(`-- The Parquet archives of this site as views, for DuckDB.
-- duckdb -init <(curl -sS https://data.example/site/api/data/catalog.sql)

CREATE OR REPLACE VIEW "hourly" AS
SELECT * FROM read_parquet([
  'https://data.example/site/api/data/download/hourly-2026-10.parquet',
  'https://data.example/site/api/data/download/hourly-2026-11.parquet'
], union_by_name = true);

CREATE OR REPLACE VIEW "exchange_""rates""" AS
SELECT * FROM read_parquet([
  'https://data.example/site/api/data/download/it''s.parquet'
], union_by_name = true);
`);
  });

  it("names files relative to itself where the address of the site is unknown", () => {
    const text = String(renderCatalog(ARCHIVES, { homepage: null }).body);
    expect(text).toContain("-- In the folder of this file: duckdb -init catalog.sql\n");
    expect(text).toContain("  'download/hourly-2026-10.parquet',\n");
  });

  it("exists where a site has Parquet files", () => {
    expect([hasCatalog({ archives: ARCHIVES }), hasCatalog({ archives: [ARCHIVE] })]).toEqual([true, false]);
  });
});
