import { z } from "zod";
import { MINUTE_MS } from "../../lib/time.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { defineListingFeed } from "../kit/listing-feed.ts";
import { amount, maybeAmount, maybePositive, rows } from "../kit/schema.ts";
import { defineTickerFeed } from "../kit/ticker-feed.ts";
import { defineSource } from "../source.ts";

const ListingRow = z.object({
  symbol: z.string().min(1),
  // Read as spelt: the case tells a tokenised share from a coin.
  baseCoin: z.string().trim().min(1),
  quoteCoin: z.string().trim().min(1),
  status: z.string(),
  areaSymbol: z.string().optional(),
});

const TickerRow = z.object({
  symbol: z.string().min(1),
  lastPr: amount,
  bidPr: maybePositive,
  askPr: maybePositive,
  baseVolume: maybeAmount,
  quoteVolume: maybeAmount,
  open: maybePositive,
});

/** Every answer has a code, `"00000"` when all is well. */
function findError(body: unknown): string | undefined {
  const code = findField(body, "code");
  return code === undefined || code === "00000" ? undefined : describeErrorBody(code, findField(body, "msg"));
}

const listing = defineListingFeed({
  url: "https://api.bitget.com/api/v2/spot/public/symbols",
  findError,
  schema: z.object({ code: z.literal("00000"), data: rows(ListingRow) }),
  rows: ({ data }) => data,
  read: ({ symbol, baseCoin, quoteCoin, status, areaSymbol }) => ({
    market: symbol,
    base: baseCoin.toUpperCase(),
    quote: quoteCoin.toUpperCase(),
    trading: status === "online",
    type: areaSymbol === "yes" && isTokenisedCode(baseCoin) ? "tokenised" : "spot",
    baseName: null,
  }),
});

/**
 * `areaSymbol` marks what may not be traded everywhere: nearly all of it tokenised shares and funds (`rNVDA`, `preSPCX`,
 * `TSLAON`), but some coins and dollar books too (PI, USDT/USD), which the form of the code tells apart.
 */
function isTokenisedCode(code: string): boolean {
  return /^(r|pre)[A-Z]|.ON$/.test(code);
}

const tickers = defineTickerFeed({
  url: "https://api.bitget.com/api/v2/spot/market/tickers",
  findError,
  schema: z.object({ code: z.literal("00000"), data: rows(TickerRow) }),
  rows: ({ data }) => data,
  marketOf: ({ symbol }) => symbol,
  read: (row) => ({
    last: row.lastPr,
    bid: row.bidPr,
    ask: row.askPr,
    baseVolume: row.baseVolume,
    quoteVolume: row.quoteVolume,
    // `usdtVolume` counts USDT, whose rate is not taken for granted.
    usdVolume: null,
    vwap: null,
    // Rolling; `openUtc` is the calendar day's.
    open24h: row.open,
    // `ts` is when the row was made.
    tradeTimeMs: null,
    trades: null,
  }),
});

export const bitget = defineSource({
  id: "bitget",
  name: "Bitget",
  homepage: "https://www.bitget.com",
  license: "Bitget terms of use",
  termsUrl: "https://www.bitget.com/support/articles/360014944032-terms-of-use",
  attribution: null,
  redistribution: "attribution",
  pacing: { concurrency: 1, intervalMs: 100, reason: "20 requests a second per address" },
  cadenceMs: MINUTE_MS,
  venue: { trust: 0.7, usdFiat: false, geckoId: "bitget" },
  feeds: [listing, tickers],
});
