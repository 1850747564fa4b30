import { expect, it } from "vitest";
import { bybit } from "../../../../build/crypto/sources/exchanges/bybit.ts";
import { readFeed } from "../read-feed.ts";
import { base, closed, describeVenue, type Row, spot, type VenueCase } from "./describe-venue.ts";

const wrapBybit = (list: readonly Row[], retCode = 0) => ({
  retCode,
  retMsg: "OK",
  result: { category: "spot", list },
  retExtInfo: {},
  time: 1_795_166_000_500,
});

const bybitCase: VenueCase = {
  source: bybit,
  listingBody: wrapBybit,
  tickersBody: wrapBybit,
  listing: {
    symbol: "USDTEUR",
    baseCoin: "USD",
    quoteCoin: "TEUR",
    innovation: "0",
    status: "Trading",
    symbolType: "",
  },
  lists: spot("USDTEUR", "USD", "TEUR"),
  listed: [
    [{ status: "PreLaunch" }, closed],
    [{ symbolType: undefined }, {}],
    [{ symbolType: "innovation" }, {}],
    [{ baseCoin: "MEGA", symbolType: "xstocks" }, base("MEGA", "tokenised")],
    [{ baseCoin: "AAA3L" }, base("AAA3L", "leveraged")],
  ],
  ticker: {
    symbol: "USDTEUR",
    bid1Price: "59.9",
    bid1Size: "2",
    ask1Price: "60.1",
    ask1Size: "3",
    lastPrice: "60",
    prevPrice24h: "48",
    price24hPcnt: "0.25",
    highPrice24h: "61",
    lowPrice24h: "47",
    turnover24h: "2750",
    volume24h: "50",
    usdIndexPrice: "59.5",
  },
  reads: { last: 60, bid: 59.9, ask: 60.1, baseVolume: 50, quoteVolume: 2750, open24h: 48 },
  errors: [[{ retCode: 10006, retMsg: "Too many visits!", result: {}, time: 1 }, "10006 Too many visits!"]],
  refused: [wrapBybit([], 10006)],
};
describeVenue(bybitCase);

it("refuses the tickers of another category of Bybit", () => {
  const body = { retCode: 0, retMsg: "OK", result: { category: "linear", list: [bybitCase.ticker] } };
  expect(() => readFeed(bybit, "tickers", body)).toThrow(/category/);
});
