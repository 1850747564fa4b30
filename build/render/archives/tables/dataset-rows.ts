import type { DatasetSeries } from "../../../history/datasets/dataset-series.ts";
import { findGaps, type Gap } from "../../../history/roll-up.ts";
import { computeSha256 } from "../../../lib/hash.ts";
import { DAY_MS, floorTo } from "../../../lib/time.ts";
import type { SeriesReader } from "../archive.ts";

/** A document of a dataset series, with its rows. */
export interface DatasetDocument<Row> {
  /** `news/2026-11`. */
  name: string;
  rows: readonly Row[];
  endMs: number | null;
}

/** The documents of a dataset series that have rows, in time order. */
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

/** A hash of a small number of rows. */
export function hashRows(rows: readonly unknown[]): string {
  return computeSha256(JSON.stringify(rows));
}

/** Unix milliseconds of `2026-11-20`. */
export function parseDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** The whole UTC days without a point, between the first and the last point. */
export function findDayGaps(timesMs: readonly number[], reason: string): Gap[] {
  const days = [...new Set(timesMs.map((time) => floorTo(time, DAY_MS)))].sort((a, b) => a - b);
  return findGaps(days, DAY_MS, reason);
}
