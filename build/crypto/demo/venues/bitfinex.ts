import type { DemoBook, DemoMarket } from "../demo-market.ts";
import type { Simulator } from "../simulator.ts";
import { isActive, trimNumber } from "../venue-book.ts";
import { findVenueCode, listRenames } from "../venue-codes.ts";

/** As the venue itself spells them in its map of codes. */
const SPELLINGS: Readonly<Record<string, string>> = { USDT: "USDt" };
/** Rows of the lending market are in the same answer; the source leaves them out by name. */
const LENDING_ROWS = ["fUSD", "fBTC", "fUST"].map((name) => [name]);

/** A colon separates the codes unless both have three characters. */
function pairOf(book: DemoBook): string {
  const quote = findVenueCode("bitfinex", "", book.quote).code;
  return book.base.length === 3 && quote.length === 3 ? book.base + quote : `${book.base}:${quote}`;
}

/** Eleven columns; those that the source does not read are `null`. */
function renderTicker(book: DemoBook) {
  const bid = trimNumber(book.bid ?? 0);
  const ask = trimNumber(book.ask ?? 0);
  const change = isActive(book) ? trimNumber(book.last - book.open24h, 6) : 0;
  return [`t${pairOf(book)}`, bid, null, ask, null, change, null, trimNumber(book.last), book.baseVolume, null, null];
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
      return { body: [...rows, ...LENDING_ROWS] };
    }
    const keys = /^\/v2\/conf\/(.+)$/.exec(decodeURIComponent(url.pathname))?.[1];
    if (keys === undefined) return undefined;
    return { body: keys.split(",").map((key) => renderConfiguration(key, books, demo)) };
  },
};
