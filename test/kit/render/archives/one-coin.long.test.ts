import { gunzipSync } from "node:zlib";
import { type AsyncBuffer, parquetMetadata, parquetReadObjects } from "hyparquet";
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
import { makeCoin, makeWorld } from "../../../fixtures/market.ts";
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
  const demo = createDemoMarket(options);
  writeDemoHistory(state, demo);
  await state.commit();
  const history = await readHistory(state, new Map(), NOW);
  const hourYears = history.hourYears?.filter(({ year }) => year === YEAR) ?? [];
  const coins = demo.coins.map(({ id, symbol }) => makeCoin(id, symbol));
  world = makeWorld({ asOfMs: NOW, coins }, { history: { ...history, hourYears } });
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

  it("of every coin takes three requests for parts of the Parquet file, and less than 1 MB", async () => {
    const rows = await parquetReadObjects({ file: open(name) });
    const ids = [...new Set(rows.map(({ id }) => String(id)))];
    expect([ids.length, rows.length > MOST_ROWS]).toEqual([4, true]);
    for (const id of ids) {
      const { found, requests, bytes } = await readParts(name, id);
      expect(found).toEqual(rows.filter((row) => row["id"] === id));
      expect([id, requests]).toEqual([id, 3]);
      expect(bytes).toBeLessThan(MOST_BYTES);
    }
  });
});

/** Reads a coin as a program does by HTTP: the size of the file, its end, and groups of rows. */
async function readParts(name: string, id: string) {
  const { length } = files.get(name)!;
  let requests = 1;
  let bytes = 0;
  const file: AsyncBuffer = {
    byteLength: length,
    slice(from, to = length) {
      requests += 1;
      bytes += to - from;
      return open(name).slice(from, to);
    },
  };
  const found = await parquetReadObjects({ file, filter: { id: { $eq: id } } });
  return { found, requests, bytes };
}

describe("ten years of days of one coin", () => {
  it("of every coin are one answer, or one CSV file", async () => {
    const lengths: number[] = [];
    for (const { key } of world.market.coins) {
      const body = JSON.stringify(await days.coinHistory.compute(world, { symbol: key, period: "all" }));
      const { length } = JSON.parse(body).data.prices;
      const csv = `history-${key}.csv.gz`;
      expect([key, await readKeys(csv)]).toEqual([key, expect.objectContaining({ length })]);
      expect(Math.max(body.length, files.get(csv)!.length)).toBeLessThan(MOST_BYTES);
      lengths.push(length);
    }
    expect([lengths.length, Math.max(...lengths)]).toEqual([8, TEN_YEARS]);
  });
});
