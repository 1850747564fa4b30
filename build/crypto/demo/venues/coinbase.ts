import type { DemoBook } from "../demo-market.ts";
import type { Simulator } from "../simulator.ts";
import { isActive, renderDecimal } from "../venue-book.ts";
import { answerCandles } from "./candles.ts";

const name = (book: DemoBook) => `${book.base}-${book.quote}`;

/** Neither bid and ask nor a time nor the quote volume; a product that never traded has no row. */
function renderStats(book: DemoBook) {
  return {
    stats_24hour: {
      open: renderDecimal(book.open24h),
      last: renderDecimal(book.last),
      volume: renderDecimal(isActive(book) ? book.baseVolume : 0, 14),
    },
  };
}

function renderProduct(book: DemoBook) {
  return {
    id: name(book),
    base_currency: book.base,
    quote_currency: book.quote,
    status: book.trading ? "online" : "delisted",
    trading_disabled: !book.trading,
    post_only: false,
    cancel_only: false,
    auction_mode: false,
  };
}

export const coinbaseSimulator: Simulator = {
  source: "coinbase",
  hosts: ["api.exchange.coinbase.com"],
  answer({ url }, demo) {
    const books = demo.books("coinbase");
    if (url.pathname === "/products") return { body: books.map(renderProduct) };
    if (url.pathname !== "/products/stats") return answerCandles("coinbase", url, demo, name);
    const rows = books.filter((book) => book.last > 0).map((book) => [name(book), renderStats(book)]);
    return { body: Object.fromEntries(rows) };
  },
};
