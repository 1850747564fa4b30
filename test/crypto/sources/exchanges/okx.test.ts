import { okx } from "../../../../build/crypto/sources/exchanges/okx.ts";
import { closed, describeVenue, ofType, type Row, spot } from "./describe-venue.ts";

const wrapOkx = (data: readonly Row[]) => ({ code: "0", msg: "", data });

describeVenue({
  source: okx,
  listingBody: wrapOkx,
  tickersBody: wrapOkx,
  listing: {
    instType: "SPOT",
    instId: "OLD-USDT",
    baseCcy: "new",
    quoteCcy: "USDT",
    instCategory: "1",
    state: "live",
  },
  lists: spot("OLD-USDT", "NEW", "USDT"),
  listed: [
    [{ instCategory: undefined }, {}],
    [{ instCategory: "" }, {}],
    [{ instCategory: "3" }, ofType("tokenised")],
    [{ state: "test" }, { type: "test", trading: false }],
    [{ state: "preopen" }, closed],
    [{ state: "suspend" }, closed],
    [{ instType: "SWAP" }, ofType("derivative")],
  ],
  ticker: {
    instType: "SPOT",
    instId: "OLD-USDT",
    last: "2.50",
    lastSz: "9",
    askPx: "2.51",
    askSz: "3",
    bidPx: "2.49",
    bidSz: "4",
    open24h: "2.00",
    high24h: "2.60",
    low24h: "1.90",
    volCcy24h: "2200.5",
    vol24h: "1000.5",
    ts: "1795166000000",
    sodUtc0: "2.10",
    sodUtc8: "2.15",
  },
  reads: { last: 2.5, bid: 2.49, ask: 2.51, baseVolume: 1000.5, quoteVolume: 2200.5, open24h: 2 },
  errors: [[{ code: "50011", msg: "Too Many Requests", data: [] }, "50011 Too Many Requests"]],
});
