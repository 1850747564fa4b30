import { describeErrorBody, findField } from "../kit/error-body.ts";
import { defineFlatVenue } from "../kit/flat-venue.ts";
import { defineTerms, NOT_READ } from "../kit/terms.ts";

const API = "https://api.bitvavo.com/v2";

/** An error is `{"errorCode": 205, "error": …}`. */
function findError(body: unknown): string | undefined {
  const code = findField(body, "errorCode");
  return code === undefined ? undefined : describeErrorBody(code, findField(body, "error"));
}

export const bitvavo = defineFlatVenue(
  {
    id: "bitvavo",
    name: "Bitvavo",
    homepage: "https://bitvavo.com",
    license: "Bitvavo user agreement",
    terms: defineTerms({
      url: "https://bitvavo.com/en/terms",
      says: "Its terms were not read, and nothing about republishing its public data was found.",
    }),
    offByDefault: `${NOT_READ} It adds books in euro.`,
    pacing: {
      concurrency: 1,
      intervalMs: 200,
      reason:
        "1,000 points a minute and address, of which the tickers of all markets cost 25; beyond it an address is " +
        "blocked for 15 minutes",
      giveUpAfter429: 1,
    },
    findError,
    venue: {
      trust: 0.4,
      usdFiat: false,
      geckoId: "bitvavo",
      country: "Netherlands",
      demo: { share: 0.01, density: 0.8, depth: 300, quotes: "EUR:1:0.97 USDC:0.3:0.03:60" },
    },
  },
  {
    form: "{BASE}-{QUOTE}",
    numbers: "text",
    listing: {
      url: `${API}/markets`,
      market: "market",
      base: "base",
      quote: "quote",
      // Markets that are `halted`, `auction`, `auctionMatching` or `cancelOnly` have no continuous
      // trade.
      trading: { status: ["trading"] },
    },
    tickers: {
      url: `${API}/ticker/24h`,
      madeAt: { path: "{row}.timestamp", unitMs: 1 },
      fields: {
        market: "market",
        last: "last",
        bid: "bid",
        ask: "ask",
        open24h: "open",
        baseVolume: "volume",
        quoteVolume: "volumeQuote",
      },
      // A market without trades would have no last price: that is no fault.
      mayLackLast: true,
    },
  },
);
