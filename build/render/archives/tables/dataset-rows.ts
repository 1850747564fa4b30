import type { DatasetSeries } from "../../../history/datasets/dataset-series.ts";
import { computeSha256 } from "../../hash.ts";
import type { SeriesReader } from "../archive.ts";

/** A document of a series and the rows in it. */
export interface DatasetDocument<Row> {
  /** `news/2026-11`. */
  name: string;
  rows: readonly Row[];
  endMs: number | null;
}

/** The documents of a series that hold rows, in the order of time. */
export async function readDatasetDocuments<Row>(
  state: SeriesReader,
  { prefix, endOf }: DatasetSeries<Row>,
): Promise<DatasetDocument<Row>[]> {
  const found: DatasetDocument<Row>[] = [];
  for (const { name } of state.list(prefix)) {
    const rows = await state.read<Row[]>(name);
    if (rows !== undefined && rows.length > 0) found.push({ name, rows, endMs: endOf(name) });
  }
  return found;
}

/** A hash of rows that are few. */
export function hashRows(rows: readonly unknown[]): string {
  return computeSha256(JSON.stringify(rows));
}

/** Unix milliseconds of `2026-11-20`. */
export function parseDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}
