import { renderDecimal } from "../decimal.ts";
import type { SampleBook, SampleWorld } from "../sample-world.ts";
import type { Simulator } from "../simulator.ts";
import { isActive, priceAt, restingSize, startOfDay } from "../venue-book.ts";

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

export const okxSimulator: Simulator = {
  source: "okx",
  hosts: ["www.okx.com"],
  answer({ url }, world) {
    const answer = (data: unknown[]) => ({ body: { code: "0", msg: "", data } });
    const books = world.books("okx");
    const path = url.pathname;
    if (path !== "/api/v5/market/tickers" && path !== "/api/v5/public/instruments") return undefined;
    if (url.searchParams.get("instType") !== "SPOT") {
      return { status: 400, body: { code: "51000", msg: "Parameter instType error", data: [] } };
    }
    if (path.endsWith("instruments")) return answer(books.map(renderInstrument));
    const listed = books.filter((book) => book.trading && book.type !== "test");
    return answer(listed.map((book) => renderTicker(book, world)));
  },
};
