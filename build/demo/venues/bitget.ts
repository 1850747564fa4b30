import { renderDecimal } from "../decimal.ts";
import type { SampleBook, SampleWorld } from "../demo-world.ts";
import type { Simulator } from "../simulator.ts";
import { isActive, priceAt, restingSize, startOfDay } from "../venue-book.ts";

/** `change24h` is a ratio; `ts` is when the row was made. */
function renderTicker(book: SampleBook, world: SampleWorld) {
  const active = isActive(book);
  const text = (value: number) => renderDecimal(value);
  const openToday = priceAt(world, book, startOfDay(world));
  const ratio = (open: number) => renderDecimal(active ? Number((book.last / open - 1).toFixed(5)) : 0);
  const inUsdt = world.quoteUsd(book.quote, world.now) / world.quoteUsd("USDT", world.now);
  return {
    symbol: book.base + book.quote,
    high24h: text(book.high24h),
    open: text(book.open24h),
    low24h: text(book.low24h),
    lastPr: text(book.last),
    quoteVolume: renderDecimal(book.quoteVolume, 15),
    baseVolume: renderDecimal(book.baseVolume, 15),
    usdtVolume: renderDecimal(book.quoteVolume * inUsdt, 15),
    openUtc: text(openToday),
    change24h: ratio(book.open24h),
    changeUtc24h: ratio(openToday),
    bidPr: text(book.bid ?? 0),
    askPr: text(book.ask ?? 0),
    bidSz: renderDecimal(restingSize(world, book, "bid")),
    askSz: renderDecimal(restingSize(world, book, "ask")),
    ts: String(world.now - Math.floor(900 * world.noise(`bitget:${book.base}${book.quote}`))),
  };
}

function renderSymbol(book: SampleBook) {
  return {
    symbol: book.base + book.quote,
    baseCoin: book.base,
    quoteCoin: book.quote,
    minTradeAmount: "0",
    maxTradeAmount: "900000000000000000000",
    takerFeeRate: "0.001",
    makerFeeRate: "0.001",
    pricePrecision: "8",
    quantityPrecision: "8",
    quotePrecision: "8",
    status: book.trading ? "online" : "offline",
    minTradeUSDT: "1",
    buyLimitPriceRatio: "0.05",
    sellLimitPriceRatio: "0.05",
    areaSymbol: book.type === "tokenised" ? "yes" : "no",
    orderQuantity: "200",
    openTime: "1672531200000",
    offTime: "",
  };
}

export const bitgetSimulator: Simulator = {
  source: "bitget",
  hosts: ["api.bitget.com"],
  answer({ url }, world) {
    const books = world.books("bitget");
    const answer = (data: unknown[]) => ({ body: { code: "00000", msg: "success", requestTime: world.now, data } });
    switch (url.pathname) {
      case "/api/v2/spot/market/tickers":
        return answer(books.filter((book) => book.trading).map((book) => renderTicker(book, world)));
      case "/api/v2/spot/public/symbols":
        return answer(books.map(renderSymbol));
      default:
        return undefined;
    }
  },
};
