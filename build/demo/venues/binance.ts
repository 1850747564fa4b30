import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import { renderFixed } from "../decimal.ts";
import type { SampleBook, SampleWorld } from "../demo-world.ts";
import type { SimulatedAnswer, Simulator } from "../simulator.ts";
import { isActive, restingSize } from "../venue-book.ts";
import { buildVenueCandles } from "../venue-candles.ts";

/** Eight decimals everywhere; rows without a trade are all zeros and keep the times of their last day. */
function renderTicker(book: SampleBook, world: SampleWorld) {
  const idle = !isActive(book) || book.type !== "spot";
  const text = (value: number) => renderFixed(idle ? 0 : value, 8);
  const closeTime =
    idle || !book.trading ? book.lastTradeMs || world.now - 400 * DAY_MS : world.now - lagMs(book, world);
  const firstId = idle ? -1 : Math.floor(1e8 * world.noise(`binance:${book.base}${book.quote}`));
  return {
    symbol: book.base + book.quote,
    priceChange: text(book.last - book.open24h),
    priceChangePercent: ((idle ? 0 : book.last / book.open24h - 1) * 100).toFixed(3),
    weightedAvgPrice: text(book.vwap),
    prevClosePrice: renderFixed(book.open24h, 8),
    lastPrice: text(book.last),
    lastQty: text(restingSize(world, book, "last")),
    bidPrice: text(book.bid ?? 0),
    bidQty: text(book.bid === null ? 0 : restingSize(world, book, "bid")),
    askPrice: text(book.ask ?? 0),
    askQty: text(book.ask === null ? 0 : restingSize(world, book, "ask")),
    openPrice: text(book.open24h),
    highPrice: text(book.high24h),
    lowPrice: text(book.low24h),
    volume: text(book.baseVolume),
    quoteVolume: text(book.quoteVolume),
    openTime: closeTime - DAY_MS,
    closeTime,
    firstId,
    lastId: idle ? -1 : firstId + book.trades - 1,
    count: idle ? 0 : book.trades,
  };
}

/** An idle book's window ends with its last trade; a busy one's with the answer. */
function lagMs(book: SampleBook, world: SampleWorld): number {
  return Math.max(world.now - book.lastTradeMs, 0);
}

function renderSymbol(book: SampleBook) {
  const trading = book.trading && book.type === "spot";
  return {
    symbol: book.base + book.quote,
    status: trading ? "TRADING" : "BREAK",
    baseAsset: book.base,
    baseAssetPrecision: 8,
    quoteAsset: book.quote,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    baseCommissionPrecision: 8,
    quoteCommissionPrecision: 8,
    orderTypes: ["LIMIT", "LIMIT_MAKER", "MARKET", "STOP_LOSS_LIMIT", "TAKE_PROFIT_LIMIT"],
    icebergAllowed: true,
    ocoAllowed: true,
    otoAllowed: true,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: true,
    cancelReplaceAllowed: true,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: [
      { filterType: "PRICE_FILTER", minPrice: "0.00000001", maxPrice: "1000000.00000000", tickSize: "0.00000001" },
    ],
    permissions: book.type === "leveraged" ? ["LEVERAGED"] : ["SPOT"],
    defaultSelfTradePreventionMode: "EXPIRE_MAKER",
    allowedSelfTradePreventionModes: ["EXPIRE_TAKER", "EXPIRE_MAKER", "EXPIRE_BOTH"],
  };
}

/** Oldest first, at most 1,000, numbers as texts but for times and counts. */
function answerKlines(books: readonly SampleBook[], query: URLSearchParams, world: SampleWorld): SimulatedAnswer {
  const book = books.find(({ base, quote }) => base + quote === query.get("symbol"));
  const intervalMs = { "1h": HOUR_MS, "1d": DAY_MS }[query.get("interval") ?? ""];
  if (book === undefined) return { status: 400, body: { code: -1121, msg: "Invalid symbol." } };
  if (intervalMs === undefined) return { status: 400, body: { code: -1120, msg: "Invalid interval." } };
  const toMs = Number(query.get("endTime")) + 1;
  const candles = buildVenueCandles(world, book, intervalMs, Number(query.get("startTime")), toMs);
  const rows = candles.map(({ timeMs, open, high, low, close, baseVolume, quoteVolume, trades }) => {
    const end = timeMs + intervalMs - 1;
    return [timeMs, open, high, low, close, baseVolume, end, quoteVolume, trades, "0.5", "0.5", "0"];
  });
  return { body: rows.slice(0, 1_000) };
}

export const binanceSimulator: Simulator = {
  source: "binance",
  hosts: ["data-api.binance.vision"],
  answer({ url }, world) {
    const books = world.books("binance");
    if (url.pathname === "/api/v3/ticker/24hr") return { body: books.map((book) => renderTicker(book, world)) };
    if (url.pathname === "/api/v3/klines") return answerKlines(books, url.searchParams, world);
    if (url.pathname !== "/api/v3/exchangeInfo") return undefined;
    const rateLimits = [{ rateLimitType: "REQUEST_WEIGHT", interval: "MINUTE", intervalNum: 1, limit: 6000 }];
    const symbols = books.map(renderSymbol);
    return { body: { timezone: "UTC", serverTime: world.now, rateLimits, exchangeFilters: [], symbols } };
  },
};
