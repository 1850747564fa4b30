import { z } from "zod";
import { MINUTE_MS } from "../../lib/time.ts";
import type { Listing } from "../../normalise/record.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { isLeveragedCode } from "../kit/leveraged-code.ts";
import { defineListingFeed } from "../kit/listing-feed.ts";
import { amount, assetCode, maybeAmount, maybeNumeric, maybePositive, maybeText, rows } from "../kit/schema.ts";
import { defineTickerFeed } from "../kit/ticker-feed.ts";
import { defineSource } from "../source.ts";

const ListingRow = z.object({
  id: z.string().min(1),
  base: assetCode,
  base_name: maybeText,
  quote: assetCode,
  trade_status: z.string(),
});

const TickerRow = z.object({
  currency_pair: z.string().min(1),
  last: amount,
  highest_bid: maybePositive,
  lowest_ask: maybePositive,
  base_volume: maybeAmount,
  quote_volume: maybeAmount,
  change_percentage: maybeNumeric,
});

/** Good answers are arrays; an error is `{"label": "INVALID_CURRENCY_PAIR", "message": …}`. */
function findError(body: unknown): string | undefined {
  const label = findField(body, "label");
  return label === undefined ? undefined : describeErrorBody(label, findField(body, "message"));
}

const listing = defineListingFeed({
  url: "https://api.gateio.ws/api/v4/spot/currency_pairs",
  findError,
  schema: rows(ListingRow),
  rows: (pairs) => pairs,
  read: ({ id, base, base_name, quote, trade_status }) => ({
    market: id,
    base,
    quote,
    // `buyable` and `sellable` books take orders on one side only: no price comes from them.
    trading: trade_status === "tradable",
    type: findType(base, base_name),
    baseName: base_name,
  }),
});

/** There is no flag: `type` is "normal" in every row, so the code and the issuer in the asset's name have to do. */
function findType(base: string, name: string | null): Listing["type"] {
  if (isLeveragedCode(base)) return "leveraged";
  return name !== null && /\b(xStock|Ondo Tokenized)$/i.test(name) ? "tokenised" : "spot";
}

const tickers = defineTickerFeed({
  url: "https://api.gateio.ws/api/v4/spot/tickers",
  findError,
  schema: rows(TickerRow),
  rows: (pairs) => pairs,
  marketOf: ({ currency_pair }) => currency_pair,
  read: (row) => ({
    last: row.last,
    bid: row.highest_bid,
    ask: row.lowest_ask,
    baseVolume: row.base_volume,
    quoteVolume: row.quote_volume,
    usdVolume: null,
    vwap: null,
    open24h: findOpen(row.last, row.change_percentage),
    tradeTimeMs: null,
    trades: null,
  }),
});

/** The rolling open, which is not told, from the change in percent units (`2.5` is 2.5 %). */
function findOpen(last: number, changePercentage: number | null): number | null {
  return changePercentage === null || changePercentage <= -100 || last === 0
    ? null
    : last / (1 + changePercentage / 100);
}

export const gate = defineSource({
  id: "gate",
  name: "Gate",
  homepage: "https://www.gate.com",
  license: "Gate user agreement",
  termsUrl: "https://www.gate.com/legal/user-agreement",
  attribution: null,
  redistribution: "attribution",
  pacing: { concurrency: 1, intervalMs: 100, reason: "200 requests in 10 seconds per method and address" },
  cadenceMs: MINUTE_MS,
  venue: { trust: 0.7, usdFiat: false, geckoId: "gate" },
  feeds: [listing, tickers],
});
