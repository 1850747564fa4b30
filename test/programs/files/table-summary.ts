import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import type { ArchiveEntry } from "../../../build/kit/api/archive-entry.ts";
import { parseCsv } from "../../fixtures/parse-csv.ts";
import { download, readData } from "../kit/demo-site.ts";

type Column = ArchiveEntry["columns"][number];

/** An archive that is CSV and Parquet, as `/api/data/archives` lists it. */
export interface PublishedTable {
  dataset: string;
  rows: number;
  columns: readonly Column[];
  /** Absolute addresses. */
  csv: string;
  parquet: string;
}

/** What every reader of a table must agree on. */
export interface TableSummary {
  rows: number;
  columns: Readonly<Record<string, ColumnSummary>>;
}

export interface ColumnSummary {
  /** Of the reader, such as `DOUBLE` or `float64`. Absent in what is expected. */
  type?: string;
  /** Cells with a value. */
  known: number;
  /** Of numbers. */
  sum?: number | null;
  /** The earliest date or time, in unix milliseconds. */
  firstMs?: number | null;
}

interface ListedArchive {
  dataset: string;
  rows: number;
  columns: readonly Column[];
  formats: readonly { format: string; url: string }[];
}

export async function listTables(site: string): Promise<PublishedTable[]> {
  const archives = await readData<ListedArchive[]>(`${site}/api/data/archives`);
  return archives.flatMap(({ formats, ...rest }) => {
    const find = (name: string) => formats.find(({ format }) => format === name);
    const csv = find("csv.gz");
    const parquet = find("parquet");
    if (csv === undefined || parquet === undefined) return [];
    return [{ ...rest, csv: `${site}/api/${csv.url}`, parquet: `${site}/api/${parquet.url}` }];
  });
}

export const isNumber = ({ type }: Column) => type === "number" || type === "integer";
export const isTime = ({ type }: Column) => type === "date" || type === "datetime";

/** What the CSV text of a table says. */
export async function summariseTable({ csv, columns }: PublishedTable): Promise<TableSummary> {
  const [, ...rows] = parseCsv(gunzipSync(await download(csv)).toString());
  return {
    rows: rows.length,
    columns: Object.fromEntries(
      columns.map((column, at) => {
        const cells = rows.map((row) => row[at] ?? "").filter((cell) => cell !== "");
        return [column.name, { known: cells.length, ...summariseCells(column, cells) }];
      }),
    ),
  };
}

function summariseCells(column: Column, cells: readonly string[]): Partial<ColumnSummary> {
  if (isNumber(column)) return { sum: cells.length === 0 ? null : cells.reduce((sum, cell) => sum + Number(cell), 0) };
  if (!isTime(column)) return {};
  const first = cells.reduce((least, cell) => Math.min(least, Date.parse(cell)), Number.POSITIVE_INFINITY);
  return { firstMs: cells.length === 0 ? null : first };
}

/** Programs add in another order: sums agree to 12 digits. */
export function expectSame(read: TableSummary, expected: TableSummary): void {
  const round = ({ rows, columns }: TableSummary) => ({
    rows,
    columns: Object.fromEntries(
      Object.entries(columns).map(([name, { type: _, sum, ...rest }]) => [
        name,
        { ...rest, ...(sum !== undefined && { sum: sum === null ? null : sum.toPrecision(12) }) },
      ]),
    ),
  });
  expect(round(read)).toEqual(round(expected));
}
