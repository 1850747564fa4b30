import { z } from "zod";
import { HOUR_MS, MINUTE_MS } from "../lib/time.ts";
import type { Dropped, Listing, Ticker } from "../normalise/record.ts";
import { describeErrorBody, findField } from "./error-body.ts";
import { isLeveragedCode } from "./leveraged-code.ts";
import { createListingLookup, isDropped } from "./listing.ts";
import { amount, assetCode, mapRows, maybeAmount, maybePositive, maybeText, rows } from "./schema.ts";
import { defineFeed, defineSource } from "./source.ts";

const MAX_BYTES = 16_000_000;

const ListingRow = z.object({
  symbol: z.string().min(1),
  baseCoin: assetCode,
  quoteCoin: assetCode,
  status: z.string(),
  symbolType: maybeText,
});

const TickerRow = z.object({
  symbol: z.string().min(1),
  lastPrice: amount,
  bid1Price: maybePositive,
  ask1Price: maybePositive,
  volume24h: maybeAmount,
  turnover24h: maybeAmount,
  prevPrice24h: maybePositive,
});

/** Every answer has a code, 0 when all is well. */
function findError(body: unknown): string | undefined {
  const code = findField(body, "retCode");
  return code === undefined || code === 0 ? undefined : describeErrorBody(code, findField(body, "retMsg"));
}

const listing = defineFeed({
  id: "listing",
  kind: "listing",
  refreshMs: 6 * HOUR_MS,
  key: ({ market }) => market,
  format: "json",
  maxBytes: MAX_BYTES,
  // The spot category comes in one page.
  requests: () => [{ url: "https://api.bybit.com/v5/market/instruments-info?category=spot" }],
  findError,
  schema: z.object({ retCode: z.literal(0), result: z.object({ list: rows(ListingRow) }) }),
  normalise: ({ result }) =>
    mapRows(
      result.list,
      ({ symbol, baseCoin, quoteCoin, status, symbolType }): Listing => ({
        market: symbol,
        base: baseCoin,
        quote: quoteCoin,
        trading: status === "Trading",
        type: findType(baseCoin, symbolType),
        baseName: null,
      }),
    ),
});

function findType(base: string, symbolType: string | null): Listing["type"] {
  if (symbolType === "xstocks") return "tokenised";
  return isLeveragedCode(base) ? "leveraged" : "spot";
}

const tickers = defineFeed({
  id: "tickers",
  kind: "ticker",
  needs: ["listing"],
  key: ({ market }) => market,
  format: "json",
  maxBytes: MAX_BYTES,
  requests: () => [{ url: "https://api.bybit.com/v5/market/tickers?category=spot" }],
  findError,
  schema: z.object({
    retCode: z.literal(0),
    result: z.object({ category: z.literal("spot"), list: rows(TickerRow) }),
  }),
  normalise: ({ result }, context) => {
    const findListing = createListingLookup(context);
    return mapRows(result.list, (row): Ticker | Dropped => {
      const book = findListing(row.symbol);
      if (isDropped(book)) return book;
      return {
        market: row.symbol,
        base: book.base,
        quote: book.quote,
        last: row.lastPrice,
        bid: row.bid1Price,
        ask: row.ask1Price,
        baseVolume: row.volume24h,
        quoteVolume: row.turnover24h,
        usdVolume: null,
        vwap: null,
        open24h: row.prevPrice24h,
        // The only time, `time`, is when the answer was made.
        tradeTimeMs: null,
        trades: null,
        priced: true,
      };
    });
  },
});

export const bybit = defineSource({
  id: "bybit",
  name: "Bybit",
  homepage: "https://www.bybit.com",
  license: "Bybit terms of service",
  termsUrl: "https://www.bybit.com/app/terms-service/information",
  attribution: null,
  pacing: {
    concurrency: 1,
    intervalMs: 200,
    reason: "600 requests in 5 seconds per address; more are answered with 403 for 10 minutes",
  },
  cadenceMs: MINUTE_MS,
  venue: { trust: 0.7, usdFiat: false, geckoId: "bybit_spot" },
  feeds: [listing, tickers],
});
