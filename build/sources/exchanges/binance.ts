import { z } from "zod";
import { MINUTE_MS } from "../../lib/time.ts";
import { findCodeAndMessage } from "../kit/error-body.ts";
import { defineListingFeed } from "../kit/listing-feed.ts";
import { amount, assetCode, maybeAmount, maybePositive, rows } from "../kit/schema.ts";
import { defineTickerFeed } from "../kit/ticker-feed.ts";
import { defineSource } from "../source.ts";

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
  redistribution: "attribution",
  pacing: {
    concurrency: 1,
    intervalMs: 500,
    reason: "6000 weight a minute and address; all tickers cost 80, the listing 20",
  },
  cadenceMs: MINUTE_MS,
  venue: { trust: 1, usdFiat: false, geckoId: "binance" },
  feeds: [
    defineListingFeed({
      // Without the permission sets the answer is a fraction of its 15 to 30 MB.
      url: `${API}/exchangeInfo?permissions=SPOT&showPermissionSets=false`,
      maxBytes: 48_000_000,
      findError: findCodeAndMessage,
      schema: z.object({ symbols: rows(SymbolRow) }),
      rows: ({ symbols }) => symbols,
      read: (row) => ({
        market: row.symbol,
        base: row.baseAsset,
        quote: row.quoteAsset,
        trading: row.status === "TRADING" && row.isSpotTradingAllowed,
        type: row.permissions?.includes("LEVERAGED") ? "leveraged" : "spot",
        baseName: null,
      }),
    }),
    defineTickerFeed({
      url: `${API}/ticker/24hr`,
      findError: findCodeAndMessage,
      schema: rows(TickerRow),
      rows: (body) => body,
      marketOf: ({ symbol }) => symbol,
      read: (row) => ({
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
      }),
    }),
  ],
});
