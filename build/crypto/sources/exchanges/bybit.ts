import { defineFlatVenue } from "../kit/flat-venue.ts";
import { defineTerms } from "../kit/terms.ts";
import { isLeveragedCode } from "../kit/venue-feeds.ts";

const API = "https://api.bybit.com/v5/market";

export const bybit = defineFlatVenue(
  {
    id: "bybit",
    name: "Bybit",
    homepage: "https://www.bybit.com",
    license: "Bybit terms of service",
    terms: defineTerms({
      url: "https://www.bybit.com/app/terms-service/information",
      ground: { kind: "reported", on: "2026-11-23", by: "public reports" },
      says: "Data may not be repackaged, resold or made into derivative works (API terms of 2026-01-16, platform terms of 2026-09-02).",
      derived: "forbidden",
      class: "restricted",
    }),
    oftenAbsent: "Addresses of most data centres get 403.",
    pacing: {
      concurrency: 1,
      intervalMs: 200,
      reason: "600 requests in 5 seconds per address; more are answered with 403 for 10 minutes",
    },
    venue: {
      trust: 0.7,
      usdFiat: false,
      geckoId: "bybit_spot",
      country: "United Arab Emirates",
      since: 2018,
      demo: {
        share: 0.1,
        density: 0.82,
        depth: 520,
        quotes: "USDT:1:0.9 USDC:0.4:0.04:150 BTC:0.2:0.01:60 EUR:0.4:0.01:40 ETH:0.1:0.01:30",
      },
    },
  },
  {
    form: "{BASE}{QUOTE}",
    numbers: "text",
    status: { field: "retCode", ok: 0, words: ["retCode", "retMsg"] },
    listing: {
      // The spot category comes in one page.
      url: `${API}/instruments-info?category=spot`,
      rows: "result.list",
      market: "symbol",
      base: "baseCoin",
      quote: "quoteCoin",
      trading: { status: ["Trading"] },
      findType: ({ base, fields }) => {
        if (fields["symbolType"] === "xstocks") return "tokenised";
        return isLeveragedCode(base) ? "leveraged" : "spot";
      },
    },
    tickers: {
      url: `${API}/tickers?category=spot`,
      rows: "result.list",
      beside: { category: "spot" },
      madeAt: { path: "time", unitMs: 1 },
      fields: {
        market: "symbol",
        last: "lastPrice",
        bid: "bid1Price",
        ask: "ask1Price",
        open24h: "prevPrice24h",
        baseVolume: "volume24h",
        quoteVolume: "turnover24h",
      },
    },
  },
);
