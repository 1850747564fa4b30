import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import type { ArchiveEntry } from "../../../build/api/archive-entry.ts";
import { parseCsv, renderParquet } from "../../../build/render/archives/render-parquet.ts";

const COLUMNS: ArchiveEntry["columns"] = [
  { name: "day", type: "date", description: "Day" },
  { name: "time", type: "datetime", description: "Time" },
  { name: "name", type: "string", description: "Name" },
  { name: "price", type: "number", unit: "USD", description: "Price" },
  { name: "rank", type: "integer", description: "Rank" },
  { name: "ok", type: "boolean", description: "Flag" },
];
const CSV = [
  "day,time,name,price,rank,ok",
  '2026-01-31,2026-01-31T23:59:59.000Z,"a ""b"", c",0.000000123,9007199254740991,true',
  "1969-12-31,1969-12-31T00:00:00.000Z,Ünï,-1.5,-3,false",
  ",,,,,",
  "",
].join("\r\n");

const toBuffer = (bytes: Uint8Array) => new Uint8Array(bytes).buffer;

describe("renderParquet", () => {
  it("keeps values, types and nulls of the CSV rows", async () => {
    const rows = await parquetReadObjects({ file: toBuffer(renderParquet(CSV, COLUMNS)) });
    expect(rows).toEqual([
      {
        day: new Date("2026-01-31"),
        time: new Date("2026-01-31T23:59:59Z"),
        name: 'a "b", c',
        price: 0.000000123,
        rank: 9007199254740991n,
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

  it("makes the same bytes from the same CSV", () => {
    expect(renderParquet(CSV, COLUMNS)).toEqual(renderParquet(CSV, COLUMNS));
  });

  it("writes a file without rows", async () => {
    const empty = renderParquet("day,time,name,price,rank,ok\r\n", COLUMNS);
    expect(await parquetReadObjects({ file: toBuffer(empty) })).toEqual([]);
  });

  it("is read by DuckDB with dates, UTC times, integers and doubles", async () => {
    const folder = await mkdtemp(join(tmpdir(), "parquet-"));
    try {
      const path = join(folder, "a.parquet");
      await writeFile(path, renderParquet(CSV, COLUMNS));
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

  it("refuses a row with a missing cell, a wrong number and a truncated file", () => {
    expect(() => renderParquet("day,time,name,price,rank,ok\r\n1,2\r\n", COLUMNS)).toThrow("2 cells");
    expect(() => renderParquet("price\r\nabc\r\n", [COLUMNS[3]!])).toThrow("not a number");
    expect(() => [...parseCsv('a\r\n"b')]).toThrow("no end");
    expect(() => [...parseCsv("a,b")]).toThrow("CR LF");
  });
});
