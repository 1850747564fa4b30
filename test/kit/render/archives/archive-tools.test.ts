import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { parseString } from "fast-csv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ArchiveEntry } from "../../../../build/kit/api/archive-entry.ts";
import { DAY_MS, HOUR_MS } from "../../../../build/lib/time.ts";
import { startRun } from "../../../fixtures/archive-run.ts";
import { serveTree } from "../../../fixtures/site.ts";

const START = Date.UTC(2026, 10, 18, 6);
/** Odd numbers on purpose: tiny ones, huge ones, and more digits than are published. */
const PRICES = { bitcoin: 87_654.321, 'wild,"coin"': 1.5e-9, giant: 1.234567890123456e15 };
const TYPES: Record<ArchiveEntry["columns"][number]["type"], string> = {
  string: "VARCHAR",
  number: "DOUBLE",
  integer: "BIGINT",
  datetime: "TIMESTAMP WITH TIME ZONE",
  date: "DATE",
  boolean: "BOOLEAN",
};

let folder: string;
const run = startRun();
const files = [
  "coins-latest",
  "prices-2026-11-18",
  "hourly-2026-11",
  "daily-2026",
  "history-bitcoin",
  "fear-greed",
  "global",
  "exchange-rates-2026",
];

/** What `/api/data/archives` says, and the rows as fast-csv reads them, by name of the column. */
const expected = new Map<string, { entry: ArchiveEntry; rows: Record<string, string>[] }>();

function download(name: string): string {
  return join(folder, `${name}.csv.gz`);
}

function sum(name: string, column: string): number {
  return expected.get(name)!.rows.reduce((total, row) => total + Number(row[column]), 0);
}

beforeAll(async () => {
  for (let hours = 0; hours <= 60; hours += 5) await run.build(START + hours * HOUR_MS, scale(1 + hours / 100));
  const server = await serveTree(run.site);
  folder = await mkdtemp(join(tmpdir(), "archives-"));
  for (const name of files) {
    const entry = run.entry(name)!;
    const answer = await fetch(`${server.url}/api/data/download/${entry.filename}`);
    expect(answer.headers.get("content-encoding")).toBe(null);
    const body = Buffer.from(await answer.arrayBuffer());
    await writeFile(download(name), body);
    expected.set(name, { entry, rows: await parse(gunzipSync(body).toString()) });
  }
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

function scale(factor: number): Record<string, number> {
  return Object.fromEntries(Object.entries(PRICES).map(([id, price]) => [id, price * factor]));
}

function parse(text: string): Promise<Record<string, string>[]> {
  return new Promise((resolve, reject) => {
    const rows: Record<string, string>[] = [];
    parseString(text, { headers: true, strictColumnHandling: true })
      .on("data", (row) => rows.push(row))
      .on("data-invalid", (row) => reject(new Error(`a row has another number of cells: ${JSON.stringify(row)}`)))
      .on("error", reject)
      .on("end", () => resolve(rows));
  });
}

describe("archives read by other programs", () => {
  it("has the numbers of the state when read by fast-csv", async () => {
    const samples = (await run.state.read<{ times: number[]; coins: Record<string, { prices: number[] }> }>(
      "samples/2026-11-18",
    ))!;
    const wanted = Object.keys(samples.coins)
      .toSorted()
      .flatMap((id) =>
        samples.times.map((time, row) => [time, id, Number(samples.coins[id]!.prices[row]!.toPrecision(12))]),
      );
    const { rows } = expected.get("prices-2026-11-18")!;
    expect(rows.map((row) => [Date.parse(row["time"]!), row["id"], Number(row["price"])])).toEqual(wanted);
    for (const { entry, rows } of expected.values()) expect(rows).toHaveLength(entry.rows);
  });

  it("has the declared types, rows and sums in DuckDB", async () => {
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    for (const name of files) {
      const { entry } = expected.get(name)!;
      const columns = entry.columns.map((column) => `'${column.name}': '${TYPES[column.type]}'`).join(", ");
      const from = `read_csv('${download(name)}', header = true, columns = {${columns}})`;
      const sniffed = `read_csv('${download(name)}', sample_size = -1)`;
      const [count] = (await connection.runAndReadAll(`SELECT count(*) FROM ${from}`)).getRowsJS()[0]!;
      expect(Number(count), name).toBe(entry.rows);
      const described = (await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${sniffed}`)).getRowsJS();
      expect(
        described.map(([column]) => column),
        name,
      ).toEqual(entry.columns.map((column) => column.name));
      for (const { name: column, type } of entry.columns) {
        const guess = described.find(([other]) => other === column)?.[1];
        if (type === "datetime") expect(String(guess), `${name}.${column}`).toMatch(/^TIMESTAMP/);
        if (type === "date") expect(guess, `${name}.${column}`).toBe("DATE");
        if (type !== "number" && type !== "integer") continue;
        const [total] = (await connection.runAndReadAll(`SELECT sum("${column}") FROM ${from}`)).getRowsJS()[0]!;
        const wanted = sum(name, column);
        expect(Math.abs(Number(total) - wanted), `${name}.${column}`).toBeLessThanOrEqual(Math.abs(wanted) * 1e-12);
      }
    }
    connection.closeSync();
  });

  it("has UTC times in DuckDB", async () => {
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const sql = `SELECT epoch_ms(min(time)), epoch_ms(max(time)) FROM read_csv('${download("hourly-2026-11")}', types = {'time': 'TIMESTAMPTZ'})`;
    const [[first, last] = []] = (await connection.runAndReadAll(sql)).getRowsJS();
    const { periodStartMs, periodEndMs } = expected.get("hourly-2026-11")!.entry;
    expect([Number(first), Number(last)]).toEqual([periodStartMs, periodEndMs]);
    expect(periodStartMs).toBe(START);
    expect(periodEndMs! % DAY_MS).toBeGreaterThan(0);
    connection.closeSync();
  });
});
