import { z } from "zod";
import { SECOND_MS } from "../../../lib/time.ts";
import { ignored } from "../../normalise/record.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { assetCode, keyedRows, maybeAmount, maybePositive, rows } from "../kit/schema.ts";
import { defineTerms } from "../kit/terms.ts";
import { defineListingFeed, defineTickerFeed, defineVenue, flattenKeyed } from "../kit/venue-feeds.ts";

const API = "https://api.exchange.coinbase.com";

const Product = z.object({
  id: z.string().min(1),
  base_currency: assetCode,
  quote_currency: assetCode,
  status: z.string(),
  trading_disabled: z.boolean(),
  cancel_only: z.boolean().optional(),
  post_only: z.boolean().optional(),
  auction_mode: z.boolean().optional(),
});

const Stats = z.object({
  stats_24hour: z.object({ open: maybePositive, last: maybeAmount, volume: maybeAmount }),
});

/** `{"message": "NotFound"}`; a product is never called that, since its id has a dash. */
function findError(body: unknown): string | undefined {
  const message = findField(body, "message");
  return typeof message === "string" ? describeErrorBody(message) : undefined;
}

export const coinbase = defineVenue({
  id: "coinbase",
  name: "Coinbase Exchange",
  homepage: "https://exchange.coinbase.com",
  license: "Coinbase market data terms of use",
  terms: defineTerms({
    url: "https://www.coinbase.com/legal/market_data",
    ground: {
      kind: "reported",
      on: "2026-11-23",
      by: "public reports and github.com/lineofflight/frankfurter/issues/293",
    },
    says: "Market data is for internal or personal use: no redistribution, derived works, indices or benchmarks (terms of 2026-08-07).",
    derived: "forbidden",
    class: "restricted",
  }),
  pacing: {
    concurrency: 1,
    intervalMs: 200,
    reason: "10 requests a second and address on public endpoints, bursts of 15",
  },
  venue: {
    trust: 1,
    usdFiat: true,
    geckoId: "gdax",
    country: "United States",
    since: 2012,
    demo: {
      share: 0.1,
      density: 0.85,
      depth: 260,
      without: ["USDC/USD"],
      quotes: "USD:1:0.88 USDT:0.25:0.02:120 EUR:0.3:0.04:120 BTC:0.25:0.02:120 GBP:0.2:0.01:100 USDC:0.1:0.01:60",
    },
  },
  candles: {
    rank: 1,
    quote: "USD",
    // Both ends are included, and one candle more than the maximum is refused.
    url: `${API}/products/{market}/candles?granularity={interval}&start={fromIso}&end={lastIso}`,
    intervals: ["300", "3600", "86400"],
    maxPerCall: 300,
    // Only intervals with trades.
    columns: ["time", "low", "high", "open", "close", "baseVolume"],
    timeUnitMs: SECOND_MS,
  },
  findError,
  feeds: [
    defineListingFeed({
      url: `${API}/products`,
      schema: rows(Product),
      rows: (products) => products,
      read: (row) => ({
        market: row.id,
        base: row.base_currency,
        quote: row.quote_currency,
        // Limit-only markets match orders; the other modes do not trade.
        trading:
          row.status === "online" && !row.trading_disabled && !row.cancel_only && !row.post_only && !row.auction_mode,
        type: "spot",
        baseName: null,
      }),
    }),
    defineTickerFeed({
      // Absent from the reference, but the alternative is two calls for each product.
      url: `${API}/products/stats`,
      schema: z
        .looseObject({ message: z.undefined().optional() })
        .transform((body): unknown => body)
        .pipe(keyedRows(Stats)),
      rows: flattenKeyed,
      marketOf: ([market]) => market,
      read: ([, { stats_24hour: stats }]) =>
        stats.last === null
          ? ignored("no last price")
          : { last: stats.last, baseVolume: stats.volume, open24h: stats.open },
    }),
  ],
});
