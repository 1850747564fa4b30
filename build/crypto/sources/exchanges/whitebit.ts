import { describeErrorBody, findField } from "../kit/error-body.ts";
import { defineFlatVenue } from "../kit/flat-venue.ts";
import { defineTerms, NOT_READ } from "../kit/terms.ts";

const API = "https://whitebit.com/api/v4/public";

/** An error is `{"success": false, "message": …}` or `{"code": 0, "message": …}`. */
function findError(body: unknown): string | undefined {
  const code = findField(body, "code");
  const failed = findField(body, "success") === false || typeof code === "number";
  return failed ? describeErrorBody(code, findField(body, "message")) || "error" : undefined;
}

/** The tickers of all markets have no bid and no ask. */
export const whitebit = defineFlatVenue(
  {
    id: "whitebit",
    name: "WhiteBIT",
    homepage: "https://whitebit.com",
    license: "WhiteBIT user agreement",
    terms: defineTerms({
      url: "https://whitebit.com/terms",
      says: "Its terms were not read, and nothing about republishing its public data was found.",
    }),
    offByDefault: `${NOT_READ} It adds books in hryvnia and euro.`,
    pacing: { concurrency: 1, intervalMs: 100, reason: "2,000 requests in 10 seconds and address" },
    findError,
    venue: {
      trust: 0.4,
      usdFiat: false,
      geckoId: "whitebit",
      demo: {
        share: 0.03,
        density: 0.8,
        depth: 500,
        quotes: "USDT:1:0.9 BTC:0.3:0.03:80 EUR:0.3:0.03:40 UAH:0.4:0.02:50",
      },
    },
  },
  {
    form: "{BASE}_{QUOTE}",
    numbers: "text",
    listing: {
      url: `${API}/markets`,
      market: "name",
      base: "stock",
      quote: "money",
      trading: { tradesEnabled: [true] },
      // The same list has futures, whose quote is `PERP`. Those of shares and metals are reported
      // to have a type that the documentation lacks, `tradfiFutures`.
      findType: ({ quote, fields }) =>
        (fields["type"] ?? "spot") === "spot" && quote.toUpperCase() !== "PERP" ? "spot" : "derivative",
    },
    tickers: {
      url: `${API}/ticker`,
      rows: "{market}",
      // The listing says the same, some hours later.
      trading: { isFrozen: [false, undefined] },
      fields: { market: "{market}", last: "last_price", baseVolume: "base_volume", quoteVolume: "quote_volume" },
      change: { field: "change", unit: "percent" },
    },
  },
);
