import { floorTo, HOUR_MS } from "../lib/time.ts";
import { renderDecimal } from "./decimal.ts";
import type { SampleBook, SampleWorld } from "./demo-world.ts";
import { isActive, priceAt } from "./venue-book.ts";

/** One interval of a book as every venue's candles tell it, in texts of plain decimals. */
export interface VenueCandle {
  timeMs: number;
  open: string;
  high: string;
  low: string;
  close: string;
  average: string;
  baseVolume: string;
  quoteVolume: string;
  trades: number;
}

/** A venue closes a few basis points beside the true price. */
const NOISE = 0.0004;
/** Share of the hours in which nothing trades, in books without much of a volume. */
const IDLE_SHARE = 0.01;
/** Below so many trades a day a book has idle hours. */
const BUSY_TRADES = 20_000;

/**
 * The candles of a book that start in `[fromMs, toMs)`, ascending, the running one included, none from before the coin existed and none
 * for an interval without a trade. Prices follow the true ones of base and quote.
 */
export function buildVenueCandles(
  world: SampleWorld,
  book: SampleBook,
  intervalMs: number,
  fromMs: number,
  toMs: number,
): VenueCandle[] {
  if (!isActive(book) || book.type !== "spot") return [];
  const candles: VenueCandle[] = [];
  const label = `${book.venue}:${book.base}/${book.quote}`;
  const truth = (timeMs: number) => priceAt(world, book, timeMs);
  const exists = (timeMs: number) => book.coinId === null || world.priceUsd(book.coinId, timeMs) !== null;
  for (
    let timeMs = Math.ceil(fromMs / intervalMs) * intervalMs;
    timeMs < toMs && timeMs <= world.now;
    timeMs += intervalMs
  ) {
    const draw = (name: string) => world.noise(`${label}:${intervalMs}:${timeMs}:${name}`);
    const quiet = intervalMs <= HOUR_MS && book.trades < BUSY_TRADES && draw("idle") < IDLE_SHARE;
    if (quiet || !exists(timeMs)) continue;
    const open = truth(timeMs);
    const close = truth(Math.min(timeMs + intervalMs, world.now)) * (1 + NOISE * (draw("close") - 0.5));
    const average = (open + close) / 2;
    const baseVolume = book.baseVolume * (intervalMs / (24 * HOUR_MS)) * (0.5 + draw("volume"));
    candles.push({
      timeMs,
      open: renderDecimal(open),
      high: renderDecimal(Math.max(open, close) * (1 + 0.002 * draw("high"))),
      low: renderDecimal(Math.min(open, close) * (1 - 0.002 * draw("low"))),
      close: renderDecimal(close),
      average: renderDecimal(average),
      baseVolume: renderDecimal(baseVolume, 12),
      quoteVolume: renderDecimal(baseVolume * average, 12),
      trades: Math.max(Math.round(book.trades * (intervalMs / (24 * HOUR_MS))), 1),
    });
  }
  return candles;
}

/** The newest `count` candles up to now, the running one last. */
export function buildNewestCandles(
  world: SampleWorld,
  book: SampleBook,
  intervalMs: number,
  count: number,
): VenueCandle[] {
  const running = floorTo(world.now, intervalMs);
  return buildVenueCandles(world, book, intervalMs, running - (count - 1) * intervalMs, running + 1);
}
