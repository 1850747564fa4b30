import { renderDecimal } from "../decimal.ts";
import type { SampleBook } from "../sample-world.ts";
import type { Simulator } from "../simulator.ts";
import { isActive } from "../venue-book.ts";

const name = (book: SampleBook) => `${book.base}-${book.quote}`;

/** Neither bid and ask nor a time nor the quote volume; a product that never traded has no row. */
function renderStats(book: SampleBook) {
  const active = isActive(book);
  return {
    stats_30day: { volume: renderDecimal(book.baseVolume * 29, 14), rfq_volume: renderDecimal(book.baseVolume, 8) },
    stats_24hour: {
      open: renderDecimal(book.open24h),
      high: renderDecimal(book.high24h),
      low: renderDecimal(book.low24h),
      last: renderDecimal(book.last),
      volume: active ? renderDecimal(book.baseVolume, 14) : "0",
      rfq_volume: renderDecimal(book.baseVolume * 0.01, 8),
    },
  };
}

function renderProduct(book: SampleBook) {
  const minimum = book.quote === "BTC" ? "0.000016" : "1";
  return {
    id: name(book),
    base_currency: book.base,
    quote_currency: book.quote,
    quote_increment: "0.00000001",
    base_increment: "0.00000001",
    display_name: name(book),
    min_market_funds: minimum,
    margin_enabled: false,
    post_only: false,
    limit_only: false,
    cancel_only: false,
    status: book.trading ? "online" : "delisted",
    status_message: "",
    trading_disabled: !book.trading,
    fx_stablecoin: false,
    max_slippage_percentage: "0.03000000",
    auction_mode: false,
    high_bid_limit_percentage: "",
  };
}

export const coinbaseSimulator: Simulator = {
  source: "coinbase",
  hosts: ["api.exchange.coinbase.com"],
  answer({ url }, world) {
    const books = world.books("coinbase");
    if (url.pathname === "/products") return { body: books.map(renderProduct) };
    if (url.pathname !== "/products/stats") return undefined;
    const rows = books.filter((book) => book.last > 0).map((book) => [name(book), renderStats(book)]);
    return { body: Object.fromEntries(rows) };
  },
};
