import { describeErrorBody, findField } from "../kit/error-body.ts";
import { defineFlatVenue } from "../kit/flat-venue.ts";
import { defineTerms, NOT_READ } from "../kit/terms.ts";

const API = "https://api.bitso.com/v3";

/**
 * Documented as `{"success": false, "error": {"code": "0301", "message": …}}`; the ticker call is
 * reported to leave out `success`.
 */
function findError(body: unknown): string | undefined {
  const error = findField(body, "error");
  if (error === undefined) return findField(body, "success") === false ? "error" : undefined;
  return describeErrorBody(findField(error, "code"), findField(error, "message")) || describeErrorBody(error);
}

export const bitso = defineFlatVenue(
  {
    id: "bitso",
    name: "Bitso",
    homepage: "https://bitso.com",
    license: "Bitso terms of service",
    terms: defineTerms({
      url: "https://bitso.com/legal/GI/terms",
      says: "Its terms were not read, and nothing about republishing its public data was found.",
    }),
    offByDefault: `${NOT_READ} It adds books in Mexican, Colombian and Argentine pesos and in reais.`,
    pacing: {
      concurrency: 1,
      intervalMs: 1_000,
      reason: "60 public requests a minute and address; beyond it an address is locked out for a minute",
    },
    findError,
    venue: {
      trust: 0.4,
      // Its USD is reported to be a balance of USDC and USDT ("digital dollars"), not money in a
      // bank.
      usdFiat: false,
      geckoId: "bitso",
      country: "Gibraltar",
      since: 2014,
      demo: {
        share: 0.005,
        density: 0.7,
        depth: 60,
        quotes: "MXN:1:0.6 USD:0.6:0.2 BRL:0.4:0.1:30 USDT:0.3:0.05 BTC:0.2:0.03:20 COP:0.2:0.01:8 ARS:0.2:0.01:8",
      },
    },
  },
  {
    form: "{base}_{quote}",
    numbers: "text",
    // Capital controls have kept prices in Argentine pesos away from the official rate for years.
    // How far they are today was not measured.
    unpricedQuotes: ["ARS"],
    // The listing has no state of a book: books that stop trading are reported to leave it.
    listing: { url: `${API}/available_books/`, rows: "payload", market: "book", trading: {} },
    tickers: {
      // The documentation requires `book`; without it the answer is reported to have all 54 books.
      url: `${API}/ticker/`,
      rows: "payload",
      // `created_at` is the time of the answer, not of a trade; as it is a text, it is not read.
      // There is no volume in the quote.
      fields: { market: "book", last: "last", bid: "bid", ask: "ask", baseVolume: "volume", vwap: "vwap" },
      change: { field: "change_24", unit: "price" },
      // A book without trades would have no last price: that is no fault.
      mayLackLast: true,
    },
  },
);
