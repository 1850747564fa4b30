import type { DemoBook, DemoMarket } from "../demo-market.ts";
import type { Simulator } from "../simulator.ts";
import { isActive, trimNumber } from "../venue-book.ts";
import { findVenueCode, listRenames } from "../venue-codes.ts";

/** As the venue itself spells them in its map of codes. */
const SPELLINGS: Readonly<Record<string, string>> = { USDT: "USDt" };
const LENDING_MARKETS = ["USD", "BTC", "UST"];

/** A colon separates the codes unless both have three characters. */
function pairOf(book: DemoBook): string {
  const quote = findVenueCode("bitfinex", "", book.quote).code;
  return book.base.length === 3 && quote.length === 3 ? book.base + quote : `${book.base}:${quote}`;
}

function renderTicker(book: DemoBook) {
  const change = isActive(book) ? book.last - book.open24h : 0;
  return [
    `t${pairOf(book)}`,
    trimNumber(book.bid ?? 0),
    1,
    trimNumber(book.ask ?? 0),
    1,
    trimNumber(change, 6),
    isActive(book) ? Number((change / book.open24h).toFixed(8)) : 0,
    trimNumber(book.last),
    book.baseVolume,
    trimNumber(book.high24h),
    trimNumber(book.low24h),
    1_364_774_820_000,
  ];
}

/** A row of the lending market: other columns in the same answer. */
function renderLending(code: string, demo: DemoMarket) {
  const rate = 0.0001 + 0.0003 * demo.noise(`bitfinex:lending:${code}`);
  return [`f${code}`, rate, rate, 30, 2.5e7, rate, 2, 4e5, -2e-5, -0.05, rate, 6e7, 0.0012, 1e-5, null, null, 3e7];
}

/** The parts of `/v2/conf/a,b,c`, each an element of the answer in the order of the request. */
function renderConfiguration(key: string, books: readonly DemoBook[], demo: DemoMarket): unknown[] {
  if (key === "pub:list:pair:exchange") return books.filter((book) => book.trading).map(pairOf);
  if (key === "pub:map:currency:sym") {
    return listRenames("bitfinex").map(([code, ticker]) => [code, SPELLINGS[ticker] ?? ticker]);
  }
  if (key !== "pub:map:currency:label") return [];
  const names = new Map(demo.coins.map((coin) => [coin.id, coin.name]));
  const labels = new Map(books.map((book) => [book.base, names.get(book.coinId ?? "") ?? book.base]));
  return [...labels];
}

export const bitfinexSimulator: Simulator = {
  source: "bitfinex",
  hosts: ["api-pub.bitfinex.com"],
  answer({ url }, demo) {
    const books = demo.books("bitfinex");
    if (url.pathname === "/v2/tickers" && url.searchParams.get("symbols") === "ALL") {
      const rows = books.filter((book) => book.trading).map(renderTicker);
      return { body: [...rows, ...LENDING_MARKETS.map((code) => renderLending(code, demo))] };
    }
    const keys = /^\/v2\/conf\/(.+)$/.exec(decodeURIComponent(url.pathname))?.[1];
    if (keys === undefined) return undefined;
    return { body: keys.split(",").map((key) => renderConfiguration(key, books, demo)) };
  },
};
