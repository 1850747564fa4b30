import { groupBy } from "../../lib/group-by.ts";
import type { Shape } from "../../lib/shape.ts";
import type { Market } from "../../market/market.ts";
import type { StateStore } from "../../platform/platform.ts";
import { listNames } from "../partition-document.ts";

/** A dataset that grows by rows, remembered for longer than any upstream lists it: the raw material of an archive. */
export interface DatasetSeries<Row> {
  /** What the names of its documents begin with. */
  prefix: string;
  nameOf(row: Row): string;
  /** When the document takes no further row in the ordinary course of things; `null`: never. */
  endOf(name: string): number | null;
  /** Of the records that the rows rest on. */
  kind: Market["datasets"][number]["kind"];
  /**
   * Id of the source of a row, `null` where it is our own, `undefined` where that is not known.
   * Absent: all sources of the kind.
   */
  sourceOf?(row: Row): string | null | undefined;
  /**
   * What is left of a row without what was computed from records of coins; `undefined`: nothing.
   * Absent: rows hold nothing of that.
   */
  withoutCoins?(row: Row): Row | undefined;
  /** What makes a row the same row: the later one stands, unless `isNewer` says no. */
  keyOf(row: Row): string;
  /** What the rows of a document are sorted by. */
  orderOf(row: Row): string;
  isNewer?(row: Row, known: Row): boolean;
  /** What this build knows. */
  collect(market: Market): readonly Row[];
  /** Whether something that an earlier build left is a row. */
  isRow: Shape<Row>;
}

/** Adds what the build knows to the series's documents. Nothing is committed; a document without news is not touched. */
export async function updateDatasetSeries<Row>(
  state: StateStore,
  series: DatasetSeries<Row>,
  market: Market,
): Promise<void> {
  const fresh = groupBy(series.collect(market), (row) => series.nameOf(row));
  for (const name of new Set([...listNames(state, series.prefix), ...fresh.keys()])) {
    const endMs = series.endOf(name);
    const closed = endMs !== null && endMs <= market.asOfMs;
    const known = (await state.read<Row[]>(name)) ?? [];
    const rows = mergeRows(series, known, fresh.get(name) ?? [], state.find(name)?.closed === true);
    if ((state.find(name)?.closed === true) === closed && JSON.stringify(rows) === JSON.stringify(known)) continue;
    state.write(name, rows, { rows: rows.length, closed, reopen: "rows arrived after the end of their time" });
  }
}

/** Whether something is the content of a series's document of that name. */
export function isDatasetDocument<Row>(series: DatasetSeries<Row>, value: unknown, name: string): value is Row[] {
  return Array.isArray(value) && value.every((row) => series.isRow(row) && series.nameOf(row) === name);
}

/** The rows of one document out of two diverged copies of it; where both have a row, the later copy's stands. */
export function joinRows<Row>(series: DatasetSeries<Row>, older: readonly Row[], newer: readonly Row[]): Row[] {
  return mergeRows(series, older, newer, false);
}

/** In a closed document the known rows stand, so that it only changes when something was missing. */
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
    rows.set(series.keyOf(row), row);
  }
  return [...rows.values()].sort((a, b) => (series.orderOf(a) < series.orderOf(b) ? -1 : 1));
}

/** When the year at the end of `global/2026` is over. */
export function endOfYear(name: string): number {
  return Date.UTC(Number(name.slice(-4)) + 1, 0, 1);
}

/** When the month at the end of `news/2026-11` is over. */
export function endOfMonth(name: string): number {
  return Date.UTC(Number(name.slice(-7, -3)), Number(name.slice(-2)), 1);
}
