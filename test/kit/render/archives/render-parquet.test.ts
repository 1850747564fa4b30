import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import type { Column } from "../../../../build/kit/api/row.ts";
import { renderParquet } from "../../../../build/kit/render/archives/render-parquet.ts";

interface Row {
  timeMs: number | null;
  name: string | null;
  price: number | null;
  rank: number | null;
  ok: boolean | null;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: "day", type: "date", description: "Day", value: ({ timeMs }) => timeMs },
  { name: "time", type: "datetime", description: "Time", value: ({ timeMs }) => timeMs },
  { name: "name", type: "string", description: "Name", value: ({ name }) => name },
  { name: "price", type: "number", unit: "USD", description: "Price", value: ({ price }) => price },
  { name: "rank", type: "integer", description: "Rank", value: ({ rank }) => rank },
  { name: "ok", type: "boolean", description: "Flag", value: ({ ok }) => ok },
];
const EMPTY: Row = { timeMs: null, name: null, price: null, rank: null, ok: null };
const ROWS: readonly Row[] = [
  {
    timeMs: Date.UTC(2026, 0, 31, 23, 59, 59, 999),
    name: 'a "b", c',
    price: 0.000000123,
    rank: 900719925474,
    ok: true,
  },
  { timeMs: Date.UTC(1969, 11, 31), name: "Ünï", price: -1.5, rank: -3, ok: false },
  EMPTY,
];

const toBuffer = (bytes: Uint8Array) => new Uint8Array(bytes).buffer;

describe("renderParquet", () => {
  it("keeps values, types and nulls of the rows", async () => {
    const rows = await parquetReadObjects({ file: toBuffer(renderParquet(COLUMNS, ROWS)) });
    expect(rows).toEqual([
      {
        day: new Date("2026-01-31"),
        time: new Date("2026-01-31T23:59:59Z"),
        name: 'a "b", c',
        price: 0.000000123,
        rank: 900719925474n,
        ok: true,
      },
      {
        day: new Date("1969-12-31"),
        time: new Date("1969-12-31T00:00:00Z"),
        name: "Ünï",
        price: -1.5,
        rank: -3n,
        ok: false,
      },
      { day: null, time: null, name: null, price: null, rank: null, ok: null },
    ]);
  });

  it("makes the same bytes from the same rows", () => {
    expect(renderParquet(COLUMNS, ROWS)).toEqual(renderParquet(COLUMNS, ROWS));
  });

  it("writes a file without rows", async () => {
    const empty = renderParquet(COLUMNS, []);
    expect(await parquetReadObjects({ file: toBuffer(empty) })).toEqual([]);
  });

  it("is read by DuckDB with dates, UTC times, integers and doubles", async () => {
    const folder = await mkdtemp(join(tmpdir(), "parquet-"));
    try {
      const path = join(folder, "a.parquet");
      await writeFile(path, renderParquet(COLUMNS, ROWS));
      const connection = await (await DuckDBInstance.create()).connect();
      const types = await connection.runAndReadAll(`DESCRIBE SELECT * FROM '${path}'`);
      expect(types.getRows().map(([name, type]) => `${name} ${type}`)).toEqual([
        "day DATE",
        "time TIMESTAMP WITH TIME ZONE",
        "name VARCHAR",
        "price DOUBLE",
        "rank BIGINT",
        "ok BOOLEAN",
      ]);
      const rows = await connection.runAndReadAll(
        `SELECT CAST(day AS VARCHAR), epoch_ms(time), name, price FROM '${path}' WHERE rank > 0`,
      );
      expect(rows.getRows()).toEqual([["2026-01-31", BigInt(Date.UTC(2026, 0, 31, 23, 59, 59)), 'a "b", c', 1.23e-7]]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("has the values of the CSV: 12 digits, no formula, and no empty text", async () => {
    const rows = [
      { ...EMPTY, price: 0.1 + 0.2, name: "=1+1" },
      { ...EMPTY, price: 1 / 3, name: "" },
    ];
    const read = await parquetReadObjects({ file: toBuffer(renderParquet(COLUMNS, rows)) });
    expect(read.map(({ price, name }) => [price, name])).toEqual([
      [0.3, "'=1+1"],
      [0.333333333333, null],
    ]);
  });

  describe("with rows sorted by a column", () => {
    const repeat = (rank: number, rows: number): Row[] => Array.from({ length: rows }, () => ({ ...EMPTY, rank }));
    const measure = (rows: readonly Row[], sortedBy?: string) =>
      parquetMetadata(toBuffer(renderParquet(COLUMNS, rows, sortedBy))).row_groups.map(({ num_rows }) =>
        Number(num_rows),
      );

    it("ends a group of rows where the value changes", () => {
      const rows = [...repeat(1, 10_000), ...repeat(2, 10_000), ...repeat(3, 10_000), ...repeat(4, 15_000)];
      expect(measure(rows, "rank")).toEqual([20_000, 25_000]);
      expect(measure(rows)).toEqual([25_000, 20_000]);
    });

    it("divides only a value with more rows than a group may have", () => {
      expect(measure([...repeat(1, 10_000), ...repeat(2, 60_000), ...repeat(3, 5_000)], "rank")).toEqual([
        10_000, 25_000, 25_000, 15_000,
      ]);
    });

    it("writes a file without rows", () => {
      expect(measure([], "rank")).toEqual([]);
    });

    it("refuses a column that is missing", () => {
      expect(() => measure([EMPTY], "rang")).toThrow("There is no column rang");
    });
  });

  it("refuses cells of a wrong type and numbers that are not finite", () => {
    const render = (change: Partial<Record<keyof Row, unknown>>) => () =>
      renderParquet(COLUMNS, [{ ...EMPTY, ...change } as Row]);
    expect(render({ price: "1" })).toThrow('A column of type number cannot hold "1"');
    expect(render({ rank: 1.5 })).toThrow("A column of type integer cannot hold 1.5");
    expect(render({ price: Number.NaN })).toThrow("must be finite");
  });
});
