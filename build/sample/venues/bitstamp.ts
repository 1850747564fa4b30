import { renderDecimal, renderFixed } from "../decimal.ts";
import type { SampleBook, SampleWorld } from "../sample-world.ts";
import type { Simulator } from "../simulator.ts";
import { isActive, priceAt, startOfDay } from "../venue-book.ts";

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

export const bitstampSimulator: Simulator = {
  source: "bitstamp",
  hosts: ["www.bitstamp.net"],
  answer({ url }, world) {
    const books = world.books("bitstamp");
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
