import { z } from "zod";
import { SECOND_MS } from "../../../lib/time.ts";
import { ignored, rejected } from "../../normalise/record.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { amount, isDropped, maybeAmount, maybePositive, maybeText, rows } from "../kit/schema.ts";
import { defineTerms } from "../kit/terms.ts";
import { defineListingFeed, defineTickerFeed, defineVenue } from "../kit/venue-feeds.ts";

const API = "https://www.bitstamp.net/api/v2";

/**
 * `base_currency` and `counter_currency` only in the newer call, the fallback; the older one has
 * them in `name`.
 */
const Pair = z.object({
  name: z.string().min(1),
  description: maybeText,
  trading: z.string(),
  market_type: maybeText,
  base_currency: maybeText,
  counter_currency: maybeText,
});

/** `open` is left out: it is the open of the day. */
const TickerRow = z.object({
  pair: z.string(),
  market_type: maybeText,
  last: amount,
  bid: maybePositive,
  ask: maybePositive,
  volume: maybeAmount,
  vwap: maybePositive,
  open_24: maybePositive,
});

/** Candles have no `status`, and sometimes a list of `errors`. */
function findError(body: unknown): string | undefined {
  const reason = findField(body, "reason") ?? findField(body, "errors");
  if (reason === undefined && findField(body, "status") !== "error") return undefined;
  return describeErrorBody(findField(body, "code"), reason) || "error";
}

/** `market_type` came with the perpetuals: before, everything was spot. */
function isSpot(marketType: string | null): boolean {
  return marketType === null || marketType.toUpperCase() === "SPOT";
}

export const bitstamp = defineVenue({
  id: "bitstamp",
  name: "Bitstamp",
  homepage: "https://www.bitstamp.net",
  license: "Bitstamp terms of use",
  terms: defineTerms({
    url: "https://www.bitstamp.net/terms-of-use/",
    ground: { kind: "reported", on: "2026-11-23", by: "public reports" },
    says: "Redistribution and derived data are allowed under a signed data licence; unsigned use is not mentioned.",
  }),
  pacing: { concurrency: 1, intervalMs: 200, reason: "400 requests a second, 10,000 in 10 minutes" },
  venue: {
    trust: 1,
    usdFiat: true,
    geckoId: "bitstamp",
    country: "Luxembourg",
    since: 2013,
    listedAs: "Bitstamp by Robinhood",
    demo: {
      share: 0.015,
      density: 0.85,
      depth: 110,
      crosses: ["EUR/USD", "GBP/USD"],
      quotes: "USD:1:0.6 EUR:0.9:0.3 BTC:0.4:0.03:60 GBP:0.3:0.03:30 USDT:0.4:0.02:20 USDC:0.4:0.02:20",
    },
  },
  candles: {
    rank: 6,
    quote: "USD",
    url: `${API}/ohlc/{market}/?step={interval}&start={fromSeconds}&end={lastSeconds}&limit=1000`,
    intervals: ["300", "3600", "86400"],
    nameOf: (market) => market.replace("/", "").toLowerCase(),
    maxPerCall: 1_000,
    rows: "data.ohlc",
    // An interval without a trade repeats the close of the one before, with a volume of zero.
    columns: { timestamp: "time", open: "open", high: "high", low: "low", close: "close", volume: "baseVolume" },
    timeUnitMs: SECOND_MS,
  },
  findError,
  feeds: [
    defineListingFeed({
      url: `${API}/trading-pairs-info/`,
      fallbackUrl: `${API}/markets/`,
      schema: rows(Pair),
      rows: (pairs) => pairs,
      read: (row) => {
        const [first, second] = row.name.split("/");
        const base = (row.base_currency ?? first ?? "").toUpperCase();
        const quote = (row.counter_currency ?? second ?? "").toUpperCase();
        if (base === "" || quote === "") return rejected("neither currencies nor a name of two parts");
        return {
          market: row.name,
          base,
          quote,
          trading: row.trading === "Enabled",
          type: isSpot(row.market_type) ? "spot" : "derivative",
          // "Bitcoin / U.S. dollar"
          baseName: row.description?.split(" / ")[0] ?? null,
        };
      },
    }),
    defineTickerFeed({
      url: `${API}/ticker/`,
      madeAt: { path: "{row}.timestamp", unitMs: SECOND_MS },
      schema: rows(TickerRow),
      rows: (found) => found.map((row) => (isDropped(row) || isSpot(row.market_type) ? row : ignored("derivative"))),
      marketOf: ({ pair }) => pair,
      read: ({ last, bid, ask, volume: baseVolume, vwap, open_24: open24h }) => {
        return { last, bid, ask, baseVolume, vwap, open24h };
      },
    }),
  ],
});
