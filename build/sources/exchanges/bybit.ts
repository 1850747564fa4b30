import { z } from "zod";
import { MINUTE_MS } from "../../lib/time.ts";
import type { Listing } from "../../normalise/record.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { isLeveragedCode } from "../kit/leveraged-code.ts";
import { defineListingFeed } from "../kit/listing-feed.ts";
import { amount, assetCode, maybeAmount, maybePositive, maybeText, rows } from "../kit/schema.ts";
import { defineTickerFeed } from "../kit/ticker-feed.ts";
import { defineSource } from "../source.ts";

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

const listing = defineListingFeed({
  // The spot category comes in one page.
  url: "https://api.bybit.com/v5/market/instruments-info?category=spot",
  findError,
  schema: z.object({ retCode: z.literal(0), result: z.object({ list: rows(ListingRow) }) }),
  rows: ({ result }) => result.list,
  read: ({ symbol, baseCoin, quoteCoin, status, symbolType }) => ({
    market: symbol,
    base: baseCoin,
    quote: quoteCoin,
    trading: status === "Trading",
    type: findType(baseCoin, symbolType),
    baseName: null,
  }),
});

function findType(base: string, symbolType: string | null): Listing["type"] {
  if (symbolType === "xstocks") return "tokenised";
  return isLeveragedCode(base) ? "leveraged" : "spot";
}

const tickers = defineTickerFeed({
  url: "https://api.bybit.com/v5/market/tickers?category=spot",
  findError,
  schema: z.object({
    retCode: z.literal(0),
    result: z.object({ category: z.literal("spot"), list: rows(TickerRow) }),
  }),
  rows: ({ result }) => result.list,
  marketOf: ({ symbol }) => symbol,
  read: (row) => ({
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
  }),
});

export const bybit = defineSource({
  id: "bybit",
  name: "Bybit",
  homepage: "https://www.bybit.com",
  license: "Bybit terms of service",
  termsUrl: "https://www.bybit.com/app/terms-service/information",
  attribution: null,
  redistribution: "attribution",
  pacing: {
    concurrency: 1,
    intervalMs: 200,
    reason: "600 requests in 5 seconds per address; more are answered with 403 for 10 minutes",
  },
  cadenceMs: MINUTE_MS,
  venue: { trust: 0.7, usdFiat: false, geckoId: "bybit_spot" },
  feeds: [listing, tickers],
});
