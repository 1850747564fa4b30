import { findCodeAndMessage } from "../kit/error-body.ts";
import { defineFlatVenue } from "../kit/flat-venue.ts";
import { defineTerms } from "../kit/terms.ts";

/** This host answers from everywhere; `api.binance.com` refuses the United States with 451. */
const API = "https://data-api.binance.vision/api/v3";

export const binance = defineFlatVenue(
  {
    id: "binance",
    name: "Binance",
    homepage: "https://www.binance.com",
    license: "Binance terms of use",
    terms: defineTerms({
      url: "https://www.binance.com/en/terms",
      ground: {
        kind: "reported",
        on: "2026-11-23",
        by: "public reports and github.com/binance/binance-public-data/issues/473 and 478",
      },
      says: "Use is personal or internal to a business, and redistribution is not granted (terms of 2026-07-21).",
    }),
    pacing: {
      concurrency: 1,
      intervalMs: 500,
      reason: "6000 weight a minute and address; all tickers cost 80, the listing 20",
      // A ban, which further requests extend.
      refusals: [418],
    },
    findError: findCodeAndMessage,
    venue: {
      trust: 1,
      usdFiat: false,
      geckoId: "binance",
      since: 2017,
      demo: {
        share: 0.28,
        density: 0.95,
        depth: 420,
        priceStep: 1e-8,
        crosses: ["EUR/USDT"],
        quotes:
          "USDT:1:0.78 USDC:0.5:0.08:400 FDUSD:0.6:0.06:60 BTC:0.5:0.02:200 ETH:0.4:0.01:60 BNB:0.4:0.01:160 " +
          "TRY:0.6:0.02:250 EUR:0.4:0.01:60 BRL:0.3:0.005:30 JPY:0.3:0.005:20",
      },
    },
    candles: {
      rank: 2,
      quote: "USDT",
      url: `${API}/klines?symbol={market}&interval={interval}&startTime={fromMs}&endTime={endMs}&limit=1000`,
      intervals: ["5m", "1h", "1d"],
      maxPerCall: 1_000,
      columns: ["time", "open", "high", "low", "close", "baseVolume", "end", "quoteVolume"],
      timeUnitMs: 1,
    },
  },
  {
    form: "{BASE}{QUOTE}",
    numbers: "text",
    listing: {
      // Without the permission sets the answer is a fraction of its 15 to 30 MB.
      url: `${API}/exchangeInfo?permissions=SPOT&showPermissionSets=false`,
      maxBytes: 48_000_000,
      rows: "symbols",
      market: "symbol",
      base: "baseAsset",
      quote: "quoteAsset",
      trading: { status: ["TRADING"], isSpotTradingAllowed: [true] },
      findType: ({ fields: { permissions } }) =>
        Array.isArray(permissions) && permissions.includes("LEVERAGED") ? "leveraged" : "spot",
    },
    tickers: {
      url: `${API}/ticker/24hr`,
      fields: {
        market: "symbol",
        last: "lastPrice",
        bid: "bidPrice",
        ask: "askPrice",
        open24h: "openPrice",
        baseVolume: "volume",
        quoteVolume: "quoteVolume",
        // Without trades it stays at the end of its last window: the only sign of a frozen price.
        tradeTimeMs: "closeTime",
        trades: "count",
      },
    },
  },
);
