import { cryptoCom } from "../../../../build/crypto/sources/exchanges/crypto-com.ts";
import { closed, describeVenue, ofType, type Row, spot } from "./describe-venue.ts";

const wrapCryptoCom = (data: readonly Row[]) => ({ id: -1, method: "public/get", code: 0, result: { data } });

describeVenue({
  source: cryptoCom,
  listingBody: wrapCryptoCom,
  tickersBody: wrapCryptoCom,
  listing: {
    symbol: "ODD_NAME",
    inst_type: "CCY_PAIR",
    display_name: "AAA/BTC",
    base_ccy: "AAA",
    quote_ccy: "BTC",
    tradable: true,
    product_type: "DIGITAL_CURRENCIES",
  },
  lists: spot("ODD_NAME", "AAA", "BTC"),
  listed: [
    [{ tradable: false }, closed],
    [{ product_type: "CURRENCIES" }, {}],
    [{ product_type: undefined }, {}],
    [{ inst_type: "PERPETUAL_SWAP" }, ofType("derivative")],
    [{ inst_type: "FUTURE" }, ofType("derivative")],
    [{ product_type: "EQUITY" }, ofType("tokenised")],
    [
      { symbol: "AAA_BTC@ELSEWHERE", product_type: undefined },
      { market: "AAA_BTC@ELSEWHERE", type: "duplicate" },
    ],
  ],
  ticker: {
    i: "ODD_NAME",
    h: "0.0021",
    l: "0.0014",
    a: "0.002",
    v: "500",
    vv: "60000",
    c: "0.25",
    b: "0.0019",
    k: "0.0022",
    t: 1_790_000_000_123,
  },
  // `vv` is in USD even in a book against BTC.
  reads: {
    last: 0.002,
    bid: 0.0019,
    ask: 0.0022,
    baseVolume: 500,
    usdVolume: 60_000,
    open24h: 0.0016,
    tradeTimeMs: 1_790_000_000_123,
  },
  changed: [
    ...[0, null, undefined].map((t) => [{ t }, { tradeTimeMs: null }] as const),
    [{ c: "-0.5" }, { open24h: 0.004 }],
    [{ c: "0" }, { open24h: 0.002 }],
    [{ c: "-1" }, { open24h: null }],
    [{ c: null }, { open24h: null }],
  ],
  errors: [[{ id: -1, method: "public/get-tickers", code: 42901, message: "RATE_LIMIT" }, "42901 RATE_LIMIT"]],
  refused: [{ ...wrapCryptoCom([]), code: 42901 }, { code: 0 }],
});
