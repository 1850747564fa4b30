import { describeErrorBody, findField } from "../kit/error-body.ts";
import { defineFlatVenue } from "../kit/flat-venue.ts";
import { defineTerms } from "../kit/terms.ts";

const API = "https://api.gemini.com/v1";

function findError(body: unknown): string | undefined {
  if (findField(body, "result") !== "error") return undefined;
  return describeErrorBody(findField(body, "reason"), findField(body, "message")) || "error";
}

/** Gives a price without a volume: bid, ask and volume would cost a call for each symbol. */
export const gemini = defineFlatVenue(
  {
    id: "gemini",
    name: "Gemini",
    homepage: "https://www.gemini.com",
    license: "Gemini API agreement",
    terms: defineTerms({
      url: "https://www.gemini.com/legal/api-agreement",
      says: "Nothing about republishing its public data was found in public reports.",
    }),
    pacing: {
      concurrency: 1,
      intervalMs: 1_000,
      reason: "120 public requests a minute, at most one a second is recommended",
    },
    findError,
    venue: {
      trust: 1,
      usdFiat: true,
      geckoId: "gemini",
      country: "United States",
      since: 2014,
      demo: {
        share: 0.006,
        density: 0.75,
        depth: 90,
        quotes: "USD:1:0.8 BTC:0.4:0.05:12 ETH:0.4:0.03:8 EUR:0.5:0.05:10 GBP:0.5:0.03:10",
      },
    },
  },
  {
    form: "{BASE}{QUOTE}",
    ignoreCase: true,
    numbers: "text",
    listing: {
      url: `${API}/symbols/details/all`,
      market: "symbol",
      base: "base_currency",
      quote: "quote_currency",
      trading: { status: ["open", "limit_only"] },
      findType: ({ fields }) => ((fields["product_type"] ?? "spot") === "spot" ? "spot" : "derivative"),
    },
    tickers: {
      url: `${API}/pricefeed`,
      // The unit of `percentChange24h` is unclear: percent in the reference, a ratio in answers.
      fields: { market: "pair", last: "price" },
    },
  },
);
