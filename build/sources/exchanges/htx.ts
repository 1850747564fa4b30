import { z } from "zod";
import { MINUTE_MS } from "../../lib/time.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { isLeveragedCode } from "../kit/leveraged-code.ts";
import { defineListingFeed } from "../kit/listing-feed.ts";
import { amount, assetCode, maybeAmount, maybePositive, rows } from "../kit/schema.ts";
import { defineTickerFeed } from "../kit/ticker-feed.ts";
import { defineSource } from "../source.ts";

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

const listing = defineListingFeed({
  url: "https://api.huobi.pro/v2/settings/common/symbols",
  findError,
  schema: z.object({ status: z.literal("ok"), data: rows(ListingRow) }),
  rows: ({ data }) => data,
  read: ({ sc, bc, qc, state, te, elr }) => ({
    market: sc,
    base: bc,
    quote: qc,
    trading: state === "online" && te,
    // `elr` is the leverage of an exchange-traded product, present on nothing else.
    type: (elr !== null && elr !== undefined) || isLeveragedCode(bc) ? "leveraged" : "spot",
    baseName: null,
  }),
});

const tickers = defineTickerFeed({
  url: "https://api.huobi.pro/market/tickers",
  findError,
  schema: z.object({ status: z.literal("ok"), data: rows(TickerRow) }),
  rows: ({ data }) => data,
  marketOf: ({ symbol }) => symbol,
  read: (row) => ({
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
  }),
});

export const htx = defineSource({
  id: "htx",
  name: "HTX",
  homepage: "https://www.htx.com",
  license: "HTX user agreement",
  termsUrl: "https://www.htx.com/support/360000112261",
  attribution: null,
  redistribution: "attribution",
  pacing: {
    concurrency: 1,
    intervalMs: 100,
    reason: "120 requests in 3 seconds per address, 800 a second for market data",
  },
  cadenceMs: MINUTE_MS,
  venue: { trust: 0.4, usdFiat: false, geckoId: "huobi" },
  feeds: [listing, tickers],
});
