import { defineFlatVenue } from "../kit/flat-venue.ts";
import { defineTerms } from "../kit/terms.ts";

const API = "https://www.okx.com/api/v5";

/** 1 is crypto and currencies; stocks, commodities and bonds have other numbers. */
const CRYPTO: readonly unknown[] = ["1", "", null, undefined];

export const okx = defineFlatVenue(
  {
    id: "okx",
    name: "OKX",
    homepage: "https://www.okx.com",
    license: "OKX API agreement",
    terms: defineTerms({
      url: "https://www.okx.com/help/okx-api-agreement",
      ground: { kind: "reported", on: "2026-11-23", by: "public reports" },
      says: "Section 9.4 forbids redistribution, display and competing data products or price feeds, public endpoints included (agreement of 2026-07-28).",
      derived: "forbidden",
      class: "restricted",
    }),
    pacing: { concurrency: 1, intervalMs: 200, reason: "20 requests in 2 seconds and address per endpoint" },
    venue: {
      trust: 1,
      usdFiat: true,
      geckoId: "okex",
      country: "Seychelles",
      since: 2013,
      demo: {
        share: 0.11,
        density: 0.85,
        depth: 320,
        quotes:
          "USDT:1:0.8 USDC:0.8:0.05 USD:0.85:0.06 EUR:0.8:0.03 TRY:0.4:0.01:200 BTC:0.3:0.02:100 ETH:0.2:0.01:40 AUD:0.3:0.005:20",
      },
    },
    candles: {
      rank: 4,
      quote: "USDT",
      // `after` means older than, `before` newer than, exclusive. A plain `1D` begins at 16:00 UTC.
      url: `${API}/market/history-candles?instId={market}&bar={interval}&after={toMs}&before={beforeMs}&limit=300`,
      intervals: ["5m", "1H", "1Dutc"],
      maxPerCall: 300,
      rows: "data",
      columns: ["time", "open", "high", "low", "close", "baseVolume", "quoteVolume", "inUsd", "confirmed"],
      timeUnitMs: 1,
    },
  },
  {
    form: "{BASE}-{QUOTE}",
    numbers: "text",
    status: { field: "code", ok: "0", words: ["code", "msg"] },
    listing: {
      url: `${API}/public/instruments?instType=SPOT`,
      rows: "data",
      market: "instId",
      base: "baseCcy",
      quote: "quoteCcy",
      trading: { state: ["live"] },
      findType: ({ fields }) => {
        if (fields["instType"] !== "SPOT") return "derivative";
        if (fields["state"] === "test") return "test";
        return CRYPTO.includes(fields["instCategory"]) ? "spot" : "tokenised";
      },
    },
    tickers: {
      url: `${API}/market/tickers?instType=SPOT`,
      rows: "data",
      madeAt: { path: "data.{row}.ts", unitMs: 1 },
      // For spot markets `vol24h` counts the base.
      fields: {
        market: "instId",
        last: "last",
        bid: "bidPx",
        ask: "askPx",
        open24h: "open24h",
        baseVolume: "vol24h",
        quoteVolume: "volCcy24h",
      },
      mayLackLast: true,
    },
  },
);
