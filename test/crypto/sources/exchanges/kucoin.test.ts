import { kucoin } from "../../../../build/crypto/sources/exchanges/kucoin.ts";
import { base, closed, describeVenue, spot } from "./describe-venue.ts";

describeVenue({
  source: kucoin,
  listingBody: (data) => ({ code: "200000", data }),
  tickersBody: (ticker) => ({ code: "200000", data: { time: 1_795_166_000_000, ticker } }),
  // A renamed coin keeps the symbol of its market.
  listing: {
    symbol: "OLD-BTC",
    name: "kNew-BTC",
    baseCurrency: "kNew",
    quoteCurrency: "BTC",
    enableTrading: true,
    st: false,
  },
  lists: spot("OLD-BTC", "KNEW", "BTC"),
  listed: [
    [{ enableTrading: false }, closed],
    ...["AAA3L", "AAA3S"].map((baseCurrency) => [{ baseCurrency }, base(baseCurrency, "leveraged")] as const),
    ...["JUP", "SYRUP", "UP"].map((baseCurrency) => [{ baseCurrency }, base(baseCurrency)] as const),
  ],
  ticker: {
    symbol: "OLD-BTC",
    symbolName: "kNew-BTC",
    buy: "19.9",
    bestBidSize: "7",
    sell: "20.1",
    bestAskSize: "8",
    changeRate: "0.25",
    changePrice: "4",
    high: "21",
    low: "15",
    vol: "1000",
    volValue: "18000",
    last: "20",
    open: "16",
    averagePrice: "17.5",
  },
  reads: { last: 20, bid: 19.9, ask: 20.1, baseVolume: 1000, quoteVolume: 18_000, open24h: 16 },
  // From the change of the price instead of the coarse rate.
  changed: [
    [{ open: undefined, changePrice: "-5", changeRate: "0.9" }, { open24h: 25 }],
    [{ open: undefined, changePrice: "20" }, { open24h: null }],
    [{ open: undefined, changePrice: null }, { open24h: null }],
  ],
  errors: [[{ code: "429000", msg: "Too Many Requests" }, "429000 Too Many Requests"]],
  refused: [
    { code: "200000", data: null },
    { code: "429000", data: { time: 1, ticker: [] } },
  ],
});
