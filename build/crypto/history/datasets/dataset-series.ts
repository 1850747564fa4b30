import type { StateStore } from "../../../kit/platform/platform.ts";
import { groupBy } from "../../../lib/collections.ts";
import type { Shape } from "../../../lib/shape.ts";
import { getCalendarSpan } from "../../../lib/time.ts";
import type { Market } from "../../market/model/market.ts";
import { listNames } from "../partition-document.ts";

/** A dataset that grows by rows and is kept longer than any upstream lists it. */
export interface DatasetSeries<Row> {
  /** Prefix of the names of its documents. */
  prefix: string;
  nameOf(row: Row): string;
  /** When the document is complete; `null`: never. */
  endOf(name: string): number | null;
  /** The kind of records behind the rows. */
  kind: Market["datasets"][number]["kind"];
  /**
   * Id of the source of a row; `null`: computed here; `undefined`: unknown. Absent: any source of
   * the kind.
   */
  sourceOf?(row: Row): string | null | undefined;
  /**
   * A row without values computed from coins and order books; `undefined`: nothing remains. Absent:
   * rows hold no such value.
   */
  withoutComputed?(row: Row): Row | undefined;
  /** Identifies a row. The later one replaces the earlier, unless `isNewer` returns false. */
  keyOf(row: Row): string;
  /** The sort key of rows. */
  orderOf(row: Row): string;
  isNewer?(row: Row, known: Row): boolean;
  /** Joins a row with the known one of its key. Absent: the later row replaces it. */
  merge?(row: Row, known: Row): Row;
  /** The rows of this build. */
  collect(market: Market): readonly Row[];
  /** Whether a stored value is a row. */
  isRow: Shape<Row>;
}

/** Adds the rows of this build. Does not write documents that stay the same. */
export async function updateDatasetSeries<Row>(
  state: StateStore,
  series: DatasetSeries<Row>,
  market: Market,
): Promise<void> {
  const fresh = groupBy(series.collect(market), (row) => series.nameOf(row));
  for (const name of new Set([...listNames(state, series.prefix), ...fresh.keys()])) {
    const endMs = series.endOf(name);
    const closed = endMs !== null && endMs <= market.asOfMs;
    const wasClosed = state.find(name)?.closed === true;
    if (wasClosed === closed && !fresh.has(name)) continue;
    const known = (await state.read<Row[]>(name)) ?? [];
    const rows = mergeRows(series, known, fresh.get(name) ?? [], wasClosed);
    if (wasClosed === closed && JSON.stringify(rows) === JSON.stringify(known)) continue;
    state.write(name, rows, { rows: rows.length, closed, reopen: "the source added or revised days that are over" });
  }
}

/** Whether a value is the content of the document of that name. */
export function isDatasetDocument<Row>(series: DatasetSeries<Row>, value: unknown, name: string): value is Row[] {
  return Array.isArray(value) && value.every((row) => series.isRow(row) && series.nameOf(row) === name);
}

/** Joins two diverged copies of one document. The later copy wins. */
export function joinRows<Row>(series: DatasetSeries<Row>, older: readonly Row[], newer: readonly Row[]): Row[] {
  return mergeRows(series, older, newer, false);
}

/** A closed document keeps its rows and only gets missing ones. */
function mergeRows<Row>(
  series: DatasetSeries<Row>,
  known: readonly Row[],
  fresh: readonly Row[],
  closed: boolean,
): Row[] {
  const rows = new Map(known.map((row) => [series.keyOf(row), row]));
  for (const row of fresh) {
    const before = rows.get(series.keyOf(row));
    if (before !== undefined && (closed || series.isNewer?.(row, before) === false)) continue;
    rows.set(series.keyOf(row), before === undefined ? row : (series.merge?.(row, before) ?? row));
  }
  return [...rows.values()].sort((a, b) => (series.orderOf(a) < series.orderOf(b) ? -1 : 1));
}

/** When the year or month of a document is over: of `global/2026` or `news/2026-11`. */
export function endOfPeriod(name: string): number {
  return getCalendarSpan(name.slice(name.indexOf("/") + 1)).endMs;
}
