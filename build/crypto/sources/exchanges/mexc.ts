import { findCodeAndMessage } from "../kit/error-body.ts";
import { defineFlatVenue } from "../kit/flat-venue.ts";
import { defineTerms } from "../kit/terms.ts";
import { isLeveragedCode } from "../kit/venue-feeds.ts";

const API = "https://api.mexc.com/api/v3";

export const mexc = defineFlatVenue(
  {
    id: "mexc",
    name: "MEXC",
    homepage: "https://www.mexc.com",
    license: "MEXC user agreement",
    terms: defineTerms({
      url: "https://www.mexc.com/terms",
      says: "Nothing about republishing its public data was found in public reports.",
    }),
    pacing: { concurrency: 1, intervalMs: 500, reason: "500 weight in 10 seconds and address; all tickers cost 40" },
    findError: findCodeAndMessage,
    venue: {
      trust: 0.4,
      usdFiat: false,
      geckoId: "mxc",
      country: "Seychelles",
      since: 2018,
      demo: {
        share: 0.09,
        density: 0.93,
        depth: 2600,
        quotes: "USDT:1:0.9 USDC:0.4:0.05:500 BTC:0.2:0.01:100 EUR:0.4:0.01:40 BRL:0.4:0.01:20",
      },
    },
  },
  {
    form: "{BASE}{QUOTE}",
    numbers: "text",
    listing: {
      url: `${API}/exchangeInfo`,
      maxBytes: 32_000_000,
      rows: "symbols",
      market: "symbol",
      base: "baseAsset",
      quote: "quoteAsset",
      baseName: "fullName",
      // "1" is enabled. The list of symbols open to API orders is shorter and no sign of trading.
      trading: { status: ["1", 1], isSpotTradingAllowed: [true] },
      findType: ({ base, baseName }, bases) => {
        // Leveraged tokens are not marked: `BTC3L` is one only beside a listed `BTC`.
        const code = base.toUpperCase();
        if (isLeveragedCode(code) && bases.has(code.slice(0, -2))) return "leveraged";
        return /\bxstock\b|\btokenized stock\b/i.test(baseName ?? "") ? "tokenised" : "spot";
      },
    },
    tickers: {
      url: `${API}/ticker/24hr`,
      // Unlike Binance's, `closeTime` is when the row was made, also without trades.
      madeAt: { path: "{row}.closeTime", unitMs: 1 },
      fields: {
        market: "symbol",
        last: "lastPrice",
        bid: "bidPrice",
        ask: "askPrice",
        open24h: "openPrice",
        baseVolume: "volume",
        quoteVolume: "quoteVolume",
        trades: "count",
      },
      mayLackLast: true,
    },
  },
);
