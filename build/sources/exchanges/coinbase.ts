import { z } from "zod";
import { HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import { ignored } from "../../normalise/record.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { createListingLookup, isDropped } from "../kit/listing.ts";
import { assetCode, keyedRows, mapRows, maybeAmount, maybePositive, rows } from "../kit/schema.ts";
import { defineFeed, defineSource } from "../source.ts";

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
  stats_24hour: z.object({
    open: maybePositive,
    last: maybeAmount,
    volume: maybeAmount,
  }),
});

/** `{"message": "NotFound"}`; a product is never called that, since its id has a dash. */
function findError(body: unknown): string | undefined {
  const message = findField(body, "message");
  return typeof message === "string" ? describeErrorBody(message) : undefined;
}

export const coinbase = defineSource({
  id: "coinbase",
  name: "Coinbase Exchange",
  homepage: "https://exchange.coinbase.com",
  license: "Coinbase market data terms of use",
  termsUrl: "https://www.coinbase.com/legal/market_data",
  attribution: null,
  redistribution: "attribution",
  pacing: {
    concurrency: 1,
    intervalMs: 200,
    reason: "10 requests a second and address on public endpoints, bursts of 15",
  },
  cadenceMs: MINUTE_MS,
  venue: { trust: 1, usdFiat: true, geckoId: "gdax" },
  feeds: [
    defineFeed({
      id: "listing",
      kind: "listing",
      refreshMs: 6 * HOUR_MS,
      key: (listing) => listing.market,
      format: "json",
      maxBytes: 8_000_000,
      requests: () => [{ url: `${API}/products` }],
      findError,
      schema: rows(Product),
      normalise: (body) =>
        mapRows(body, (row) => ({
          market: row.id,
          base: row.base_currency,
          quote: row.quote_currency,
          // Limit-only books match orders; the other modes do not trade.
          trading:
            row.status === "online" && !row.trading_disabled && !row.cancel_only && !row.post_only && !row.auction_mode,
          type: "spot" as const,
          baseName: null,
        })),
    }),
    defineFeed({
      id: "tickers",
      kind: "ticker",
      needs: ["listing"],
      key: (ticker) => ticker.market,
      format: "json",
      maxBytes: 8_000_000,
      // Every product in one call; absent from the reference, but the alternative is two calls per product.
      requests: () => [{ url: `${API}/products/stats` }],
      findError,
      schema: z
        .looseObject({ message: z.undefined().optional() })
        .transform((body): unknown => body)
        .pipe(keyedRows(Stats)),
      *normalise(body, context) {
        const findListing = createListingLookup(context);
        for (const [market, value] of body) {
          yield* mapRows([value], ({ stats_24hour: stats }) => {
            const listing = findListing(market);
            if (isDropped(listing)) return listing;
            if (stats.last === null) return ignored("no last price");
            return {
              market: listing.market,
              base: listing.base,
              quote: listing.quote,
              last: stats.last,
              bid: null,
              ask: null,
              baseVolume: stats.volume,
              quoteVolume: null,
              usdVolume: null,
              vwap: null,
              open24h: stats.open,
              tradeTimeMs: null,
              trades: null,
              priced: true,
            };
          });
        }
      },
    }),
  ],
});
