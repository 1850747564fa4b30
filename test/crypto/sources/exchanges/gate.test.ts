import { gate } from "../../../../build/crypto/sources/exchanges/gate.ts";
import { base, closed, describeVenue, spot } from "./describe-venue.ts";

describeVenue({
  source: gate,
  listing: {
    id: "ODD_NAME",
    base: "aaa",
    base_name: " Triple A ",
    quote: "usdt",
    trade_status: "tradable",
    type: "normal",
    st_tag: false,
  },
  lists: spot("ODD_NAME", "AAA", "USDT", "Triple A"),
  listed: [
    ...["untradable", "buyable", "sellable"].map((trade_status) => [{ trade_status }, closed] as const),
    ...(
      [
        ["AAA3L", "AAA3xLong", "leveraged"],
        ["AAA5S", "三倍", "leveraged"],
        ["MEGAX", "Megacorp xStock", "tokenised"],
        ["MEGAON", "Megacorp Ondo Tokenized", "tokenised"],
        ["ONDO", "Ondo Finance", "spot"],
        ["TRX", "TRON", "spot"],
        ["BTS", "BitShares", "spot"],
      ] as const
    ).map(
      ([code, name, type]) =>
        [
          { base: code, base_name: name },
          { ...base(code, type), baseName: name },
        ] as const,
    ),
  ],
  ticker: {
    currency_pair: "ODD_NAME",
    last: "30",
    lowest_ask: "30.3",
    highest_bid: "29.7",
    change_percentage: "25",
    base_volume: "200",
    quote_volume: "5400",
    high_24h: "31",
    low_24h: "23",
  },
  reads: { last: 30, bid: 29.7, ask: 30.3, baseVolume: 200, quoteVolume: 5400, open24h: 24 },
  changed: [
    [{ change_percentage: "-40" }, { open24h: 50 }],
    [{ change_percentage: "0" }, { open24h: 30 }],
    [{ change_percentage: "-100" }, { open24h: null }],
    [{ change_percentage: "" }, { open24h: null }],
  ],
  errors: [[{ label: "TOO_MANY_REQUESTS", message: "Slow down" }, "TOO_MANY_REQUESTS Slow down"]],
});
