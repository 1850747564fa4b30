import { SECOND_MS } from "../../../lib/time.ts";
import type { DemoBook } from "../demo-market.ts";
import type { Simulator } from "../simulator.ts";
import { isActive, renderDecimal, renderFixed } from "../venue-book.ts";
import { answerCandles } from "./candles.ts";

/** Zeros where nothing traded. */
function renderTicker(book: DemoBook, now: number) {
  const text = (value: number) => (isActive(book) ? renderDecimal(value) : "0");
  return {
    timestamp: String(Math.floor(now / SECOND_MS)),
    pair: `${book.base}/${book.quote}`,
    market_type: "SPOT",
    last: renderDecimal(book.last),
    bid: renderDecimal(book.bid ?? 0),
    ask: renderDecimal(book.ask ?? 0),
    volume: renderFixed(book.baseVolume, 8),
    vwap: text(book.vwap),
    open_24: text(book.open24h),
  };
}

function renderPair(book: DemoBook) {
  return {
    name: `${book.base}/${book.quote}`,
    trading: book.trading ? "Enabled" : "Disabled",
    description: `${book.base} / ${book.quote}`,
  };
}

/** `/markets/`, which is to replace the list of pairs. */
function renderMarket(book: DemoBook) {
  return { ...renderPair(book), market_type: "SPOT", base_currency: book.base, counter_currency: book.quote };
}

export const bitstampSimulator: Simulator = {
  source: "bitstamp",
  hosts: ["www.bitstamp.net"],
  answer({ url }, demo) {
    const books = demo.books("bitstamp");
    switch (url.pathname) {
      case "/api/v2/ticker/":
        return { body: books.map((book) => renderTicker(book, demo.now)) };
      case "/api/v2/trading-pairs-info/":
        return { body: books.map(renderPair) };
      case "/api/v2/markets/":
        return { body: books.map(renderMarket) };
      default:
        return answerCandles("bitstamp", url, demo, (book) => `${book.base}/${book.quote}`);
    }
  },
};
