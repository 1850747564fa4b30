import { z } from "zod";
import { MINUTE_MS } from "../../lib/time.ts";
import { ignored, type Listing } from "../../normalise/record.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { defineListingFeed } from "../kit/listing-feed.ts";
import { assetCode, maybeAmount, maybePositive, maybeText, rows } from "../kit/schema.ts";
import { defineTickerFeed } from "../kit/ticker-feed.ts";
import { defineSource } from "../source.ts";

const API = "https://www.okx.com/api/v5";

const Instrument = z.object({
  instId: z.string().min(1),
  instType: z.string(),
  baseCcy: assetCode,
  quoteCcy: assetCode,
  state: z.string(),
  instCategory: maybeText,
});

/** For spot books `vol24h` counts the base and `volCcy24h` the quote. `ts` is left out: it is when the row was made. */
const TickerRow = z.object({
  instId: z.string(),
  last: maybeAmount,
  bidPx: maybePositive,
  askPx: maybePositive,
  open24h: maybePositive,
  vol24h: maybeAmount,
  volCcy24h: maybeAmount,
});

/** Every answer has a code, `"0"` when all is well. */
function findError(body: unknown): string | undefined {
  const status = findField(body, "code");
  if (status === undefined || status === "0") return undefined;
  return describeErrorBody(status, findField(body, "msg"));
}

function findType(row: z.infer<typeof Instrument>): Listing["type"] {
  if (row.instType !== "SPOT") return "derivative";
  if (row.state === "test") return "test";
  // 1 is crypto (and currencies as quotes); stocks, commodities and bonds have their own numbers.
  return row.instCategory === null || row.instCategory === "1" ? "spot" : "tokenised";
}

export const okx = defineSource({
  id: "okx",
  name: "OKX",
  homepage: "https://www.okx.com",
  license: "OKX API agreement",
  termsUrl: "https://www.okx.com/help/okx-api-agreement",
  attribution: null,
  redistribution: "attribution",
  pacing: { concurrency: 1, intervalMs: 200, reason: "20 requests in 2 seconds and address per endpoint" },
  cadenceMs: MINUTE_MS,
  venue: { trust: 1, usdFiat: true, geckoId: "okex" },
  feeds: [
    defineListingFeed({
      url: `${API}/public/instruments?instType=SPOT`,
      findError,
      schema: z.object({ code: z.literal("0"), data: rows(Instrument) }),
      rows: ({ data }) => data,
      read: (row) => ({
        market: row.instId,
        base: row.baseCcy,
        quote: row.quoteCcy,
        trading: row.state === "live",
        type: findType(row),
        baseName: null,
      }),
    }),
    defineTickerFeed({
      url: `${API}/market/tickers?instType=SPOT`,
      findError,
      schema: z.object({ code: z.literal("0"), data: rows(TickerRow) }),
      rows: ({ data }) => data,
      marketOf: ({ instId }) => instId,
      read: (row) => {
        if (row.last === null) return ignored("no last price");
        return {
          last: row.last,
          bid: row.bidPx,
          ask: row.askPx,
          baseVolume: row.vol24h,
          quoteVolume: row.volCcy24h,
          usdVolume: null,
          vwap: null,
          open24h: row.open24h,
          tradeTimeMs: null,
          trades: null,
        };
      },
    }),
  ],
});
