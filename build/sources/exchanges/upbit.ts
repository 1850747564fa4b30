import { z } from "zod";
import { HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import { rejected } from "../../normalise/record.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { createListingLookup, isDropped } from "../kit/listing.ts";
import { amount, mapRows, maybeAmount, maybePositive, maybeText, rows } from "../kit/schema.ts";
import { defineFeed, defineSource } from "../source.ts";

const API = "https://api.upbit.com/v1";

const Market = z.object({ market: z.string().min(1), english_name: maybeText });

/** The opens and the change are left out: both are against the close of the UTC day. */
const TickerRow = z.object({
  market: z.string(),
  trade_price: amount,
  acc_trade_volume_24h: maybeAmount,
  acc_trade_price_24h: maybeAmount,
  trade_timestamp: maybePositive,
});

function findError(body: unknown): string | undefined {
  const error = findField(body, "error");
  if (error === undefined) return undefined;
  return describeErrorBody(findField(error, "name"), findField(error, "message")) || describeErrorBody(error);
}

export const upbit = defineSource({
  id: "upbit",
  name: "Upbit",
  homepage: "https://upbit.com",
  license: "Upbit Open API terms",
  termsUrl: "https://upbit.com/open_api_agreement",
  attribution: null,
  redistribution: "attribution",
  offByDefault:
    "Its books of any size are in won, with a local premium of up to several percent: they add volume, not a price. " +
    "Whether it answers from outside Korea has not been measured.",
  pacing: { concurrency: 1, intervalMs: 200, reason: "10 requests a second and address" },
  cadenceMs: MINUTE_MS,
  venue: { trust: 0.7, usdFiat: false, geckoId: "upbit" },
  feeds: [
    defineFeed({
      id: "listing",
      kind: "listing",
      refreshMs: 6 * HOUR_MS,
      key: (listing) => listing.market,
      format: "json",
      maxBytes: 4_000_000,
      requests: () => [{ url: `${API}/market/all?isDetails=true` }],
      findError,
      schema: rows(Market),
      normalise: (body) =>
        mapRows(body, (row) => {
          // The id is the only place of the two codes, and the quote comes first: `KRW-BTC` is bitcoin in won.
          const [quote, base, ...rest] = row.market.toUpperCase().split("-");
          if (!quote || !base || rest.length > 0) return rejected("an id that is not quote and base");
          return { market: row.market, base, quote, trading: true, type: "spot" as const, baseName: row.english_name };
        }),
    }),
    defineFeed({
      id: "tickers",
      kind: "ticker",
      needs: ["listing"],
      key: (ticker) => ticker.market,
      format: "json",
      maxBytes: 8_000_000,
      requests: () => [{ url: `${API}/ticker/all?quote_currencies=KRW,BTC,USDT` }],
      findError,
      schema: rows(TickerRow),
      *normalise(body, context) {
        const findListing = createListingLookup(context);
        yield* mapRows(body, (row) => {
          const listing = findListing(row.market);
          if (isDropped(listing)) return listing;
          return {
            market: listing.market,
            base: listing.base,
            quote: listing.quote,
            last: row.trade_price,
            bid: null,
            ask: null,
            baseVolume: row.acc_trade_volume_24h,
            quoteVolume: row.acc_trade_price_24h,
            usdVolume: null,
            vwap: null,
            open24h: null,
            tradeTimeMs: row.trade_timestamp,
            trades: null,
            // Capital controls keep won prices some percent away from the world's.
            priced: listing.quote !== "KRW",
          };
        });
      },
    }),
  ],
});
