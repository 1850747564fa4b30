import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../lib/time.ts";
import type { DemoBook, DemoMarket } from "../demo-market.ts";
import type { SimulatedAnswer } from "../simulator.ts";
import { isActive, priceAt, renderDecimal } from "../venue-book.ts";

/** One interval of a market, in texts of plain decimals. */
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

/** The range of the closes around the true price. */
const NOISE = 0.0004;
/** Share of the hours without a trade, in markets below `BUSY_TRADES`. */
const IDLE_SHARE = 0.01;
const BUSY_TRADES = 20_000;

/**
 * The candles that start in `[fromMs, toMs)`, ascending, with the running one; none for an interval
 * without a trade.
 */
export function buildVenueCandles(
  demo: DemoMarket,
  book: DemoBook,
  intervalMs: number,
  fromMs: number,
  toMs: number,
): VenueCandle[] {
  if (!isActive(book) || book.type !== "spot") return [];
  const candles: VenueCandle[] = [];
  const label = `${book.venue}:${book.base}/${book.quote}`;
  const truth = (timeMs: number) => priceAt(demo, book, timeMs);
  const exists = (timeMs: number) => book.coinId === null || demo.priceUsd(book.coinId, timeMs) !== null;
  for (
    let timeMs = Math.ceil(fromMs / intervalMs) * intervalMs;
    timeMs < toMs && timeMs <= demo.now;
    timeMs += intervalMs
  ) {
    const draw = (name: string) => demo.noise(`${label}:${intervalMs}:${timeMs}:${name}`);
    const quiet = intervalMs <= HOUR_MS && book.trades < BUSY_TRADES && draw("idle") < IDLE_SHARE;
    if (quiet || !exists(timeMs)) continue;
    const open = truth(timeMs);
    const close = truth(Math.min(timeMs + intervalMs, demo.now)) * (1 + NOISE * (draw("close") - 0.5));
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

interface CandleCall {
  path: string;
  answer(demo: DemoMarket, books: readonly DemoBook[], query: URLSearchParams): SimulatedAnswer;
}

/** Oldest first, at most 1,000. */
export const binanceCandles: CandleCall = {
  path: "/api/v3/klines",
  answer(demo, books, query) {
    const book = books.find(({ base, quote }) => base + quote === query.get("symbol"));
    const intervalMs = { "1h": HOUR_MS, "1d": DAY_MS }[query.get("interval") ?? ""];
    if (book === undefined) return { status: 400, body: { code: -1121, msg: "Invalid symbol." } };
    if (intervalMs === undefined) return { status: 400, body: { code: -1120, msg: "Invalid interval." } };
    const toMs = Number(query.get("endTime")) + 1;
    const candles = buildVenueCandles(demo, book, intervalMs, Number(query.get("startTime")), toMs);
    const rows = candles.map(({ timeMs, open, high, low, close, baseVolume, quoteVolume, trades }) => {
      const end = timeMs + intervalMs - 1;
      return [timeMs, open, high, low, close, baseVolume, end, quoteVolume, trades, "0.5", "0.5", "0"];
    });
    return { body: rows.slice(0, 1_000) };
  },
};

/** Newest first, at most 300; `after` is the upper bound, `before` the lower, both excluded. */
export const okxCandles: CandleCall = {
  path: "/api/v5/market/history-candles",
  answer(demo, books, query) {
    const book = books.find(({ base, quote }) => `${base}-${quote}` === query.get("instId"));
    const intervalMs = { "1H": HOUR_MS, "1Dutc": DAY_MS }[query.get("bar") ?? ""];
    if (book === undefined || intervalMs === undefined) {
      const code = book === undefined ? "51001" : "51000";
      return { body: { code, msg: "Instrument ID or bar does not exist", data: [] } };
    }
    const limit = Math.min(Number(query.get("limit") ?? "100"), 300);
    const fromMs = Number(query.get("before")) + 1;
    const candles = buildVenueCandles(demo, book, intervalMs, fromMs, Number(query.get("after")));
    const data = candles.slice(-limit).map(({ timeMs, open, high, low, close, baseVolume, quoteVolume }) => {
      const confirmed = timeMs + intervalMs <= demo.now ? "1" : "0";
      return [String(timeMs), open, high, low, close, baseVolume, quoteVolume, quoteVolume, confirmed];
    });
    return { body: { code: "0", msg: "", data: data.reverse() } };
  },
};

/** Newest first, at most 1,500, the close right after the open. */
export const kucoinCandles: CandleCall = {
  path: "/api/v1/market/candles",
  answer(demo, books, query) {
    const book = books.find(({ base, quote }) => `${base}-${quote}` === query.get("symbol"));
    const intervalMs = { "1hour": HOUR_MS, "1day": DAY_MS }[query.get("type") ?? ""];
    if (book === undefined || intervalMs === undefined) {
      return { status: 400, body: { code: "400100", msg: "This pair is not provided at present" } };
    }
    const [fromMs, toMs] = [Number(query.get("startAt")) * SECOND_MS, Number(query.get("endAt")) * SECOND_MS];
    const candles = buildVenueCandles(demo, book, intervalMs, fromMs, toMs).slice(-1_500);
    const data = candles.map(({ timeMs, open, close, high, low, baseVolume, quoteVolume }) => {
      return [String(timeMs / SECOND_MS), open, close, high, low, baseVolume, quoteVolume];
    });
    return { body: { code: "200000", data: data.reverse() } };
  },
};

/** Oldest first, `end` included. */
export function answerBitstampCandles(
  demo: DemoMarket,
  book: DemoBook | undefined,
  query: URLSearchParams,
): SimulatedAnswer {
  if (book === undefined) return { status: 404, body: { code: "404.002", reason: "Currency pair not found." } };
  const intervalMs = Number(query.get("step")) * SECOND_MS;
  const [fromMs, endMs] = [Number(query.get("start")) * SECOND_MS, Number(query.get("end")) * SECOND_MS];
  const candles = buildVenueCandles(demo, book, intervalMs, fromMs, endMs + 1);
  const ohlc = candles.slice(0, Number(query.get("limit"))).map(({ timeMs, open, high, low, close, baseVolume }) => {
    return { close, high, low, open, timestamp: String(timeMs / SECOND_MS), volume: baseVolume };
  });
  return { body: { data: { ohlc, pair: `${book.base}/${book.quote}` } } };
}

const MAX_COINBASE_CANDLES = 300;

/** Numbers, newest first: time, low, high, open, close, volume. Both ends are included. */
export function answerCoinbaseCandles(
  demo: DemoMarket,
  book: DemoBook | undefined,
  query: URLSearchParams,
): SimulatedAnswer {
  if (book === undefined) return { status: 404, body: { message: "NotFound" } };
  const intervalMs = Number(query.get("granularity")) * SECOND_MS;
  const [fromMs, endMs] = [Date.parse(query.get("start") ?? ""), Date.parse(query.get("end") ?? "")];
  if (!(intervalMs > 0)) return { status: 400, body: { message: "Unsupported granularity" } };
  if ((endMs - fromMs) / intervalMs + 1 > MAX_COINBASE_CANDLES) {
    return { status: 400, body: { message: "granularity too small for the requested time range" } };
  }
  const candles = buildVenueCandles(demo, book, intervalMs, fromMs, endMs + 1);
  const rows = candles.map(({ timeMs, low, high, open, close, baseVolume }) => [
    timeMs / SECOND_MS,
    ...[low, high, open, close, baseVolume].map(Number),
  ]);
  return { body: rows.reverse() };
}

const MAX_KRAKEN_CANDLES = 720;

/** The newest 720, the running one last, under the classic name of the market. */
export function answerKrakenCandles(
  demo: DemoMarket,
  book: DemoBook | undefined,
  name: string,
  query: URLSearchParams,
): SimulatedAnswer {
  if (book === undefined) return { body: { error: ["EQuery:Unknown asset pair"] } };
  const intervalMs = Number(query.get("interval") ?? "1") * MINUTE_MS;
  const sinceMs = Number(query.get("since") ?? "0") * SECOND_MS;
  const running = floorTo(demo.now, intervalMs);
  const fromMs = running - (MAX_KRAKEN_CANDLES - 1) * intervalMs;
  const candles = buildVenueCandles(demo, book, intervalMs, fromMs, running + 1);
  const rows = candles
    .filter(({ timeMs }, index) => timeMs > sinceMs || index === candles.length - 1)
    .map(({ timeMs, open, high, low, close, average, baseVolume, trades }) => {
      return [timeMs / SECOND_MS, open, high, low, close, average, baseVolume, trades];
    });
  return { body: { error: [], result: { [name]: rows, last: rows.at(-2)?.[0] ?? 0 } } };
}
