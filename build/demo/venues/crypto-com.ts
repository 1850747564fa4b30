import { renderDecimal, renderFixed } from "../decimal.ts";
import type { SampleBook, SampleWorld } from "../demo-world.ts";
import type { Simulator } from "../simulator.ts";
import { isActive } from "../venue-book.ts";

const name = (book: SampleBook) =>
  book.type === "derivative" ? `${book.base}${book.quote}-PERP` : `${book.base}_${book.quote}`;

/** `vv` is turnover in USD whatever the quote, `c` a ratio, `t` the last trade or 0; no last price on dead books. */
function renderTicker(book: SampleBook, world: SampleWorld) {
  const active = isActive(book);
  const text = (value: number | null) => (value === null ? null : renderDecimal(value));
  return {
    i: name(book),
    h: text(book.high24h),
    l: text(book.low24h),
    a: book.last > 0 ? text(book.last) : null,
    v: renderDecimal(book.baseVolume, 12),
    vv: renderFixed(book.quoteVolume * world.quoteUsd(book.quote, world.now), 2),
    c: active ? (book.last / book.open24h - 1).toFixed(4) : "0",
    b: text(book.bid),
    k: text(book.ask),
    ...(book.type === "derivative" ? { oi: renderDecimal(book.baseVolume * 0.3, 8) } : {}),
    t: active ? book.lastTradeMs : 0,
  };
}

function renderInstrument(book: SampleBook) {
  const derivative = book.type === "derivative";
  return {
    symbol: name(book),
    inst_type: derivative ? "PERPETUAL_SWAP" : "CCY_PAIR",
    display_name: derivative ? `${book.base}${book.quote} Perpetual` : `${book.base}/${book.quote}`,
    base_ccy: book.base,
    quote_ccy: book.quote,
    quote_decimals: 8,
    quantity_decimals: 8,
    price_tick_size: "0.00000001",
    qty_tick_size: "0.00000001",
    max_leverage: "50",
    tradable: book.trading,
    expiry_timestamp_ms: 0,
    beta_product: false,
    ...(derivative ? { underlying_symbol: `${book.base}${book.quote}-INDEX`, contract_size: "1" } : {}),
    product_type: "DIGITAL_CURRENCIES",
    margin_buy_enabled: false,
    margin_sell_enabled: false,
  };
}

export const cryptoComSimulator: Simulator = {
  source: "crypto-com",
  hosts: ["api.crypto.com"],
  answer({ url }, world) {
    const books = world.books("crypto-com");
    const answer = (method: string, data: unknown[]) => ({ body: { id: -1, method, code: 0, result: { data } } });
    switch (url.pathname) {
      case "/exchange/v1/public/get-tickers":
        return answer(
          "public/get-tickers",
          books.map((book) => renderTicker(book, world)),
        );
      case "/exchange/v1/public/get-instruments":
        return answer("public/get-instruments", books.map(renderInstrument));
      default:
        return undefined;
    }
  },
};
