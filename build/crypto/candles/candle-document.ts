import type { StateStore } from "../../kit/platform/platform.ts";
import { isAscending, isObject, isText, listOf } from "../../lib/shape.ts";
import { DAY_MS, findCalendarSpan, floorTo, renderDay, type TimeSpan } from "../../lib/time.ts";
import { type CandlePartition, countCandles, EMPTY_CANDLES } from "./candle-partition.ts";

/**
 * The folders in the state: candles of hours by UTC day, candles of days by UTC year, and such of
 * the backfill that wait for the next UTC day.
 */
export const CANDLES = "candles/";
export const DAY_CANDLES = "day-candles/";
export const PENDING_CANDLES = "backfill-candles/";
export const CANDLE_FOLDERS: readonly string[] = [CANDLES, DAY_CANDLES, PENDING_CANDLES];

/** After the end of a UTC day, its candles of venues are read within this time, or never. */
export const SETTLED_MS = 2 * DAY_MS;

/** When a candle is final, in unix milliseconds: until then candles of venues are read. */
export function findFinalMs(startMs: number): number {
  return floorTo(startMs, DAY_MS) + DAY_MS + SETTLED_MS;
}

/** Candles that begin before this time are final. */
export function findFirstOpenMs(asOfMs: number): number {
  return asOfMs - DAY_MS - SETTLED_MS;
}

/** Hourly candles are published of this time. */
export const HOUR_CANDLES_MS = 30 * DAY_MS;

/** `candles/2026-11-20`. */
export function nameCandles(timeMs: number): string {
  return `${CANDLES}${renderDay(timeMs)}`;
}

/** `day-candles/2026`. */
export function nameDayCandles(timeMs: number): string {
  return `${DAY_CANDLES}${renderDay(timeMs).slice(0, 4)}`;
}

/** `backfill-candles/2026`. */
export function namePendingCandles(timeMs: number): string {
  return `${PENDING_CANDLES}${renderDay(timeMs).slice(0, 4)}`;
}

/**
 * For `--open-only`: highs and lows rest on own prices, which may rest on any venue. An empty
 * document stays, so that a restore does not bring back an older copy.
 */
export function removeRestrictedCandles(candles: CandlePartition, { withTickers }: { withTickers: boolean }) {
  return withTickers ? EMPTY_CANDLES : candles;
}

const NAME = /^(?:candles\/(\d{4}-\d\d-\d\d)|(?:day|backfill)-candles\/(\d{4}))$/;

/** The time of a document; `undefined` for any other name. */
export function findCandleSpan(name: string): TimeSpan | undefined {
  const [, day, year] = NAME.exec(name) ?? [];
  return findCalendarSpan(day ?? year ?? "");
}

/** The candles of that name; none where there is no document. */
export async function readCandleDocument(state: Pick<StateStore, "read">, name: string): Promise<CandlePartition> {
  return (await state.read<CandlePartition>(name)) ?? EMPTY_CANDLES;
}

/** Writes the candles, closed when nothing more is read of their time. */
export function writeCandleDocument(
  state: Pick<StateStore, "write">,
  name: string,
  candles: CandlePartition,
  asOfMs: number,
): void {
  const { endMs } = findCandleSpan(name) ?? { endMs: Number.POSITIVE_INFINITY };
  const closed = endMs + SETTLED_MS <= asOfMs;
  state.write(name, candles, { rows: countCandles(candles), closed, reopen: "candles of venues were added" });
}

/** Checks lengths and types, column by column. */
export function isCandlePartition(value: unknown): value is CandlePartition {
  if (!isObject(value)) return false;
  const { times, coins, origins } = value;
  if (!isAscending(times) || !isObject(coins) || !listOf(isText)(origins)) return false;
  const isLabel = (label: number) => Number.isInteger(label) && label >= 0 && label < origins.length;
  return Object.values(coins).every(
    (columns) =>
      isObject(columns) &&
      isColumn(columns["highs"], times.length, isPrice) &&
      isColumn(columns["lows"], times.length, isPrice) &&
      isColumn(columns["origins"], times.length, isLabel) &&
      (columns["opens"] === undefined || isColumn(columns["opens"], times.length, isPrice)),
  );
}

function isColumn(column: unknown, rows: number, isValue: (value: number) => boolean): boolean {
  if (!Array.isArray(column) || column.length !== rows) return false;
  return column.every((value) => value === null || (typeof value === "number" && isValue(value)));
}

function isPrice(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}
