import type { ArchiveEntry } from "../../../api/archive-entry.ts";
import type { Ledger } from "../../../history/datasets/dataset-series.ts";
import { DAY_MS, floorTo } from "../../../lib/time.ts";
import { computeSha256 } from "../../hash.ts";
import type { SeriesReader } from "../archive.ts";

/** A document of a ledger and the rows in it. */
export interface LedgerDocument<Row> {
  /** `news/2026-11`. */
  name: string;
  rows: readonly Row[];
  endMs: number | null;
}

/** The documents of a ledger that hold rows, in the order of time. */
export async function readLedgerDocuments<Row>(
  series: SeriesReader,
  ledger: Ledger<Row>,
): Promise<LedgerDocument<Row>[]> {
  const found: LedgerDocument<Row>[] = [];
  for (const name of series.names(ledger.prefix)) {
    const rows = await series.read<Row[]>(name);
    if (rows !== undefined && rows.length > 0) found.push({ name, rows, endMs: ledger.endOf(name) });
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

/** The runs of whole UTC days that a daily series has no point for, between its first and its last point. */
export function findGaps(timesMs: Iterable<number>, reason: string): ArchiveEntry["gaps"] {
  const days = [...new Set([...timesMs].map((time) => floorTo(time, DAY_MS)))].sort((a, b) => a - b);
  return days.flatMap((day, at) => {
    const before = days[at - 1];
    if (before === undefined || day - before === DAY_MS) return [];
    return [{ fromMs: before + DAY_MS, toMs: day - DAY_MS, reason }];
  });
}
