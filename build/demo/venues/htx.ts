import { trimNumber } from "../decimal.ts";
import type { SampleBook, SampleWorld } from "../demo-world.ts";
import type { Simulator } from "../simulator.ts";
import { isActive, priceAt, restingSize, startOfDay } from "../venue-book.ts";

const name = (book: SampleBook) => (book.base + book.quote).toLowerCase();

/** `amount` in the base, `vol` in the quote; the day of `open` begins at 16:00 UTC. */
function renderTicker(book: SampleBook, world: SampleWorld) {
  const open = priceAt(world, book, startOfDay(world, 16));
  const active = isActive(book);
  return {
    symbol: name(book),
    open: trimNumber(open),
    high: trimNumber(Math.max(active ? open : 0, book.high24h)),
    low: trimNumber(active ? Math.min(open, book.low24h) : book.low24h),
    close: trimNumber(book.last),
    amount: book.baseVolume,
    vol: book.quoteVolume,
    count: book.trades,
    bid: trimNumber(book.bid ?? 0),
    bidSize: book.bid === null ? 0 : restingSize(world, book, "bid"),
    ask: trimNumber(book.ask ?? 0),
    askSize: book.ask === null ? 0 : restingSize(world, book, "ask"),
  };
}

function renderSymbol(book: SampleBook) {
  const lever = /(\d)([LS])$/.exec(book.base);
  const state = book.trading ? "online" : "offline";
  return {
    sc: name(book),
    dn: `${book.base}/${book.quote}`,
    bc: book.base.toLowerCase(),
    bcdn: book.base,
    qc: book.quote.toLowerCase(),
    qcdn: book.quote,
    state,
    scr: state,
    si: state,
    te: book.trading,
    toa: 1514779200000,
    sp: "main",
    w: 999900000,
    ttp: 8,
    tap: 4,
    tpp: 4,
    fp: 8,
    tags: book.type === "leveraged" ? "etp,holdinglimit" : "",
    d: null,
    elr: book.type === "leveraged" ? (lever?.[1] ?? null) : null,
    ...(book.trading ? {} : { suspend_desc: "Trading is currently suspended." }),
  };
}

export const htxSimulator: Simulator = {
  source: "htx",
  hosts: ["api.huobi.pro"],
  answer({ url }, world) {
    const books = world.books("htx");
    if (url.pathname === "/v2/settings/common/symbols") {
      return { body: { status: "ok", data: books.map(renderSymbol), ts: String(world.now), full: 1 } };
    }
    if (url.pathname !== "/market/tickers") return undefined;
    const data = books.filter((book) => book.trading).map((book) => renderTicker(book, world));
    return { body: { data, status: "ok", ts: world.now } };
  },
};
