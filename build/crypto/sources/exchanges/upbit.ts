import { describeErrorBody, findField } from "../kit/error-body.ts";
import { defineFlatVenue } from "../kit/flat-venue.ts";
import { defineTerms } from "../kit/terms.ts";

const API = "https://api.upbit.com/v1";

function findError(body: unknown): string | undefined {
  const error = findField(body, "error");
  if (error === undefined) return undefined;
  return describeErrorBody(findField(error, "name"), findField(error, "message")) || describeErrorBody(error);
}

export const upbit = defineFlatVenue(
  {
    id: "upbit",
    name: "Upbit",
    homepage: "https://upbit.com",
    license: "Upbit Open API terms",
    terms: defineTerms({
      url: "https://upbit.com/open_api_agreement",
      ground: { kind: "reported", on: "2026-11-23", by: "public reports" },
      says: "Copying and distribution are forbidden, and use is non-commercial.",
      class: "restricted",
    }),
    offByDefault:
      "Its large markets are in won, with a local premium of up to several percent: they add volume, not a price. " +
      "Access from outside Korea has not been measured.",
    // 418 is a ban, which further requests extend.
    pacing: { concurrency: 1, intervalMs: 200, reason: "10 requests a second and address", refusals: [418] },
    findError,
    venue: {
      trust: 0.7,
      usdFiat: false,
      geckoId: "upbit",
      country: "South Korea",
      since: 2017,
      demo: { share: 0.08, density: 0.72, depth: 220, quotes: "KRW:1:0.9 BTC:0.7:0.05 USDT:0.4:0.05:200" },
    },
  },
  {
    form: "{QUOTE}-{BASE}",
    numbers: "number",
    // Capital controls keep prices in won some percent away from the rest of the world.
    unpricedQuotes: ["KRW"],
    listing: {
      url: `${API}/market/all?isDetails=true`,
      market: "market",
      baseName: "english_name",
      trading: {},
    },
    tickers: {
      url: `${API}/ticker/all?quote_currencies=KRW,BTC,USDT`,
      // The opens and the change refer to the close of the UTC day.
      fields: {
        market: "market",
        last: "trade_price",
        baseVolume: "acc_trade_volume_24h",
        quoteVolume: "acc_trade_price_24h",
        tradeTimeMs: "trade_timestamp",
      },
    },
  },
);
