import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { beforeAll, describe, expect, it } from "vitest";
import { type QueryTable, runQuery } from "../../../build/app/site/sql/run-query.ts";
import type { Column } from "../../../build/kit/api/row.ts";
import { renderParquet } from "../../../build/kit/render/archives/render-parquet.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import { findChart, resultTable, SHOWN_ROWS } from "../../../public/js/sql-view.js";
import { listExamples } from "../../../templates/components/sql-examples.js";
import { makeTempFolder } from "../../cleanup.ts";
import { readUsualPages } from "../../fixtures/pages.ts";
import { readHtml } from "../../fixtures/read-html.ts";

type Row = Record<string, string | number | null>;

const START_MS = Date.UTC(2025, 11, 1);
const IDS = ["bitcoin", "ethereum", "solana"];
const series = (count: number, stepMs: number, name: string): Row[] =>
  Array.from({ length: count }, (_, at) => at).flatMap((at) =>
    IDS.map((id, coin) => ({
      [name]: START_MS + at * stepMs,
      id,
      price: 1000 / (coin + 1) + 3 * at * (coin + 1),
      total_volume: 1e6 + 7919 * ((at * 31) % 97),
    })),
  );

const TYPES: Readonly<Record<string, Column["type"]>> = {
  date: "date",
  time: "datetime",
  id: "string",
  name: "string",
};
const TEXTS = ["symbol", "country", "value_classification"];
const INTEGERS = ["market_cap_rank"];
/** A few rows of each table that the examples read; two files for one of them. */
const ROWS: Readonly<Record<string, readonly (readonly Row[])[]>> = {
  coins: [
    Array.from({ length: 14 }, (_, at) => ({
      id: `coin-${at}`,
      name: `Coin ${at}`,
      symbol: `C${at}`,
      market_cap_rank: at + 1,
      current_price: 100 / (at + 1),
      market_cap: at === 3 ? null : 1e9 / (at + 1),
      ath: 200,
      ath_change_percentage: at % 4 === 0 ? null : -5 * at,
    })),
  ],
  daily: [series(40, DAY_MS, "date"), series(30, DAY_MS, "date").map((row) => shift(row, 40 * DAY_MS))],
  hourly: [series(60, HOUR_MS, "time")],
  exchanges: [
    [..."AABBBC"].map((country, at) => ({ id: `x${at}`, country, volume_24h_usd: at * 1e6 })),
    [{ id: "nowhere", country: null, volume_24h_usd: 5 }],
  ],
  fear_greed: [
    Array.from({ length: 20 }, (_, at) => ({
      date: START_MS + at * DAY_MS,
      value: at * 5,
      value_classification: at < 5 ? "Extreme Fear" : at < 12 ? "Fear" : "Greed",
    })),
  ],
  defi_tvl_daily: [Array.from({ length: 50 }, (_, at) => ({ date: START_MS + at * DAY_MS, tvl_usd: 1e9 + at * 1e6 }))],
};

function shift({ date, ...row }: Row, byMs: number): Row {
  return { date: Number(date) + byMs, ...row };
}

let tables: QueryTable[];
let connection: Awaited<ReturnType<DuckDBInstance["connect"]>>;

beforeAll(async () => {
  const folder = makeTempFolder();
  connection = await (await DuckDBInstance.create(":memory:")).connect();
  tables = await Promise.all(
    Object.entries(ROWS).map(async ([name, files]) => {
      const columns = Object.keys(files[0]![0]!).map((column): Column<Row> => {
        const type =
          TYPES[column] ?? (TEXTS.includes(column) ? "string" : INTEGERS.includes(column) ? "integer" : "number");
        return { name: column, type, description: column, value: (row) => row[column] ?? null };
      });
      const written = files.map(async (rows, at) => {
        const url = join(folder, `${name}-${at}.parquet`);
        const bytes = renderParquet(columns, rows);
        await writeFile(url, bytes);
        // A page that is older than its files states another number of rows.
        return { url, bytes: bytes.length, rows: 1 };
      });
      const stored = await Promise.all(written);
      await connection.run(
        `CREATE VIEW ${name} AS SELECT * FROM read_parquet([${stored.map(({ url }) => `'${url}'`).join(", ")}])`,
      );
      return { name, columns, files: stored };
    }),
  );
});

async function query(sql: string): Promise<{ columns: readonly string[]; rows: unknown[][]; batches: number[] }> {
  const found = { columns: [] as readonly string[], rows: [] as unknown[][], batches: [] as number[] };
  await runQuery(tables, sql, {
    open: async ({ url }) => {
      const body = await readFile(url);
      const buffer = new Uint8Array(body).buffer;
      return { byteLength: buffer.byteLength, slice: (from, to) => buffer.slice(from, to) };
    },
    onColumns: (columns) => {
      found.columns = columns;
    },
    onRows: (rows) => {
      found.rows.push(...rows.map((row) => [...row]));
      found.batches.push(rows.length);
    },
  });
  return found;
}

/** Sums of many numbers differ in their last digits. */
const round = (value: unknown) => (typeof value === "number" ? Number(value.toPrecision(10)) : value);

describe("the engine of queries", () => {
  const examples = listExamples("2026");

  it("has ten examples", () => {
    expect(examples).toHaveLength(10);
    expect(new Set(examples.map(({ title }) => title)).size).toBe(10);
  });

  it.each(examples)("gives the same rows as DuckDB: $title", async ({ sql }) => {
    const { columns, rows } = await query(sql);
    const expected = await connection.runAndReadAll(sql);
    const wanted = expected
      .getRows()
      .map((row) =>
        row.map((value) =>
          typeof value === "bigint"
            ? Number(value)
            : value === null
              ? null
              : typeof value === "object"
                ? String(value)
                : value,
        ),
      );
    expect(columns).toEqual(expected.columnNames());
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.map((row) => row.map(round))).toEqual(wanted.map((row) => row.map(round)));
  });

  it("sends the first row by itself, and the others in larger parts", async () => {
    const { batches } = await query("SELECT id FROM daily");
    expect(batches[0]).toBe(1);
    expect(batches.length).toBeLessThan(4);
  });

  it("counts rows, and has texts of days and times", async () => {
    expect((await query("SELECT COUNT(*) AS n FROM daily")).rows).toEqual([[210]]);
    expect((await query("SELECT date FROM daily WHERE date < '2025-12-02' LIMIT 1")).rows).toEqual([["2025-12-01"]]);
    expect((await query("SELECT MAX(time) AS t FROM hourly")).rows).toEqual([["2025-12-03T11:00:00Z"]]);
  });

  it.each([
    ["SELEC 1", "Expected SELECT"],
    ["SELECT nothing FROM daily", 'Column "nothing" not found. Available columns: date, id'],
    ["SELECT 1 FROM nowhere", 'Table "nowhere" not found. Available tables: coins, daily'],
  ])("says what is wrong with %s", async (sql, message) => {
    await expect(query(sql)).rejects.toThrow(message);
  });
});

describe("a result", () => {
  it("escapes texts and shows unknown values as a dash", () => {
    const table = String(
      resultTable(
        ["<b>", "n"],
        [
          ["<img src=x>", null],
          ["a", 1234.5],
        ],
      ),
    );
    expect(readHtml(`<table>${table}</table>`).map(({ name }) => name)).not.toContain("img");
    expect(table).toContain("&lt;img src=x&gt;");
    expect(table).toContain('<span class="unknown">–</span>');
    expect(table).toContain(">1,234.50</data>");
  });

  it("shows a part of many rows", () => {
    const rows = Array.from({ length: SHOWN_ROWS + 5 }, (_, at) => [at]);
    expect(String(resultTable(["n"], rows)).match(/<tr>/g)).toHaveLength(SHOWN_ROWS + 1);
  });

  it("is a chart if it begins with ascending days, months or times and has numbers", () => {
    const days = [
      ["2026-01-01", "a", 1, null],
      ["2026-01-02", "b", 2, 5],
    ];
    expect(findChart(["date", "text", "x", "y"], days)).toEqual({
      names: ["x", "y"],
      columns: [
        [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)],
        [1, 2],
        [null, 5],
      ],
    });
    expect(
      findChart(
        ["month", "x"],
        [
          ["2026-01", 1],
          ["2026-02", 2],
        ],
      ),
    ).not.toBeNull();
    for (const rows of [
      days.toReversed(),
      [
        ["a", 1],
        ["b", 2],
      ],
      [
        ["2026-01-01", "a"],
        ["2026-01-02", "b"],
      ],
      [["2026-01-01", 1]],
    ])
      expect(findChart(["a", "b"], rows)).toBeNull();
  });
});

describe("the page of queries", () => {
  it("loads no engine before the first query, and nothing from elsewhere", async () => {
    const { pages, files } = await readUsualPages();
    const page = pages.get("data/sql/index.html")!;
    const scripts = readHtml(page).flatMap(({ name, attributes }) =>
      name === "script" ? (attributes.get("src") ?? []) : [],
    );
    expect(scripts.map((path) => path.replace("../../", ""))).toEqual(["js/theme.js", "js/site.sql.js"]);
    expect(files.has("js/sql-worker.js")).toBe(true);
    expect(String(files.get("js/sql-worker.js"))).not.toMatch(/\beval\(|new Function\(|WebAssembly|https?:\/\//);
    expect(String(files.get("vendor/sql-licences.txt"))).toMatch(
      /^hyparquet\n[\s\S]*MIT[\s\S]*squirreling\n[\s\S]*MIT/,
    );
  });
});
