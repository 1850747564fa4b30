import { defineFlatVenue } from "../kit/flat-venue.ts";
import { defineTerms } from "../kit/terms.ts";

const API = "https://api.bitget.com/api/v2/spot";

export const bitget = defineFlatVenue(
  {
    id: "bitget",
    name: "Bitget",
    homepage: "https://www.bitget.com",
    license: "Bitget terms of use",
    terms: defineTerms({
      url: "https://www.bitget.com/support/articles/360014944032-terms-of-use",
      says: "Nothing about republishing its public data was found in public reports.",
    }),
    pacing: { concurrency: 1, intervalMs: 100, reason: "20 requests a second per address" },
    venue: {
      trust: 0.7,
      usdFiat: false,
      geckoId: "bitget",
      country: "Seychelles",
      since: 2018,
      demo: {
        share: 0.07,
        density: 0.82,
        depth: 850,
        quotes: "USDT:1:0.93 USDC:0.3:0.03:200 EUR:0.4:0.01:60 BTC:0.2:0.01:60 ETH:0.2:0.01:30",
      },
    },
  },
  {
    form: "{BASE}{QUOTE}",
    numbers: "text",
    status: { field: "code", ok: "00000", words: ["code", "msg"] },
    listing: {
      url: `${API}/public/symbols`,
      rows: "data",
      market: "symbol",
      base: "baseCoin",
      quote: "quoteCoin",
      trading: { status: ["online"] },
      // `areaSymbol` marks what may not be traded everywhere: nearly all of it tokenised shares and
      // funds (`rNVDA`, `preSPCX`, `TSLAON`), but some coins and dollars too (PI, USDT/USD).
      findType: ({ base, fields }) =>
        fields["areaSymbol"] === "yes" && /^(r|pre)[A-Z]|.ON$/.test(base) ? "tokenised" : "spot",
    },
    tickers: {
      url: `${API}/market/tickers`,
      rows: "data",
      // `requestTime` is of the request, and 0 in older answers; `ts` is when the row was made.
      madeAt: { path: "data.{row}.ts", unitMs: 1 },
      // `usdtVolume` counts USDT, not USD. `openUtc` is of the calendar day.
      fields: {
        market: "symbol",
        last: "lastPr",
        bid: "bidPr",
        ask: "askPr",
        open24h: "open",
        baseVolume: "baseVolume",
        quoteVolume: "quoteVolume",
      },
    },
  },
);
