import { mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { beforeAll, describe, expect, it } from "vitest";
import { makeTempFolder } from "../../cleanup.ts";
import { type DemoSite, download, serveDemoSite } from "../kit/demo-site.ts";
import {
  expectSame,
  isNumber,
  isTime,
  listTables,
  type PublishedTable,
  summariseTable,
  type TableSummary,
} from "./table-summary.ts";

/* DuckDB reads the archives of each host: downloaded, and over HTTP if its extension installs. */

const connection = await (await DuckDBInstance.create(":memory:")).connect();
const missing = await installHttp();

const PARQUET_TYPES: Readonly<Record<PublishedTable["columns"][number]["type"], string>> = {
  string: "VARCHAR",
  number: "DOUBLE",
  integer: "BIGINT",
  boolean: "BOOLEAN",
  date: "DATE",
  datetime: "TIMESTAMP WITH TIME ZONE",
};

/** Why DuckDB cannot read URLs: it downloads the extension from a server of its own. */
async function installHttp(): Promise<string | undefined> {
  try {
    await connection.run("INSTALL httpfs");
    await connection.run("LOAD httpfs");
    return undefined;
  } catch (error) {
    const reason = `httpfs cannot be installed: ${String(error).split("\n")[0]}`;
    if (process.env["REQUIRE_PROGRAMS"] === "true") throw new Error(reason, { cause: error });
    process.stdout.write(`${reason}; its tests are skipped\n`);
    return reason;
  }
}

async function summarise(open: DuckDBConnection, { columns }: PublishedTable, from: string): Promise<TableSummary> {
  const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
  const described = await open.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`);
  const types = new Map(described.getRows().map(([name, type]) => [String(name), String(type)]));
  const selected = columns.flatMap((column) => {
    const name = quote(column.name);
    const sum = isNumber(column) ? `CAST(sum(${name}) AS DOUBLE)` : "NULL";
    const first = isTime(column) ? `epoch_ms(min(${name}))` : "NULL";
    return [`count(${name})`, sum, first];
  });
  const read = await open.runAndReadAll(`SELECT count(*), ${selected.join(", ")} FROM ${from}`);
  const [rows, ...values] = read.getRows()[0]!;
  const toNumber = (value: unknown) => (value === null || value === undefined ? null : Number(value));
  return {
    rows: Number(rows),
    columns: Object.fromEntries(
      columns.map((column, at) => {
        const [known, sum, first] = values.slice(at * 3);
        const numbers = isNumber(column) ? { sum: toNumber(sum) } : {};
        const times = isTime(column) ? { firstMs: toNumber(first) } : {};
        return [column.name, { type: types.get(column.name)!, known: Number(known), ...numbers, ...times }];
      }),
    ),
  };
}

function expectParquetTypes(read: TableSummary, { columns }: PublishedTable): void {
  const expected = columns.map(({ name, type }) => [name, PARQUET_TYPES[type]]);
  expect(Object.entries(read.columns).map(([name, { type }]) => [name, type])).toEqual(expected);
}

/** Without a schema DuckDB takes whole numbers as integers and empty columns as texts. */
function expectCsvTypes(read: TableSummary, { columns }: PublishedTable): void {
  for (const { name, type } of columns) {
    const { type: found, known } = read.columns[name]!;
    if (known === 0 || type === "string") continue;
    const fits = type === "number" ? /^(?:DOUBLE|BIGINT)$/ : new RegExp(`^${PARQUET_TYPES[type]}$`);
    expect([name, found]).toEqual([name, expect.stringMatching(fits)]);
  }
}

/** The types of numbers and times: a column without a value would be a text. */
const csvOptions = ({ columns }: PublishedTable) =>
  `types = {${columns
    .filter((column) => isNumber(column) || isTime(column))
    .map(({ name, type }) => `'${name}': '${PARQUET_TYPES[type]}'`)
    .join(", ")}}`;

let site: DemoSite;

beforeAll(async () => {
  site = await serveDemoSite();
});

describe.each([
  ["the Node server", "node"],
  ["GitHub Pages", "pages"],
] as const)("DuckDB on the archives of %s", (_, host) => {
  it("reads downloaded files: the same rows, types and sums in CSV and Parquet", async () => {
    const folder = makeTempFolder();
    const tables = await listTables(site[host]);
    expect(tables.length).toBeGreaterThan(8);
    for (const table of tables) {
      const expected = await summariseTable(table);
      expect([table.dataset, expected.rows]).toEqual([table.dataset, table.rows]);
      const csv = join(folder, `${table.dataset}.csv.gz`);
      const parquet = join(folder, `${table.dataset}.parquet`);
      await writeFile(csv, await download(table.csv));
      await writeFile(parquet, await download(table.parquet));
      const fromParquet = await summarise(connection, table, `'${parquet}'`);
      expectSame(fromParquet, expected);
      expectParquetTypes(fromParquet, table);
      expectSame(await summarise(connection, table, `read_csv('${csv}', ${csvOptions(table)})`), expected);
      const guessed = await connection.runAndReadAll(`DESCRIBE SELECT * FROM '${csv}'`);
      const types = guessed.getRows().map(([name, type]): [string, string] => [String(name), String(type)]);
      const withTypes = types.map(([name, type]) => [name, { ...expected.columns[name]!, type }]);
      expectCsvTypes({ rows: expected.rows, columns: Object.fromEntries(withTypes) }, table);
    }
  });

  it("reads the views of the catalogue: every row of every file of a dataset", async () => {
    const folder = makeTempFolder();
    mkdirSync(join(folder, "download"));
    const rows = new Map<string, number>();
    for (const { dataset, parquet, rows: count } of await listTables(site[host])) {
      await writeFile(join(folder, "download", basename(parquet)), await download(parquet));
      rows.set(dataset, (rows.get(dataset) ?? 0) + count);
    }
    await connection.run(`SET file_search_path = '${folder}'`);
    await connection.run((await download(`${site[host]}/api/data/catalog.sql`)).toString());
    expect(rows.size).toBeGreaterThan(8);
    for (const [dataset, expected] of rows) {
      const read = await connection.runAndReadAll(`SELECT count(*) FROM "${dataset.replaceAll("-", "_")}"`);
      expect([dataset, Number(read.getRows()[0]?.[0])]).toEqual([dataset, expected]);
    }
  });

  it.skipIf(missing !== undefined)(`reads URLs${missing === undefined ? "" : ` (${missing})`}`, async () => {
    for (const table of await listTables(site[host])) {
      const expected = await summariseTable(table);
      expectSame(await summarise(connection, table, `'${table.parquet}'`), expected);
      expectSame(await summarise(connection, table, `read_csv('${table.csv}', ${csvOptions(table)})`), expected);
    }
  });
});
