import { z } from "zod";
import { HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import { ignored, rejected } from "../../normalise/record.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { createListingLookup, isDropped } from "../kit/listing.ts";
import { amount, mapRows, maybeAmount, maybePositive, maybeText, rows } from "../kit/schema.ts";
import { defineFeed, defineSource } from "../source.ts";

const API = "https://www.bitstamp.net/api/v2";

/** `base_currency` and `counter_currency` only in the newer call, the fallback; the older one has them in `name`. */
const Pair = z.object({
  name: z.string().min(1),
  description: maybeText,
  trading: z.string(),
  market_type: maybeText,
  base_currency: maybeText,
  counter_currency: maybeText,
});

/** `open` is left out: it is the open of the day. `timestamp` too: it is when the row was made. */
const TickerRow = z.object({
  pair: z.string(),
  market_type: maybeText,
  last: amount,
  bid: maybePositive,
  ask: maybePositive,
  volume: maybeAmount,
  vwap: maybePositive,
  open_24: maybePositive,
});

function findError(body: unknown): string | undefined {
  if (findField(body, "status") !== "error") return undefined;
  return describeErrorBody(findField(body, "code"), findField(body, "reason")) || "error";
}

/** `market_type` came with the perpetuals: before, everything was spot. */
function isSpot(marketType: string | null): boolean {
  return marketType === null || marketType.toUpperCase() === "SPOT";
}

export const bitstamp = defineSource({
  id: "bitstamp",
  name: "Bitstamp",
  homepage: "https://www.bitstamp.net",
  license: "Bitstamp terms of use",
  termsUrl: "https://www.bitstamp.net/terms-of-use/",
  attribution: null,
  redistribution: "attribution",
  pacing: { concurrency: 1, intervalMs: 200, reason: "400 requests a second, 10,000 in 10 minutes" },
  cadenceMs: MINUTE_MS,
  venue: { trust: 1, usdFiat: true, geckoId: "bitstamp" },
  feeds: [
    defineFeed({
      id: "listing",
      kind: "listing",
      refreshMs: 6 * HOUR_MS,
      key: (listing) => listing.market,
      format: "json",
      maxBytes: 4_000_000,
      requests: () => [{ url: `${API}/trading-pairs-info/`, fallbackUrl: `${API}/markets/` }],
      findError,
      schema: rows(Pair),
      normalise: (body) =>
        mapRows(body, (row) => {
          const [first, second] = row.name.split("/");
          const base = (row.base_currency ?? first ?? "").toUpperCase();
          const quote = (row.counter_currency ?? second ?? "").toUpperCase();
          if (base === "" || quote === "") return rejected("neither currencies nor a name of two parts");
          return {
            market: row.name,
            base,
            quote,
            trading: row.trading === "Enabled",
            type: isSpot(row.market_type) ? ("spot" as const) : ("derivative" as const),
            // "Bitcoin / U.S. dollar"
            baseName: row.description?.split(" / ")[0] ?? null,
          };
        }),
    }),
    defineFeed({
      id: "tickers",
      kind: "ticker",
      needs: ["listing"],
      key: (ticker) => ticker.market,
      format: "json",
      maxBytes: 4_000_000,
      requests: () => [{ url: `${API}/ticker/` }],
      findError,
      schema: rows(TickerRow),
      *normalise(body, context) {
        const findListing = createListingLookup(context);
        yield* mapRows(body, (row) => {
          if (!isSpot(row.market_type)) return ignored("derivative");
          const listing = findListing(row.pair);
          if (isDropped(listing)) return listing;
          return {
            market: listing.market,
            base: listing.base,
            quote: listing.quote,
            last: row.last,
            bid: row.bid,
            ask: row.ask,
            baseVolume: row.volume,
            quoteVolume: null,
            usdVolume: null,
            vwap: row.vwap,
            open24h: row.open_24,
            tradeTimeMs: null,
            trades: null,
            priced: true,
          };
        });
      },
    }),
  ],
});
