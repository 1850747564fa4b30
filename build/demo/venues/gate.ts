import { renderDecimal } from "../decimal.ts";
import type { SampleBook, SampleWorld } from "../demo-world.ts";
import type { Simulator } from "../simulator.ts";
import { isActive } from "../venue-book.ts";

const name = (book: SampleBook) => `${book.base}_${book.quote}`;

/** The change in percent with two decimals is all that is told of the open; sides are empty texts where there are none. */
function renderTicker(book: SampleBook, world: SampleWorld) {
  const active = isActive(book);
  const change = active ? (book.last / book.open24h - 1) * 100 : 0;
  return {
    currency_pair: name(book),
    last: renderDecimal(book.last),
    lowest_ask: book.ask === null ? "" : renderDecimal(book.ask),
    highest_bid: book.bid === null ? "" : renderDecimal(book.bid),
    change_percentage: renderDecimal(Number(change.toFixed(2))),
    base_volume: renderDecimal(book.baseVolume, 16),
    quote_volume: renderDecimal(book.quoteVolume, 16),
    high_24h: renderDecimal(book.high24h),
    low_24h: renderDecimal(book.low24h),
    ...(book.type === "leveraged" ? renderNetValue(book, world) : {}),
  };
}

function renderNetValue(book: SampleBook, world: SampleWorld) {
  const value = renderDecimal(book.last);
  const leverage = String(2.8 + 0.4 * world.noise(`gate:${book.base}`));
  return { etf_net_value: value, etf_pre_net_value: value, etf_pre_timestamp: world.now, etf_leverage: leverage };
}

function renderPair(book: SampleBook, names: ReadonlyMap<string, string>) {
  const leveraged = /^(.+)(\d)([LS])$/.exec(book.base);
  const fundName = leveraged && `${leveraged[1]}${leveraged[2]}x${leveraged[3] === "L" ? "Long" : "Short"}`;
  return {
    id: name(book),
    base: book.base,
    base_name: (book.type === "leveraged" ? fundName : names.get(book.coinId ?? "")) ?? book.base,
    quote: book.quote,
    quote_name: book.quote === "USDT" ? "Tether" : book.quote,
    fee: "0.2",
    min_base_amount: "0.01",
    min_quote_amount: "3",
    max_quote_amount: "5000000",
    amount_precision: 8,
    precision: 8,
    trade_status: book.trading ? "tradable" : "untradable",
    sell_start: 1607313600,
    buy_start: 1607313600,
    delisting_time: 0,
    type: "normal",
    trade_url: `https://www.gate.com/trade/${name(book)}`,
    st_tag: false,
    up_rate: "0.4",
    down_rate: "0.4",
  };
}

export const gateSimulator: Simulator = {
  source: "gate",
  hosts: ["api.gateio.ws"],
  answer({ url }, world) {
    const books = world.books("gate");
    if (url.pathname === "/api/v4/spot/tickers") return { body: books.map((book) => renderTicker(book, world)) };
    if (url.pathname !== "/api/v4/spot/currency_pairs") return undefined;
    const names = new Map(world.coins.map((coin) => [coin.id, coin.name]));
    return { body: books.map((book) => renderPair(book, names)) };
  },
};
