import { defineFlatVenue } from "../kit/flat-venue.ts";
import { defineTerms, NOT_READ } from "../kit/terms.ts";
import { isLeveragedCode } from "../kit/venue-feeds.ts";

const API = "https://api-cloud.bitmart.com/spot";

export const bitmart = defineFlatVenue(
  {
    id: "bitmart",
    name: "BitMart",
    homepage: "https://www.bitmart.com",
    license: "BitMart user agreement",
    terms: defineTerms({
      url: "https://www.bitmart.com/eula",
      says: "Its terms were not read, and nothing about republishing its public data was found.",
    }),
    offByDefault: `${NOT_READ} It lists many small coins, and its listing has no names by which to tell coins with one code apart.`,
    pacing: {
      concurrency: 1,
      intervalMs: 250,
      reason: "10 requests for tickers and 12 for markets in 2 seconds and address; beyond it an address is blocked",
      giveUpAfter429: 1,
    },
    venue: {
      trust: 0.4,
      usdFiat: false,
      geckoId: "bitmart",
      country: "Cayman Islands",
      since: 2017,
      demo: {
        share: 0.03,
        density: 0.85,
        depth: 1400,
        quotes: "USDT:1:0.95 USDC:0.2:0.02:100 BTC:0.2:0.01:60 ETH:0.2:0.01:30",
      },
    },
  },
  {
    form: "{BASE}_{QUOTE}",
    numbers: "text",
    // Good answers are reported to say `"success": false` beside the code.
    status: { field: "code", ok: 1000, words: ["code", "message"] },
    listing: {
      url: `${API}/v1/symbols/details`,
      rows: "data.symbols",
      market: "symbol",
      base: "base_currency",
      quote: "quote_currency",
      // The other documented state is `pre-trade`.
      trading: { trade_status: ["trading"] },
      // Leveraged tokens are not marked: `BTC3L` is one only beside a listed `BTC`. Tokenised
      // shares are not marked either: their codes are identified like those of coins.
      findType: ({ base }, bases) => {
        const code = base.toUpperCase();
        return isLeveragedCode(code) && bases.has(code.slice(0, -2)) ? "leveraged" : "spot";
      },
    },
    tickers: {
      // Has only markets with trades in the last 24 hours.
      url: `${API}/quotation/v3/tickers`,
      rows: "data",
      madeAt: { path: "data.{row}.12", unitMs: 1 },
      // A row is a list. 5 and 6 are high and low, 7 is the change as a ratio, 9 and 11 are the
      // sizes of bid and ask.
      fields: { market: "0", last: "1", baseVolume: "2", quoteVolume: "3", open24h: "4", bid: "8", ask: "10" },
    },
  },
);
