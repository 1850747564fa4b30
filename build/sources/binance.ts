import { z } from "zod";
import { HOUR_MS, MINUTE_MS } from "../lib/time.ts";
import { findCodeAndMessage } from "./error-body.ts";
import { createListingLookup, isDropped } from "./listing.ts";
import { amount, assetCode, mapRows, maybeAmount, maybePositive, rows } from "./schema.ts";
import { defineFeed, defineSource } from "./source.ts";

/** The market-data host answers from everywhere; `api.binance.com` refuses addresses in the United States (451). */
const API = "https://data-api.binance.vision/api/v3";

const SymbolRow = z.object({
  symbol: z.string().min(1),
  status: z.string(),
  baseAsset: assetCode,
  quoteAsset: assetCode,
  isSpotTradingAllowed: z.boolean(),
  permissions: z.array(z.string()).optional(),
});

const TickerRow = z.object({
  symbol: z.string(),
  lastPrice: amount,
  bidPrice: maybePositive,
  askPrice: maybePositive,
  openPrice: maybePositive,
  volume: maybeAmount,
  quoteVolume: maybeAmount,
  closeTime: maybePositive,
  count: maybeAmount,
});

export const binance = defineSource({
  id: "binance",
  name: "Binance",
  homepage: "https://www.binance.com",
  license: "Binance terms of use",
  termsUrl: "https://www.binance.com/en/terms",
  attribution: null,
  pacing: {
    concurrency: 1,
    intervalMs: 500,
    reason: "6000 weight a minute and address; all tickers cost 80, the listing 20",
  },
  cadenceMs: MINUTE_MS,
  venue: { trust: 1, usdFiat: false, geckoId: "binance" },
  feeds: [
    defineFeed({
      id: "listing",
      kind: "listing",
      refreshMs: 6 * HOUR_MS,
      key: (listing) => listing.market,
      format: "json",
      maxBytes: 48_000_000,
      // Without the permission sets the answer is a fraction of its 15 to 30 MB.
      requests: () => [{ url: `${API}/exchangeInfo?permissions=SPOT&showPermissionSets=false` }],
      findError: findCodeAndMessage,
      schema: z.object({ symbols: rows(SymbolRow) }),
      normalise: ({ symbols }) =>
        mapRows(symbols, (row) => ({
          market: row.symbol,
          base: row.baseAsset,
          quote: row.quoteAsset,
          trading: row.status === "TRADING" && row.isSpotTradingAllowed,
          type: row.permissions?.includes("LEVERAGED") ? "leveraged" : "spot",
          baseName: null,
        })),
    }),
    defineFeed({
      id: "tickers",
      kind: "ticker",
      needs: ["listing"],
      key: (ticker) => ticker.market,
      format: "json",
      maxBytes: 16_000_000,
      requests: () => [{ url: `${API}/ticker/24hr` }],
      findError: findCodeAndMessage,
      schema: rows(TickerRow),
      *normalise(body, context) {
        const findListing = createListingLookup(context);
        yield* mapRows(body, (row) => {
          const listing = findListing(row.symbol);
          if (isDropped(listing)) return listing;
          return {
            market: listing.market,
            base: listing.base,
            quote: listing.quote,
            last: row.lastPrice,
            bid: row.bidPrice,
            ask: row.askPrice,
            baseVolume: row.volume,
            quoteVolume: row.quoteVolume,
            usdVolume: null,
            vwap: null,
            open24h: row.openPrice,
            // On a book without trades it stays at the end of its last window: the only sign of a frozen price.
            tradeTimeMs: row.closeTime,
            trades: row.count,
            priced: true,
          };
        });
      },
    }),
  ],
});
