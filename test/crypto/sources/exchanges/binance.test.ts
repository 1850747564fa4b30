import { binance } from "../../../../build/crypto/sources/exchanges/binance.ts";
import { base, closed, describeVenue, spot } from "./describe-venue.ts";

describeVenue({
  source: binance,
  listingBody: (symbols) => ({ timezone: "UTC", serverTime: 1, symbols }),
  listing: {
    symbol: "GALAEUR",
    status: "TRADING",
    baseAsset: "gal",
    quoteAsset: "aeur",
    isSpotTradingAllowed: true,
  },
  lists: spot("GALAEUR", "GAL", "AEUR"),
  listed: [
    [{ status: "BREAK" }, closed],
    [{ isSpotTradingAllowed: false }, closed],
    [{ baseAsset: "BTCUP", permissions: ["LEVERAGED"] }, base("BTCUP", "leveraged")],
    [{ baseAsset: "JUP", permissions: [] }, base("JUP")],
  ],
  ticker: {
    symbol: "GALAEUR",
    priceChange: "0.5",
    priceChangePercent: "25.000",
    weightedAvgPrice: "2.2",
    prevClosePrice: "1.9",
    lastPrice: "2.50000000",
    bidPrice: "2.49",
    askPrice: "2.51",
    openPrice: "2.00",
    volume: "1000.00",
    quoteVolume: "2200.00",
    openTime: 1,
    closeTime: 1_795_086_400_000,
    count: 77,
  },
  reads: {
    last: 2.5,
    bid: 2.49,
    ask: 2.51,
    baseVolume: 1000,
    quoteVolume: 2200,
    open24h: 2,
    tradeTimeMs: 1_795_086_400_000,
    trades: 77,
  },
  errors: [
    [{ code: -1121, msg: "Invalid symbol." }, "-1121 Invalid symbol."],
    [{ code: 0, msg: "Service unavailable" }, "0 Service unavailable"],
  ],
});
