import { SECOND_MS } from "../../lib/time.ts";
import { renderDecimal, renderFixed } from "../decimal.ts";
import type { SampleBook, SampleWorld } from "../demo-world.ts";
import type { SimulatedAnswer, Simulator } from "../simulator.ts";
import { isActive, priceAt, startOfDay } from "../venue-book.ts";
import { buildVenueCandles } from "../venue-candles.ts";

/** `open` is that of the day, `open_24` the rolling one, `"0"` and a null change where nothing traded. */
function renderTicker(book: SampleBook, world: SampleWorld) {
  const idle = !isActive(book);
  const text = (value: number | null) => (idle || value === null ? "0" : renderDecimal(value));
  return {
    timestamp: String(Math.floor(world.now / 1000)),
    open: text(priceAt(world, book, startOfDay(world))),
    high: text(book.high24h),
    low: text(book.low24h),
    last: renderDecimal(book.last),
    volume: renderFixed(book.baseVolume, 8),
    vwap: text(book.vwap),
    bid: renderDecimal(book.bid ?? 0),
    ask: renderDecimal(book.ask ?? 0),
    side: world.noise(`bitstamp:${book.base}${book.quote}:side`) < 0.5 ? "0" : "1",
    open_24: text(book.open24h),
    percent_change_24: idle ? null : ((book.last / book.open24h - 1) * 100).toFixed(2),
    pair: `${book.base}/${book.quote}`,
    market: `${book.base}/${book.quote}`,
    market_type: "SPOT",
  };
}

function renderPair(book: SampleBook) {
  return {
    name: `${book.base}/${book.quote}`,
    url_symbol: (book.base + book.quote).toLowerCase(),
    base_decimals: 8,
    counter_decimals: 5,
    instant_order_counter_decimals: 5,
    minimum_order: `10.0 ${book.quote}`,
    trading: book.trading ? "Enabled" : "Disabled",
    instant_and_market_orders: book.trading ? "Enabled" : "Disabled",
    description: `${book.base} / ${book.quote}`,
  };
}

/** `/markets/`, which is to replace the list of pairs. */
function renderMarket(book: SampleBook) {
  return {
    ...renderPair(book),
    market_symbol: (book.base + book.quote).toLowerCase(),
    market_type: "SPOT",
    base_currency: book.base,
    counter_currency: book.quote,
  };
}

/** Oldest first, all texts, `end` included. */
function answerOhlc(book: SampleBook | undefined, query: URLSearchParams, world: SampleWorld): SimulatedAnswer {
  if (book === undefined) return { status: 404, body: { code: "404.002", reason: "Currency pair not found." } };
  const intervalMs = Number(query.get("step")) * SECOND_MS;
  const [fromMs, endMs] = [Number(query.get("start")) * SECOND_MS, Number(query.get("end")) * SECOND_MS];
  const candles = buildVenueCandles(world, book, intervalMs, fromMs, endMs + 1);
  const ohlc = candles.slice(0, Number(query.get("limit"))).map(({ timeMs, open, high, low, close, baseVolume }) => {
    return { close, high, low, open, timestamp: String(timeMs / SECOND_MS), volume: baseVolume };
  });
  return { body: { data: { ohlc, pair: `${book.base}/${book.quote}` } } };
}

export const bitstampSimulator: Simulator = {
  source: "bitstamp",
  hosts: ["www.bitstamp.net"],
  answer({ url }, world) {
    const books = world.books("bitstamp");
    const pair = /^\/api\/v2\/ohlc\/([^/]+)\/$/.exec(url.pathname)?.[1];
    if (pair !== undefined) {
      const book = books.find(({ base, quote }) => (base + quote).toLowerCase() === decodeURIComponent(pair));
      return answerOhlc(book, url.searchParams, world);
    }
    switch (url.pathname) {
      case "/api/v2/ticker/":
        return { body: books.map((book) => renderTicker(book, world)) };
      case "/api/v2/trading-pairs-info/":
        return { body: books.map(renderPair) };
      case "/api/v2/markets/":
        return { body: books.map(renderMarket) };
      default:
        return undefined;
    }
  },
};
