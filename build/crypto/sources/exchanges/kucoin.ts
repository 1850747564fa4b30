import { SECOND_MS } from "../../../lib/time.ts";
import { defineFlatVenue } from "../kit/flat-venue.ts";
import { defineTerms } from "../kit/terms.ts";
import { isLeveragedCode } from "../kit/venue-feeds.ts";

const API = "https://api.kucoin.com/api";

export const kucoin = defineFlatVenue(
  {
    id: "kucoin",
    name: "KuCoin",
    homepage: "https://www.kucoin.com",
    license: "KuCoin terms of use",
    terms: defineTerms({
      url: "https://www.kucoin.com/legal/terms-of-use",
      says: "Nothing about republishing its public data was found in public reports.",
    }),
    pacing: { concurrency: 1, intervalMs: 250, reason: "public pool of 2,000 weight in 30 seconds per address" },
    venue: {
      trust: 0.7,
      usdFiat: false,
      geckoId: "kucoin",
      country: "Seychelles",
      since: 2014,
      demo: {
        share: 0.05,
        density: 0.8,
        depth: 950,
        quotes:
          "USDT:1:0.88 BTC:0.4:0.04:300 USDC:0.4:0.03:250 ETH:0.2:0.02:150 KCS:0.2:0.005:80 EUR:0.3:0.005:20 USDD:1:0.03:9",
      },
    },
    candles: {
      rank: 5,
      quote: "USDT",
      url: `${API}/v1/market/candles?symbol={market}&type={interval}&startAt={fromSeconds}&endAt={toSeconds}`,
      intervals: ["5min", "1hour", "1day"],
      maxPerCall: 1_500,
      rows: "data",
      columns: ["time", "open", "close", "high", "low", "baseVolume", "quoteVolume"],
      timeUnitMs: SECOND_MS,
    },
  },
  {
    form: "{BASE}-{QUOTE}",
    numbers: "text",
    status: { field: "code", ok: "200000", words: ["code", "msg"] },
    listing: {
      url: `${API}/v2/symbols`,
      rows: "data",
      // A renamed coin keeps its old code in `symbol`; `baseCurrency` has today's.
      market: "symbol",
      base: "baseCurrency",
      quote: "quoteCurrency",
      trading: { enableTrading: [true] },
      findType: ({ base }) => (isLeveragedCode(base) ? "leveraged" : "spot"),
    },
    tickers: {
      url: `${API}/v1/market/allTickers`,
      rows: "data.ticker",
      madeAt: { path: "data.time", unitMs: 1 },
      fields: {
        market: "symbol",
        last: "last",
        bid: "buy",
        ask: "sell",
        open24h: "open",
        baseVolume: "vol",
        quoteVolume: "volValue",
      },
      // Older rows lack the open. The four decimals of `changeRate` are too coarse.
      change: { field: "changePrice", unit: "price" },
      mayLackLast: true,
    },
  },
);
