import type { StateStore } from "../../../kit/platform/platform.ts";
import { DAY_MS, floorTo } from "../../../lib/time.ts";
import { nameCandles, nameDayCandles, writeCandleDocument } from "../../candles/candle-document.ts";
import { type CandleColumns, roundRange } from "../../candles/candle-partition.ts";
import { LARGEST_COINS } from "../../history/kept-hours.ts";
import type { DemoMarket } from "../demo-market.ts";
import { groupRows, type PastPrices } from "./past-prices.ts";

/** Highs and lows lie up to this far outside open and close. */
const WICKS = { hours: 0.003, days: 0.02 };
const ORIGIN = "binance+coinbase";

type Kind = keyof typeof WICKS;
type Column = (number | null)[];

/** A coin's highs and lows, by the moments of the history. */
interface Ranges {
  highs: Column;
  lows: Column;
}

/** Highs and lows of the demo's history, invented like its prices: as if candles had been read. */
export function writeDemoCandles(state: StateStore, demo: DemoMarket): void {
  const { history } = demo;
  if (history === undefined) return;
  const rowsOfDay = groupRows(history.hours, (timeMs) => floorTo(timeMs, DAY_MS));
  const hours = new Map<string, Ranges>();
  const days = new Map<string, Ranges>();
  const coinIds = demo.coins.slice(0, LARGEST_COINS).map(({ id }) => id);
  for (const id of coinIds.sort()) {
    const ofHours = inventRanges(demo, history, id, "hours");
    const ofDays = inventRanges(demo, history, id, "days");
    widenDays(ofDays, ofHours, (row) => rowsOfDay.get(history.days[row]!.timeMs));
    hours.set(id, ofHours);
    days.set(id, ofDays);
  }
  writeRanges(state, demo.now, history.hours, hours, nameCandles);
  writeRanges(state, demo.now, history.days, days, nameDayCandles);
}

function inventRanges({ noise }: DemoMarket, history: PastPrices, id: string, kind: Kind): Ranges {
  const prices = history.prices.get(id)?.[kind] ?? [];
  const ranges: Ranges = { highs: [], lows: [] };
  for (const [row, { timeMs }] of history[kind].entries()) {
    const close = prices[row] ?? null;
    const open = prices[row - 1] ?? close;
    const label = `${id}:${kind}:${timeMs}`;
    const isKnown = close !== null && open !== null;
    ranges.highs.push(isKnown ? Math.max(open, close) * (1 + WICKS[kind] * noise(`${label}:high`)) : null);
    ranges.lows.push(isKnown ? Math.min(open, close) * (1 - WICKS[kind] * noise(`${label}:low`)) : null);
  }
  return ranges;
}

/** A day holds the highs and lows of its hours. */
function widenDays(days: Ranges, hours: Ranges, findHours: (row: number) => readonly number[] | undefined): void {
  const pick = (column: Column, rows: readonly number[]) => rows.flatMap((row) => column[row] ?? []);
  for (const [row, own] of days.highs.entries()) {
    const rows = findHours(row) ?? [];
    const highs = pick(hours.highs, rows);
    if (own === null || highs.length === 0) continue;
    days.highs[row] = Math.max(...highs);
    days.lows[row] = Math.min(...pick(hours.lows, rows));
  }
}

/**
 * Writes a document per name, with the rows and the coins that have candles. It fills the columns
 * by itself: an object for each of a million ranges took half of the time of `npm start`'s history.
 */
function writeRanges(
  state: StateStore,
  now: number,
  moments: PastPrices[Kind],
  ranges: ReadonlyMap<string, Ranges>,
  nameOf: (timeMs: number) => string,
): void {
  for (const [name, all] of groupRows(moments, nameOf)) {
    const rows = all.filter((row) => [...ranges.values()].some(({ highs }) => highs[row] !== null));
    if (rows.length === 0) continue;
    const coins = [...ranges].flatMap(([id, { highs, lows }]): [string, CandleColumns][] => {
      if (rows.every((row) => highs[row] === null)) return [];
      const read = (column: Column) => rows.map((row) => roundRange(column[row] ?? null));
      return [
        [id, { highs: read(highs), lows: read(lows), origins: rows.map((row) => (highs[row] === null ? null : 0)) }],
      ];
    });
    const times = rows.map((row) => moments[row]!.timeMs);
    writeCandleDocument(state, name, { times, coins: Object.fromEntries(coins), origins: [ORIGIN] }, now);
  }
}
