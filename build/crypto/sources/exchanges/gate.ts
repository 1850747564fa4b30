import { describeErrorBody, findField } from "../kit/error-body.ts";
import { defineFlatVenue } from "../kit/flat-venue.ts";
import { defineTerms } from "../kit/terms.ts";
import { isLeveragedCode } from "../kit/venue-feeds.ts";

const API = "https://api.gateio.ws/api/v4/spot";

/** An error is `{"label": "INVALID_CURRENCY_PAIR", "message": …}`. */
function findError(body: unknown): string | undefined {
  const label = findField(body, "label");
  return label === undefined ? undefined : describeErrorBody(label, findField(body, "message"));
}

export const gate = defineFlatVenue(
  {
    id: "gate",
    name: "Gate",
    homepage: "https://www.gate.com",
    license: "Gate user agreement",
    terms: defineTerms({
      url: "https://www.gate.com/legal/user-agreement",
      says: "Nothing about republishing its public data was found in public reports.",
    }),
    pacing: { concurrency: 1, intervalMs: 100, reason: "200 requests in 10 seconds per method and address" },
    findError,
    venue: {
      trust: 0.7,
      usdFiat: false,
      geckoId: "gate",
      country: "Panama",
      since: 2013,
      demo: {
        share: 0.07,
        density: 0.92,
        depth: 2600,
        quotes: "USDT:1:0.9 ETH:0.15:0.02:400 BTC:0.2:0.02:200 USDC:0.2:0.02:300 TRY:0.4:0.01:60 USDD:1:0.02:9",
      },
    },
  },
  {
    form: "{BASE}_{QUOTE}",
    numbers: "text",
    listing: {
      url: `${API}/currency_pairs`,
      market: "id",
      base: "base",
      quote: "quote",
      baseName: "base_name",
      // `buyable` and `sellable` markets take orders on one side only: no price comes from them.
      trading: { trade_status: ["tradable"] },
      // No field tells the type (`type` is always "normal"): only the code and the issuer's name
      // do.
      findType: ({ base, baseName }) => {
        if (isLeveragedCode(base)) return "leveraged";
        return baseName !== null && /\b(xStock|Ondo Tokenized)$/i.test(baseName) ? "tokenised" : "spot";
      },
    },
    tickers: {
      url: `${API}/tickers`,
      fields: {
        market: "currency_pair",
        last: "last",
        bid: "highest_bid",
        ask: "lowest_ask",
        baseVolume: "base_volume",
        quoteVolume: "quote_volume",
      },
      change: { field: "change_percentage", unit: "percent" },
    },
  },
);
