import { z } from "zod";
import { HOUR_MS, MINUTE_MS } from "../lib/time.ts";
import type { Dropped, Listing, Ticker } from "../normalise/record.ts";
import { describeErrorBody, findField } from "./error-body.ts";
import { isLeveragedCode } from "./leveraged-code.ts";
import { createListingLookup, isDropped } from "./listing.ts";
import { amount, assetCode, mapRows, maybeAmount, maybePositive, rows } from "./schema.ts";
import { defineFeed, defineSource } from "./source.ts";

const MAX_BYTES = 16_000_000;

const ListingRow = z.object({
  sc: z.string().min(1),
  bc: assetCode,
  qc: assetCode,
  state: z.string(),
  te: z.boolean(),
  elr: z.unknown().optional(),
});

const TickerRow = z.object({
  symbol: z.string().min(1),
  close: amount,
  bid: maybePositive,
  ask: maybePositive,
  amount: maybeAmount,
  vol: maybeAmount,
  count: maybeAmount,
});

/** Errors come with status 200: `{"status": "error", "err-code": …, "err-msg": …}`. */
function findError(body: unknown): string | undefined {
  const status = findField(body, "status");
  if (status === undefined || status === "ok") return undefined;
  return describeErrorBody(findField(body, "err-code") ?? status, findField(body, "err-msg"));
}

const listing = defineFeed({
  id: "listing",
  kind: "listing",
  refreshMs: 6 * HOUR_MS,
  key: ({ market }) => market,
  format: "json",
  maxBytes: MAX_BYTES,
  requests: () => [{ url: "https://api.huobi.pro/v2/settings/common/symbols" }],
  findError,
  schema: z.object({ status: z.literal("ok"), data: rows(ListingRow) }),
  normalise: ({ data }) =>
    mapRows(
      data,
      ({ sc, bc, qc, state, te, elr }): Listing => ({
        market: sc,
        base: bc,
        quote: qc,
        trading: state === "online" && te,
        // `elr` is the leverage of an exchange-traded product, present on nothing else.
        type: (elr !== null && elr !== undefined) || isLeveragedCode(bc) ? "leveraged" : "spot",
        baseName: null,
      }),
    ),
});

const tickers = defineFeed({
  id: "tickers",
  kind: "ticker",
  needs: ["listing"],
  key: ({ market }) => market,
  format: "json",
  maxBytes: MAX_BYTES,
  requests: () => [{ url: "https://api.huobi.pro/market/tickers" }],
  findError,
  schema: z.object({ status: z.literal("ok"), data: rows(TickerRow) }),
  normalise: ({ data }, context) => {
    const findListing = createListingLookup(context);
    return mapRows(data, (row): Ticker | Dropped => {
      const book = findListing(row.symbol);
      if (isDropped(book)) return book;
      return {
        market: row.symbol,
        base: book.base,
        quote: book.quote,
        last: row.close,
        bid: row.bid,
        ask: row.ask,
        // The names mislead: `amount` is in base units, `vol` in quote units; both over the last 24 hours.
        baseVolume: row.amount,
        quoteVolume: row.vol,
        usdVolume: null,
        vwap: null,
        // `open`, `high` and `low` are those of the day that begins at 16:00 UTC.
        open24h: null,
        tradeTimeMs: null,
        trades: row.count,
        priced: true,
      };
    });
  },
});

export const htx = defineSource({
  id: "htx",
  name: "HTX",
  homepage: "https://www.htx.com",
  license: "HTX user agreement",
  termsUrl: "https://www.htx.com/support/360000112261",
  attribution: null,
  pacing: {
    concurrency: 1,
    intervalMs: 100,
    reason: "120 requests in 3 seconds per address, 800 a second for market data",
  },
  cadenceMs: MINUTE_MS,
  venue: { trust: 0.4, usdFiat: false, geckoId: "huobi" },
  feeds: [listing, tickers],
});
