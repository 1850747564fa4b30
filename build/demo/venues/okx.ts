import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import { renderDecimal } from "../decimal.ts";
import type { SampleBook, SampleWorld } from "../demo-world.ts";
import type { SimulatedAnswer, Simulator } from "../simulator.ts";
import { isActive, priceAt, restingSize, startOfDay } from "../venue-book.ts";
import { buildVenueCandles } from "../venue-candles.ts";

const name = (book: SampleBook) => `${book.base}-${book.quote}`;

/** `vol24h` in the base, `volCcy24h` in the quote; `ts` is when the row was made. */
function renderTicker(book: SampleBook, world: SampleWorld) {
  const text = (value: number | null) => (value === null || value === 0 ? "" : renderDecimal(value));
  const ageMs = Math.floor(3000 * world.noise(`okx:${name(book)}:ts`));
  return {
    instType: "SPOT",
    instId: name(book),
    last: text(book.last),
    lastSz: renderDecimal(restingSize(world, book, "last")),
    askPx: text(book.ask),
    askSz: book.ask === null ? "" : renderDecimal(restingSize(world, book, "ask")),
    bidPx: text(book.bid),
    bidSz: book.bid === null ? "" : renderDecimal(restingSize(world, book, "bid")),
    open24h: text(book.open24h),
    high24h: text(book.high24h),
    low24h: text(book.low24h),
    volCcy24h: renderDecimal(isActive(book) ? book.quoteVolume : 0, 16),
    vol24h: renderDecimal(isActive(book) ? book.baseVolume : 0, 16),
    ts: String(world.now - ageMs),
    sodUtc0: text(priceAt(world, book, startOfDay(world))),
    sodUtc8: text(priceAt(world, book, startOfDay(world, 16))),
  };
}

/** Most fields of the real row belong to derivatives and are empty texts on spot books. */
const EMPTY_FIELDS = "alias ctMult ctType ctVal ctValCcy expTime instFamily lever optType settleCcy stk uly".split(" ");

function renderInstrument(book: SampleBook) {
  const state = book.type === "test" ? "test" : book.trading ? "live" : "suspend";
  return {
    ...Object.fromEntries(EMPTY_FIELDS.map((field) => [field, ""])),
    baseCcy: book.base,
    category: "1",
    instCategory: book.type === "tokenised" ? "3" : "1",
    instId: name(book),
    instType: "SPOT",
    listTime: "1609459200000",
    lotSz: "0.00000001",
    minSz: "0.00001",
    quoteCcy: book.quote,
    ruleType: "normal",
    state,
    tickSz: "0.00000001",
    tradeQuoteCcyList: [book.quote],
  };
}

const BARS: Readonly<Record<string, number>> = { "1H": HOUR_MS, "1Dutc": DAY_MS };

/** Newest first; `after` bounds from above, `before` from below, neither included; the newest of those when there are too many. */
function answerCandles(books: readonly SampleBook[], query: URLSearchParams, world: SampleWorld): SimulatedAnswer {
  const book = books.find((candidate) => name(candidate) === query.get("instId"));
  const intervalMs = BARS[query.get("bar") ?? ""];
  if (book === undefined || intervalMs === undefined) {
    const code = book === undefined ? "51001" : "51000";
    return { body: { code, msg: "Instrument ID or bar does not exist", data: [] } };
  }
  const limit = Math.min(Number(query.get("limit") ?? "100"), 300);
  const candles = buildVenueCandles(
    world,
    book,
    intervalMs,
    Number(query.get("before")) + 1,
    Number(query.get("after")),
  );
  const data = candles.slice(-limit).map(({ timeMs, open, high, low, close, baseVolume, quoteVolume }) => {
    const confirmed = timeMs + intervalMs <= world.now ? "1" : "0";
    return [String(timeMs), open, high, low, close, baseVolume, quoteVolume, quoteVolume, confirmed];
  });
  return { body: { code: "0", msg: "", data: data.reverse() } };
}

export const okxSimulator: Simulator = {
  source: "okx",
  hosts: ["www.okx.com"],
  answer({ url }, world) {
    const answer = (data: unknown[]) => ({ body: { code: "0", msg: "", data } });
    const books = world.books("okx");
    const path = url.pathname;
    if (path === "/api/v5/market/history-candles") return answerCandles(books, url.searchParams, world);
    if (path !== "/api/v5/market/tickers" && path !== "/api/v5/public/instruments") return undefined;
    if (url.searchParams.get("instType") !== "SPOT") {
      return { status: 400, body: { code: "51000", msg: "Parameter instType error", data: [] } };
    }
    if (path.endsWith("instruments")) return answer(books.map(renderInstrument));
    const listed = books.filter((book) => book.trading && book.type !== "test");
    return answer(listed.map((book) => renderTicker(book, world)));
  },
};
