import { gunzipSync } from "node:zlib";
import { type FileMetaData, parquetMetadata, parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, it } from "vitest";
import * as days from "../../../../build/crypto/api/endpoints/coin-history.ts";
import { coinHours } from "../../../../build/crypto/api/endpoints/coin-hours.ts";
import type { World } from "../../../../build/crypto/api/world.ts";
import { createDemoMarket } from "../../../../build/crypto/demo/create-demo-market.ts";
import { writeDemoHistory } from "../../../../build/crypto/demo/history/demo-history.ts";
import { readHistory } from "../../../../build/crypto/history/read-history.ts";
import { renderArchives } from "../../../../build/crypto/render/archives/archives.ts";
import { hours } from "../../../../build/crypto/render/archives/tables/hour-table.ts";
import { coinHistory, daily, hourly, prices } from "../../../../build/crypto/render/archives/tables/point-tables.ts";
import { createMemoryStateStore } from "../../../../build/kit/platform/state/memory-state-store.ts";
import { NO_ARCHIVE_MEMORY } from "../../../../build/kit/render/archives/archive-memory.ts";
import { makeWorld } from "../../../fixtures/market.ts";
import { parseCsv } from "../../../fixtures/parse-csv.ts";

/* Ten years of the demo market: how much a program reads for one coin. */

const NOW = Date.parse("2026-03-05T09:00:00Z");
const YEAR = 2025;
const TEN_YEARS = 3_660;
const MOST_BYTES = 1_000_000;
const MOST_ROWS = 25_000;

const files = new Map<string, Uint8Array>();
let world: World;

beforeAll(async () => {
  const state = createMemoryStateStore({ now: () => NOW, world: "sample" });
  const options = { seed: 3, coins: 8, now: NOW, withHistory: true, historyDays: TEN_YEARS };
  writeDemoHistory(state, createDemoMarket(options));
  await state.commit();
  const history = await readHistory(state, new Map(), NOW);
  const hourYears = history.hourYears?.filter(({ year }) => year === YEAR) ?? [];
  world = makeWorld({ asOfMs: NOW }, { history: { ...history, hourYears } });
  const memory = { ...NO_ARCHIVE_MEMORY, series: state, parquet: true };
  for await (const { artifacts } of renderArchives(world, memory, [prices, hourly, hours, daily, coinHistory]))
    for (const { path, body } of artifacts) files.set(path.replace(/^.*\//, ""), Buffer.from(body as Uint8Array));
});

const listFiles = (ending: string) => [...files.keys()].filter((name) => name.endsWith(ending));
const open = (name: string) => new Uint8Array(files.get(name)!).buffer;

/** `id time`, which sorts like the pair. */
async function readKeys(name: string): Promise<string[]> {
  const toKey = ({ id, time, date }: Record<string, unknown>) =>
    `${id} ${new Date((time ?? date) as string | Date).toISOString()}`;
  if (name.endsWith(".parquet")) return (await parquetReadObjects({ file: open(name) })).map(toKey);
  const [head = [], ...rows] = parseCsv(gunzipSync(files.get(name)!).toString());
  return rows.map((row) => toKey(Object.fromEntries(head.map((column, at) => [column, row[at]]))));
}

describe("the archives of points", () => {
  it("are sorted by coin and time, as CSV and Parquet", async () => {
    const names = [...listFiles(".csv.gz"), ...listFiles(".parquet")];
    for (const dataset of ["prices", "hourly", "hours", "daily"])
      expect(names.filter((name) => name.startsWith(`${dataset}-`)).length).toBeGreaterThan(1);
    for (const name of names) {
      const keys = await readKeys(name);
      expect([name, keys]).toEqual([name, keys.toSorted()]);
    }
  });

  it("state the least and the greatest value of each column in each group of rows", async () => {
    for (const name of listFiles(".parquet")) {
      const { row_groups: groups } = parquetMetadata(open(name));
      for (const { columns, num_rows: rows } of groups) {
        expect(Number(rows)).toBeLessThanOrEqual(MOST_ROWS);
        for (const { meta_data } of columns) {
          const { min_value, max_value, null_count } = meta_data?.statistics ?? {};
          const isEmpty = null_count === rows;
          expect([name, meta_data?.path_in_schema, min_value !== undefined && max_value !== undefined]).toEqual([
            name,
            meta_data?.path_in_schema,
            !isEmpty,
          ]);
        }
      }
    }
  });
});

describe("a year of hours of one coin", () => {
  const name = `hours-${YEAR}.parquet`;

  it("is one answer", async () => {
    const body = JSON.stringify(await coinHours.compute(world, { symbol: "btc", year: String(YEAR) }));
    expect(JSON.parse(body).data.prices).toHaveLength(365 * 24);
    expect(body.length).toBeLessThan(MOST_BYTES);
  });

  it("is the end of a Parquet file and one range of it, also of a coin across two groups", () => {
    const metadata = parquetMetadata(open(name));
    const found = ["binancecoin", "bitcoin", "ethereum"].map((id) => findRange(metadata, id));
    expect(found.map(({ groups }) => groups).sort()).toEqual([1, 1, 2]);
    for (const { gapBytes, bytes } of found) {
      expect(gapBytes).toBe(0);
      expect(bytes + metadata.metadata_length).toBeLessThan(MOST_BYTES);
    }
  });
});

/** The groups that may hold a coin by their statistics. `gapBytes`: between two of them. */
function findRange({ row_groups }: FileMetaData, id: string): { groups: number; bytes: number; gapBytes: number } {
  const held = row_groups.filter(({ columns }) => {
    const { min_value, max_value } = columns.find((one) => one.meta_data?.path_in_schema[0] === "id")!.meta_data!
      .statistics!;
    return String(min_value) <= id && id <= String(max_value);
  });
  const ranges = held.map(({ columns, total_compressed_size }) => {
    const from = Number(columns[0]!.file_offset);
    return { from, to: from + Number(total_compressed_size) };
  });
  const bytes = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  return { groups: held.length, bytes, gapBytes: ranges.at(-1)!.to - ranges[0]!.from - bytes };
}

describe("ten years of days of one coin", () => {
  it("are one answer", async () => {
    const body = JSON.stringify(await days.coinHistory.compute(world, { symbol: "btc", period: "all" }));
    expect(JSON.parse(body).data.prices).toHaveLength(TEN_YEARS);
    expect(body.length).toBeLessThan(MOST_BYTES);
  });

  it("are one CSV file", async () => {
    expect(await readKeys("history-btc.csv.gz")).toHaveLength(TEN_YEARS);
    expect(files.get("history-btc.csv.gz")!.length).toBeLessThan(MOST_BYTES);
  });
});
