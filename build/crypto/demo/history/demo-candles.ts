import type { StateStore } from "../../../kit/platform/platform.ts";
import { groupBy } from "../../../lib/collections.ts";
import { DAY_MS, floorTo } from "../../../lib/time.ts";
import { nameCandles, nameDayCandles, writeCandleDocument } from "../../candles/candle-document.ts";
import { type CandleRange, createCandlePartition } from "../../candles/candle-partition.ts";
import { LARGEST_COINS } from "../../history/kept-hours.ts";
import type { DemoMarket } from "../demo-market.ts";
import type { Moment } from "./past-prices.ts";

/** Highs and lows lie up to this far outside open and close. */
const WICKS = { hours: 0.003, days: 0.02 };
const ORIGIN = "binance+coinbase";

/** Highs and lows of the demo's history, invented like its prices: as if candles had been read. */
export function writeDemoCandles(state: StateStore, demo: DemoMarket): void {
  const { history, now, noise } = demo;
  if (history === undefined) return;
  const invent = (id: string, kind: keyof typeof WICKS): CandleRange[] => {
    const moments: readonly Moment[] = history[kind];
    const prices = history.prices.get(id)?.[kind] ?? [];
    return moments.flatMap(({ timeMs }, row): CandleRange[] => {
      const close = prices[row] ?? null;
      if (close === null) return [];
      const open = prices[row - 1] ?? close;
      const wick = (name: string) => WICKS[kind] * noise(`${id}:${kind}:${timeMs}:${name}`);
      const high = Math.max(open, close) * (1 + wick("high"));
      return [{ timeMs, high, low: Math.min(open, close) * (1 - wick("low")), open: null, origin: ORIGIN }];
    });
  };
  const coinIds = demo.coins.slice(0, LARGEST_COINS).map(({ id }) => id);
  const hours = new Map(coinIds.map((id) => [id, invent(id, "hours")]));
  const days = new Map(coinIds.map((id) => [id, widenDays(invent(id, "days"), hours.get(id) ?? [])]));
  for (const [all, nameOf] of [
    [hours, nameCandles],
    [days, nameDayCandles],
  ] as const) {
    const parts = new Map<string, Map<string, CandleRange[]>>();
    for (const [id, ranges] of all)
      for (const [name, own] of groupBy(ranges, ({ timeMs }) => nameOf(timeMs)))
        parts.set(name, (parts.get(name) ?? new Map<string, CandleRange[]>()).set(id, own));
    for (const [name, own] of parts) writeCandleDocument(state, name, createCandlePartition(own), now);
  }
}

/** A day holds the highs and lows of its hours. */
function widenDays(days: readonly CandleRange[], hours: readonly CandleRange[]): CandleRange[] {
  const byDay = groupBy(hours, ({ timeMs }) => floorTo(timeMs, DAY_MS));
  return days.map((day) => {
    const own = byDay.get(day.timeMs);
    if (own === undefined) return day;
    const high = Math.max(...own.map((range) => range.high));
    return { ...day, high, low: Math.min(...own.map(({ low }) => low)) };
  });
}
