import { renderDecimal } from "../decimal.ts";
import type { SampleBook, SampleWorld } from "../demo-world.ts";
import type { Simulator } from "../simulator.ts";
import { isActive, restingSize } from "../venue-book.ts";

/** Binance's names, but the change is a ratio, nothing counts trades and every row closes now. */
function renderTicker(book: SampleBook, world: SampleWorld) {
  const active = isActive(book);
  const text = (value: number) => renderDecimal(value);
  return {
    symbol: book.base + book.quote,
    priceChange: text(active ? book.last - book.open24h : 0),
    priceChangePercent: renderDecimal(active ? Number((book.last / book.open24h - 1).toFixed(4)) : 0),
    prevClosePrice: text(book.open24h),
    lastPrice: text(book.last),
    bidPrice: text(book.bid ?? 0),
    bidQty: book.bid === null ? "" : renderDecimal(restingSize(world, book, "bid")),
    askPrice: text(book.ask ?? 0),
    askQty: book.ask === null ? "" : renderDecimal(restingSize(world, book, "ask")),
    openPrice: text(book.open24h),
    highPrice: text(book.high24h),
    lowPrice: text(book.low24h),
    volume: active ? renderDecimal(book.baseVolume, 15) : null,
    quoteVolume: active ? renderDecimal(book.quoteVolume, 15) : null,
    openTime: world.now - 4000,
    closeTime: world.now - 50,
    count: null,
  };
}

function renderSymbol(book: SampleBook, names: ReadonlyMap<string, string>) {
  return {
    symbol: book.base + book.quote,
    status: book.trading ? "1" : "2",
    baseAsset: book.base,
    baseAssetPrecision: 8,
    quoteAsset: book.quote,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    baseCommissionPrecision: 8,
    quoteCommissionPrecision: 8,
    orderTypes: ["LIMIT", "MARKET", "LIMIT_MAKER"],
    isSpotTradingAllowed: book.trading,
    isMarginTradingAllowed: false,
    quoteAmountPrecision: "1",
    baseSizePrecision: "0.000001",
    permissions: ["SPOT"],
    filters: [],
    maxQuoteAmount: "2000000",
    makerCommission: "0",
    takerCommission: "0.0005",
    tradeSideType: 1,
    contractAddress: "",
    fullName: names.get(book.coinId ?? "") ?? book.base,
    st: false,
  };
}

export const mexcSimulator: Simulator = {
  source: "mexc",
  hosts: ["api.mexc.com"],
  answer({ url }, world) {
    const books = world.books("mexc");
    if (url.pathname === "/api/v3/ticker/24hr") {
      return { body: books.filter((book) => book.trading).map((book) => renderTicker(book, world)) };
    }
    if (url.pathname !== "/api/v3/exchangeInfo") return undefined;
    const names = new Map(world.coins.map((coin) => [coin.id, coin.name]));
    const symbols = books.map((book) => renderSymbol(book, names));
    return { body: { timezone: "CST", serverTime: world.now, rateLimits: [], exchangeFilters: [], symbols } };
  },
};
