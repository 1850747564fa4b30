import { z } from "zod";
import { MINUTE_MS } from "../../lib/time.ts";
import { ignored } from "../../normalise/record.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { isLeveragedCode } from "../kit/leveraged-code.ts";
import { defineListingFeed } from "../kit/listing-feed.ts";
import { assetCode, maybeAmount, maybeNumeric, maybePositive, rows } from "../kit/schema.ts";
import { defineTickerFeed } from "../kit/ticker-feed.ts";
import { defineSource } from "../source.ts";

const ListingRow = z.object({
  symbol: z.string().min(1),
  baseCurrency: assetCode,
  quoteCurrency: assetCode,
  enableTrading: z.boolean(),
});

const TickerRow = z.object({
  symbol: z.string().min(1),
  last: maybeAmount,
  buy: maybePositive,
  sell: maybePositive,
  vol: maybeAmount,
  volValue: maybeAmount,
  open: maybePositive,
  changePrice: maybeNumeric,
});

/** Every answer has a code, `"200000"` when all is well. */
function findError(body: unknown): string | undefined {
  const code = findField(body, "code");
  return code === undefined || code === "200000" ? undefined : describeErrorBody(code, findField(body, "msg"));
}

const listing = defineListingFeed({
  url: "https://api.kucoin.com/api/v2/symbols",
  findError,
  schema: z.object({ code: z.literal("200000"), data: rows(ListingRow) }),
  rows: ({ data }) => data,
  // A renamed coin keeps its old code in `symbol`; only `baseCurrency` has today's.
  read: ({ symbol, baseCurrency, quoteCurrency, enableTrading }) => ({
    market: symbol,
    base: baseCurrency,
    quote: quoteCurrency,
    trading: enableTrading,
    type: isLeveragedCode(baseCurrency) ? "leveraged" : "spot",
    baseName: null,
  }),
});

const tickers = defineTickerFeed({
  url: "https://api.kucoin.com/api/v1/market/allTickers",
  findError,
  schema: z.object({ code: z.literal("200000"), data: z.object({ ticker: rows(TickerRow) }) }),
  rows: ({ data }) => data.ticker,
  marketOf: ({ symbol }) => symbol,
  read: (row) => {
    if (row.last === null) return ignored("no last price");
    return {
      last: row.last,
      bid: row.buy,
      ask: row.sell,
      baseVolume: row.vol,
      quoteVolume: row.volValue,
      usdVolume: null,
      vwap: null,
      open24h: row.open ?? findOpen(row.last, row.changePrice),
      // `data.time` is when the whole answer was made.
      tradeTimeMs: null,
      trades: null,
    };
  },
});

/** The open that older rows leave out; not from `changeRate`, whose four decimals are too coarse. */
function findOpen(last: number, changePrice: number | null): number | null {
  const open = changePrice === null ? 0 : last - changePrice;
  return open > 0 ? open : null;
}

export const kucoin = defineSource({
  id: "kucoin",
  name: "KuCoin",
  homepage: "https://www.kucoin.com",
  license: "KuCoin terms of use",
  termsUrl: "https://www.kucoin.com/legal/terms-of-use",
  attribution: null,
  redistribution: "attribution",
  pacing: { concurrency: 1, intervalMs: 250, reason: "public pool of 2,000 weight in 30 seconds per address" },
  cadenceMs: MINUTE_MS,
  venue: { trust: 0.7, usdFiat: false, geckoId: "kucoin" },
  feeds: [listing, tickers],
});
