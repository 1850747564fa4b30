import { z } from "zod";
import { MINUTE_MS } from "../../lib/time.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { defineListingFeed } from "../kit/listing-feed.ts";
import { amount, assetCode, maybeText, rows } from "../kit/schema.ts";
import { defineTickerFeed } from "../kit/ticker-feed.ts";
import { defineSource } from "../source.ts";

const API = "https://api.gemini.com/v1";

const SymbolRow = z.object({
  symbol: assetCode,
  base_currency: assetCode,
  quote_currency: assetCode,
  status: z.string(),
  product_type: maybeText,
});

/** `percentChange24h` is left out: percent in the reference, a ratio in recorded answers. */
const PriceRow = z.object({ pair: assetCode, price: amount });

function findError(body: unknown): string | undefined {
  if (findField(body, "result") !== "error") return undefined;
  return describeErrorBody(findField(body, "reason"), findField(body, "message")) || "error";
}

/** A vote on the price without a volume: bid, ask and volume would cost a call for each symbol. */
export const gemini = defineSource({
  id: "gemini",
  name: "Gemini",
  homepage: "https://www.gemini.com",
  license: "Gemini API agreement",
  termsUrl: "https://www.gemini.com/legal/api-agreement",
  attribution: null,
  redistribution: "attribution",
  pacing: {
    concurrency: 1,
    intervalMs: 1_000,
    reason: "120 public requests a minute, no more than one a second asked for",
  },
  cadenceMs: MINUTE_MS,
  venue: { trust: 1, usdFiat: true, geckoId: "gemini" },
  feeds: [
    defineListingFeed({
      url: `${API}/symbols/details/all`,
      findError,
      schema: rows(SymbolRow),
      rows: (body) => body,
      read: (row) => ({
        market: row.symbol,
        base: row.base_currency,
        quote: row.quote_currency,
        trading: row.status === "open" || row.status === "limit_only",
        type: row.product_type === null || row.product_type === "spot" ? "spot" : "derivative",
        baseName: null,
      }),
    }),
    defineTickerFeed({
      url: `${API}/pricefeed`,
      findError,
      schema: rows(PriceRow),
      rows: (body) => body,
      marketOf: ({ pair }) => pair,
      read: (row) => ({
        last: row.price,
        bid: null,
        ask: null,
        baseVolume: null,
        quoteVolume: null,
        usdVolume: null,
        vwap: null,
        open24h: null,
        tradeTimeMs: null,
        trades: null,
      }),
    }),
  ],
});
