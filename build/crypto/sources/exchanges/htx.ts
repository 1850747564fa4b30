import { defineFlatVenue } from "../kit/flat-venue.ts";
import { defineTerms } from "../kit/terms.ts";
import { isLeveragedCode } from "../kit/venue-feeds.ts";

const API = "https://api.huobi.pro";

export const htx = defineFlatVenue(
  {
    id: "htx",
    name: "HTX",
    homepage: "https://www.htx.com",
    license: "HTX user agreement",
    terms: defineTerms({
      url: "https://www.htx.com/support/360000112261",
      says: "Nothing about republishing its public data was found in public reports.",
    }),
    pacing: {
      concurrency: 1,
      intervalMs: 100,
      reason: "120 requests in 3 seconds per address, 800 a second for market data",
    },
    venue: {
      trust: 0.4,
      usdFiat: false,
      geckoId: "huobi",
      country: "Seychelles",
      since: 2013,
      demo: {
        share: 0.06,
        density: 0.78,
        depth: 650,
        quotes:
          "USDT:1:0.9 BTC:0.3:0.03:200 ETH:0.25:0.02:100 USDC:0.3:0.01:20 TRX:0.2:0.005:40 HT:0.2:0.005:30 USDD:1:0.03:9",
      },
    },
  },
  {
    form: "{base}{quote}",
    numbers: "number",
    // Errors come with HTTP status 200.
    status: { field: "status", ok: "ok", words: ["err-code", "err-msg"] },
    listing: {
      url: `${API}/v2/settings/common/symbols`,
      rows: "data",
      market: "sc",
      base: "bc",
      quote: "qc",
      trading: { state: ["online"], te: [true] },
      // `elr` is the leverage of an exchange-traded product, present on nothing else.
      findType: ({ base, fields: { elr } }) =>
        (elr !== null && elr !== undefined) || isLeveragedCode(base) ? "leveraged" : "spot",
    },
    tickers: {
      url: `${API}/market/tickers`,
      rows: "data",
      madeAt: { path: "ts", unitMs: 1 },
      // `amount` is in the base and `vol` in the quote, both of 24 hours; `open`, `high` and `low`
      // are of the day that begins at 16:00 UTC.
      fields: {
        market: "symbol",
        last: "close",
        bid: "bid",
        ask: "ask",
        baseVolume: "amount",
        quoteVolume: "vol",
        trades: "count",
      },
    },
  },
);
