import { bitget } from "../../../../build/crypto/sources/exchanges/bitget.ts";
import { base, closed, describeVenue, type Row, spot } from "./describe-venue.ts";

const wrapBitget = (data: readonly Row[] | null, code = "00000") => ({ code, msg: "success", requestTime: 1, data });

describeVenue({
  source: bitget,
  listingBody: wrapBitget,
  tickersBody: wrapBitget,
  listing: { symbol: "AUSDEUR", baseCoin: "a", quoteCoin: "usdeur", status: "online", areaSymbol: "no" },
  lists: spot("AUSDEUR", "A", "USDEUR"),
  listed: [
    ...["halt", "gray", "offline"].map((status) => [{ status }, closed] as const),
    ...["rMEGA", "preMEGA", "MEGAON"].map((baseCoin) => {
      return [{ baseCoin, areaSymbol: "yes" }, base(baseCoin.toUpperCase(), "tokenised")] as const;
    }),
    ...["PI", "USDT"].map((baseCoin) => [{ baseCoin, areaSymbol: "yes" }, base(baseCoin)] as const),
    ...["rMEGA", "TON", "REP"].map((baseCoin) => [{ baseCoin }, base(baseCoin.toUpperCase())] as const),
  ],
  ticker: {
    symbol: "AUSDEUR",
    high24h: "41",
    open: "32",
    low24h: "31",
    lastPr: "40",
    quoteVolume: "3600",
    baseVolume: "100",
    usdtVolume: "3601",
    bidPr: "39.9",
    askPr: "40.1",
    openUtc: "38",
    ts: "1795166000123",
    changeUtc24h: "0.0526",
    change24h: "0.25",
  },
  // Neither the open of the UTC day, nor USD from `usdtVolume`, nor the time of the answer.
  reads: { last: 40, bid: 39.9, ask: 40.1, baseVolume: 100, quoteVolume: 3600, open24h: 32 },
  errors: [[{ code: "429", msg: "Too Many Requests", requestTime: 1, data: null }, "429 Too Many Requests"]],
  refused: [wrapBitget([], "40034"), wrapBitget(null)],
});
