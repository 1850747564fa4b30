import { mexc } from "../../../../build/crypto/sources/exchanges/mexc.ts";
import { base, closed, describeVenue, spot } from "./describe-venue.ts";

describeVenue({
  source: mexc,
  listingBody: (symbols) => ({ symbols }),
  listing: {
    symbol: "IRONTRX",
    status: "1",
    baseAsset: "IR",
    quoteAsset: "ONTRX",
    isSpotTradingAllowed: true,
    fullName: "IR coin",
  },
  lists: spot("IRONTRX", "IR", "ONTRX", "IR coin"),
  // A code like that of a leveraged token is one where its underlying is listed.
  listed: [
    [{ baseAsset: "BTC" }, base("BTC")],
    [{ baseAsset: "BTC3L" }, base("BTC3L", "leveraged")],
    [{ baseAsset: "ZZ3S" }, base("ZZ3S")],
    [{ fullName: "Acme xStock" }, { type: "tokenised", baseName: "Acme xStock" }],
    [{ status: "2" }, closed],
    [{ status: 1 }, {}],
  ],
  ticker: {
    symbol: "IRONTRX",
    priceChangePercent: "0.25",
    prevClosePrice: "2.00",
    lastPrice: "2.50",
    bidPrice: "2.49",
    askPrice: "2.51",
    openPrice: "2.00",
    volume: "1000.5",
    quoteVolume: "2200.5",
    openTime: 1_795_086_390_000,
    closeTime: 1_795_166_000_000,
    count: null,
  },
  // `closeTime` is when the row was made, not the time of a trade.
  reads: { last: 2.5, bid: 2.49, ask: 2.51, baseVolume: 1000.5, quoteVolume: 2200.5, open24h: 2 },
  changed: [
    [
      { volume: null, quoteVolume: null },
      { baseVolume: null, quoteVolume: null },
    ],
  ],
  errors: [[{ code: -1121, msg: "Invalid symbol." }, "-1121 Invalid symbol."]],
});
