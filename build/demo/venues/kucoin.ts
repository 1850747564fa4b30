import { DAY_MS, HOUR_MS, SECOND_MS } from "../../lib/time.ts";
import { renderDecimal } from "../decimal.ts";
import type { SampleBook, SampleWorld } from "../demo-world.ts";
import type { SimulatedAnswer, Simulator } from "../simulator.ts";
import { isActive, restingSize } from "../venue-book.ts";
import { buildVenueCandles } from "../venue-candles.ts";
import { findTicker } from "../venue-codes.ts";

/** The market keeps the code from before a rename: `BCHSV-USDT` is named `BSV-USDT`. */
const marketOf = (book: SampleBook) => `${book.base}-${book.quote}`;
const nameOf = (book: SampleBook) => `${findTicker("kucoin", book.base)}-${book.quote}`;

/** Nulls where nothing trades; `changeRate` is a ratio of four decimals; one time for all rows. */
function renderTicker(book: SampleBook, world: SampleWorld) {
  const active = isActive(book);
  const text = (value: number | null) => (value === null || !active ? null : renderDecimal(value));
  const change = book.last - book.open24h;
  return {
    symbol: marketOf(book),
    symbolName: nameOf(book),
    buy: text(book.bid),
    bestBidSize: active ? renderDecimal(restingSize(world, book, "bid")) : null,
    sell: text(book.ask),
    bestAskSize: active ? renderDecimal(restingSize(world, book, "ask")) : null,
    changeRate: active ? (change / book.open24h).toFixed(4) : null,
    changePrice: text(change),
    open: text(book.open24h),
    high: text(book.high24h),
    low: text(book.low24h),
    vol: renderDecimal(book.baseVolume, 16),
    volValue: renderDecimal(book.quoteVolume, 16),
    last: book.last > 0 ? renderDecimal(book.last) : null,
    lastSize: active ? renderDecimal(restingSize(world, book, "last")) : null,
    averagePrice: text(book.vwap),
    takerFeeRate: "0.001",
    makerFeeRate: "0.001",
    takerCoefficient: "1",
    makerCoefficient: "1",
  };
}

function renderSymbol(book: SampleBook) {
  return {
    symbol: marketOf(book),
    name: nameOf(book),
    baseCurrency: findTicker("kucoin", book.base),
    quoteCurrency: book.quote,
    feeCurrency: book.quote,
    market: book.quote === "USDT" ? "USDS" : book.quote,
    baseMinSize: "0.1",
    quoteMinSize: "0.1",
    baseMaxSize: "10000000000",
    quoteMaxSize: "99999999",
    baseIncrement: "0.00000001",
    quoteIncrement: "0.00000001",
    priceIncrement: "0.00000001",
    priceLimitRate: "0.05",
    minFunds: "0.1",
    isMarginEnabled: false,
    enableTrading: book.trading,
    st: false,
    callauctionIsEnabled: false,
    callauctionPriceFloor: null,
    callauctionPriceCeiling: null,
    tradingStartTime: null,
  };
}

const CANDLE_TYPES: Readonly<Record<string, number>> = { "1hour": HOUR_MS, "1day": DAY_MS };

/** Texts, newest first, at most 1,500, the close right after the open. */
function answerCandles(books: readonly SampleBook[], query: URLSearchParams, world: SampleWorld): SimulatedAnswer {
  const book = books.find((candidate) => marketOf(candidate) === query.get("symbol"));
  const intervalMs = CANDLE_TYPES[query.get("type") ?? ""];
  if (book === undefined || intervalMs === undefined) {
    return { status: 400, body: { code: "400100", msg: "This pair is not provided at present" } };
  }
  const [fromMs, toMs] = [Number(query.get("startAt")) * SECOND_MS, Number(query.get("endAt")) * SECOND_MS];
  const candles = buildVenueCandles(world, book, intervalMs, fromMs, toMs).slice(-1_500);
  const data = candles.map(({ timeMs, open, close, high, low, baseVolume, quoteVolume }) => {
    return [String(timeMs / SECOND_MS), open, close, high, low, baseVolume, quoteVolume];
  });
  return { body: { code: "200000", data: data.reverse() } };
}

export const kucoinSimulator: Simulator = {
  source: "kucoin",
  hosts: ["api.kucoin.com"],
  answer({ url }, world) {
    const books = world.books("kucoin");
    if (url.pathname === "/api/v2/symbols") return { body: { code: "200000", data: books.map(renderSymbol) } };
    if (url.pathname === "/api/v1/market/candles") return answerCandles(books, url.searchParams, world);
    if (url.pathname !== "/api/v1/market/allTickers") return undefined;
    const ticker = books.filter((book) => book.trading).map((book) => renderTicker(book, world));
    return { body: { code: "200000", data: { time: world.now - 400, ticker } } };
  },
};
