import { z } from "zod";
import { MINUTE_MS } from "../../lib/time.ts";
import { ignored, type Listing } from "../../normalise/record.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { defineListingFeed } from "../kit/listing-feed.ts";
import { assetCode, maybeAmount, maybeNumeric, maybePositive, maybeText, rows } from "../kit/schema.ts";
import { defineTickerFeed } from "../kit/ticker-feed.ts";
import { defineSource } from "../source.ts";

/** What is neither a coin nor a currency: so far only as perpetuals, but the field stands on every instrument. */
const SECURITIES = new Set(["EQUITY", "EQUITY_IND", "PRE_IPO", "COMMODITIES"]);

const ListingRow = z.object({
  symbol: z.string().min(1),
  inst_type: z.string(),
  base_ccy: assetCode,
  quote_ccy: assetCode,
  tradable: z.boolean(),
  product_type: maybeText,
});

const TickerRow = z.object({
  i: z.string().min(1),
  a: maybeAmount,
  b: maybePositive,
  k: maybePositive,
  v: maybeAmount,
  vv: maybeAmount,
  c: maybeNumeric,
  t: maybePositive,
});

/** Every answer has a code, 0 when all is well. */
function findError(body: unknown): string | undefined {
  const code = findField(body, "code");
  return code === undefined || code === 0 ? undefined : describeErrorBody(code, findField(body, "message"));
}

const listing = defineListingFeed({
  url: "https://api.crypto.com/exchange/v1/public/get-instruments",
  findError,
  schema: z.object({ code: z.literal(0), result: z.object({ data: rows(ListingRow) }) }),
  rows: ({ result }) => result.data,
  read: (row) => ({
    market: row.symbol,
    base: row.base_ccy,
    quote: row.quote_ccy,
    trading: row.tradable,
    type: findType(row),
    baseName: null,
  }),
});

function findType({ symbol, inst_type, product_type }: z.infer<typeof ListingRow>): Listing["type"] {
  if (inst_type !== "CCY_PAIR") return "derivative";
  // `SHIB_BTC@…` is the book of another company of the group, shown beside the venue's own.
  if (symbol.includes("@")) return "duplicate";
  return product_type !== null && SECURITIES.has(product_type) ? "tokenised" : "spot";
}

const tickers = defineTickerFeed({
  url: "https://api.crypto.com/exchange/v1/public/get-tickers",
  findError,
  schema: z.object({ code: z.literal(0), result: z.object({ data: rows(TickerRow) }) }),
  rows: ({ result }) => result.data,
  marketOf: ({ i }) => i,
  read: (row) => {
    if (row.a === null) return ignored("no last price");
    return {
      last: row.a,
      bid: row.b,
      ask: row.k,
      baseVolume: row.v,
      quoteVolume: null,
      // `vv` is turnover in USD even where the book is quoted in BTC or CRO.
      usdVolume: row.vv,
      vwap: null,
      open24h: findOpen(row.a, row.c),
      tradeTimeMs: row.t,
      trades: null,
    };
  },
});

/** The rolling open, which is not told, from the change as a ratio (`0.025` is 2.5 %). */
function findOpen(last: number, change: number | null): number | null {
  return change === null || change <= -1 || last === 0 ? null : last / (1 + change);
}

export const cryptoCom = defineSource({
  id: "crypto-com",
  name: "Crypto.com Exchange",
  homepage: "https://crypto.com/exchange",
  license: "Crypto.com Exchange terms",
  termsUrl: "https://crypto.com/exchange/document/terms",
  attribution: null,
  redistribution: "attribution",
  pacing: { concurrency: 1, intervalMs: 100, reason: "100 requests a second per method and address; two are made" },
  cadenceMs: MINUTE_MS,
  venue: { trust: 0.7, usdFiat: true, geckoId: "crypto_com" },
  feeds: [listing, tickers],
});
