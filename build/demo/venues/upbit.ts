import { DAY_MS } from "../../lib/time.ts";
import { trimNumber } from "../decimal.ts";
import type { SampleBook, SampleWorld } from "../demo-world.ts";
import type { Simulator } from "../simulator.ts";
import { isActive, priceAt, restingSize, startOfDay } from "../venue-book.ts";

/** The quote comes first: `KRW-BTC`. */
const name = (book: SampleBook) => `${book.quote}-${book.base}`;

/** Changes are against the close of the UTC day; `trade_timestamp` is the real last trade. */
function renderTicker(book: SampleBook, world: SampleWorld) {
  const open = isActive(book) ? priceAt(world, book, startOfDay(world)) : book.last;
  const change = book.last - open;
  const today = (world.now - startOfDay(world)) / DAY_MS;
  const traded = new Date(book.lastTradeMs || world.now - 90 * DAY_MS);
  const stamp = traded.toISOString().replace(/[-:]/g, "");
  return {
    market: name(book),
    trade_date: stamp.slice(0, 8),
    trade_time: stamp.slice(9, 15),
    trade_timestamp: traded.getTime(),
    opening_price: trimNumber(open),
    high_price: trimNumber(book.high24h),
    low_price: trimNumber(book.low24h),
    trade_price: trimNumber(book.last),
    prev_closing_price: trimNumber(open),
    change: change > 0 ? "RISE" : change < 0 ? "FALL" : "EVEN",
    change_price: trimNumber(Math.abs(change)),
    change_rate: open === 0 ? 0 : trimNumber(Math.abs(change / open)),
    signed_change_price: trimNumber(change),
    signed_change_rate: open === 0 ? 0 : trimNumber(change / open),
    trade_volume: restingSize(world, book, "last"),
    acc_trade_price: book.quoteVolume * today,
    acc_trade_price_24h: book.quoteVolume,
    acc_trade_volume: book.baseVolume * today,
    acc_trade_volume_24h: book.baseVolume,
    timestamp: world.now,
  };
}

export const upbitSimulator: Simulator = {
  source: "upbit",
  hosts: ["api.upbit.com"],
  answer({ url }, world) {
    const books = world.books("upbit").filter((book) => book.trading);
    if (url.pathname === "/v1/market/all") {
      const names = new Map(world.coins.map((coin) => [coin.id, coin.name]));
      const render = (book: SampleBook) => {
        const coinName = names.get(book.coinId ?? "") ?? book.base;
        const warning = { warning: false, caution: { PRICE_FLUCTUATIONS: false, TRADING_VOLUME_SOARING: false } };
        return { market: name(book), korean_name: coinName, english_name: coinName, market_event: warning };
      };
      return { body: books.map(render) };
    }
    if (url.pathname !== "/v1/ticker/all") return undefined;
    const quotes = new Set((url.searchParams.get("quote_currencies") ?? "").split(","));
    return { body: books.filter((book) => quotes.has(book.quote)).map((book) => renderTicker(book, world)) };
  },
};
