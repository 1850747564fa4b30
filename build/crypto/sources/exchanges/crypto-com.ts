import { defineFlatVenue } from "../kit/flat-venue.ts";
import { defineTerms } from "../kit/terms.ts";

const API = "https://api.crypto.com/exchange/v1/public";

/** Product types that are neither a coin nor a currency, so far only as perpetuals. */
const SECURITIES: readonly unknown[] = ["EQUITY", "EQUITY_IND", "PRE_IPO", "COMMODITIES"];

export const cryptoCom = defineFlatVenue(
  {
    id: "crypto-com",
    name: "Crypto.com Exchange",
    homepage: "https://crypto.com/exchange",
    license: "Crypto.com Exchange terms",
    terms: defineTerms({
      url: "https://crypto.com/exchange/document/terms",
      says: "Nothing about republishing its public data was found in public reports.",
    }),
    pacing: { concurrency: 1, intervalMs: 100, reason: "100 requests a second per method and address; two are made" },
    venue: {
      trust: 0.7,
      usdFiat: true,
      geckoId: "crypto_com",
      country: "Cayman Islands",
      since: 2019,
      demo: {
        share: 0.06,
        density: 0.75,
        depth: 380,
        quotes: "USD:1:0.75 USDT:0.7:0.2:300 BTC:0.2:0.02:40 CRO:0.3:0.005:12",
      },
    },
  },
  {
    form: "{BASE}_{QUOTE}",
    numbers: "text",
    status: { field: "code", ok: 0, words: ["code", "message"] },
    listing: {
      url: `${API}/get-instruments`,
      rows: "result.data",
      market: "symbol",
      base: "base_ccy",
      quote: "quote_ccy",
      trading: { tradable: [true] },
      findType: ({ market, fields }) => {
        if (fields["inst_type"] !== "CCY_PAIR") return "derivative";
        // `SHIB_BTC@…` is a market of another company of the group.
        if (market.includes("@")) return "duplicate";
        return SECURITIES.includes(fields["product_type"]) ? "tokenised" : "spot";
      },
    },
    tickers: {
      url: `${API}/get-tickers`,
      rows: "result.data",
      fields: {
        market: "i",
        last: "a",
        bid: "b",
        ask: "k",
        baseVolume: "v",
        // In USD, whatever the quote.
        usdVolume: "vv",
        tradeTimeMs: "t",
      },
      change: { field: "c", unit: "ratio" },
      mayLackLast: true,
    },
  },
);
