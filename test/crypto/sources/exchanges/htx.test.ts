import { htx } from "../../../../build/crypto/sources/exchanges/htx.ts";
import { base, closed, describeVenue, ofType, type Row, spot } from "./describe-venue.ts";

const wrapHtx = (data: readonly Row[]) => ({ status: "ok", ts: 1_795_166_000_500, data });

describeVenue({
  source: htx,
  listingBody: wrapHtx,
  tickersBody: wrapHtx,
  listing: { sc: "btcusdtx", bc: "btcu", qc: "sdtx", state: "online", te: true, elr: null },
  lists: spot("btcusdtx", "BTCU", "SDTX"),
  listed: [
    ...["offline", "suspend", "pre-online"].map((state) => [{ state }, closed] as const),
    [{ te: false }, closed],
    [{ bc: "btc3l" }, base("BTC3L", "leveraged")],
    [{ elr: "3" }, ofType("leveraged")],
    [{ elr: undefined }, {}],
  ],
  ticker: {
    symbol: "btcusdtx",
    open: 49,
    high: 52,
    low: 48,
    close: 50,
    amount: 10,
    vol: 480,
    count: 77,
    bid: 49.9,
    bidSize: 3,
    ask: 50.1,
    askSize: 4,
  },
  // The open is of the day of another time zone.
  reads: { last: 50, bid: 49.9, ask: 50.1, baseVolume: 10, quoteVolume: 480, trades: 77 },
  errors: [
    [{ status: "error", "err-code": "invalid", "err-msg": "invalid symbol", data: null }, "invalid invalid symbol"],
    [{ status: "maintenance" }, "maintenance"],
  ],
  refused: [{ ...wrapHtx([]), status: "error" }],
});
