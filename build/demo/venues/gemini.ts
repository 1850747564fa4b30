import { renderDecimal } from "../decimal.ts";
import type { SampleBook } from "../demo-world.ts";
import type { Simulator } from "../simulator.ts";
import { isActive } from "../venue-book.ts";

/** A price and a change of which nobody knows whether it is a ratio; no volume, no time. */
function renderPrice(book: SampleBook) {
  const change = isActive(book) ? book.last / book.open24h - 1 : 0;
  return {
    pair: book.base + book.quote,
    price: renderDecimal(book.last),
    percentChange24h: change.toFixed(4),
  };
}

function renderDetails(book: SampleBook) {
  return {
    symbol: book.base + book.quote,
    base_currency: book.base,
    quote_currency: book.quote,
    tick_size: 1e-6,
    quote_increment: 0.0001,
    min_order_size: "0.001",
    status: book.trading ? "open" : "closed",
    wrap_enabled: false,
    product_type: "spot",
    contract_type: "vanilla",
    contract_price_currency: book.quote,
  };
}

export const geminiSimulator: Simulator = {
  source: "gemini",
  hosts: ["api.gemini.com"],
  answer({ url }, world) {
    const books = world.books("gemini");
    if (url.pathname === "/v1/pricefeed") return { body: books.filter((book) => book.trading).map(renderPrice) };
    if (url.pathname === "/v1/symbols/details/all") return { body: books.map(renderDetails) };
    return undefined;
  },
};
