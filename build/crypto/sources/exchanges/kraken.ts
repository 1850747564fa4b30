import { type ZodType, z } from "zod";
import { SECOND_MS } from "../../../lib/time.ts";
import { ignored, type Listing } from "../../normalise/record.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { amount, assetCode, keyedRows, maybeAmount, maybePositive, maybeText } from "../kit/schema.ts";
import { defineTerms } from "../kit/terms.ts";
import { defineListingFeed, defineTickerFeed, defineVenue, flattenKeyed } from "../kit/venue-feeds.ts";

const API = "https://api.kraken.com/0/public";

/** The two codes that Kraken itself calls by another name in its newer APIs. */
const RENAMED: Readonly<Record<string, string>> = { XBT: "BTC", XDG: "DOGE" };
const CLASSIC = Object.fromEntries(Object.entries(RENAMED).map(([code, usual]) => [usual, code]));

const AssetPair = z.object({
  wsname: maybeText,
  base: assetCode,
  quote: assetCode,
  aclass_base: maybeText,
  status: maybeText,
});

/** One element of an array that has it. */
const element = <Value>(index: number, schema: ZodType<Value>): ZodType<Value> =>
  z
    .array(z.unknown())
    .min(index + 1)
    .transform((values): unknown => values[index])
    .pipe(schema);

/**
 * Prices come first in `a`, `b` and `c`; the rest is `[today, last 24 hours]`. `o` is left out: it
 * is the UTC day's open.
 */
const TickerRow = z.object({
  a: element(0, maybePositive),
  b: element(0, maybePositive),
  c: element(0, amount),
  v: element(1, maybeAmount),
  p: element(1, maybePositive),
  t: element(1, maybeAmount),
});

/** Kraken answers 200 with a list of errors; a full list of rows comes with an empty one. */
function findError(body: unknown): string | undefined {
  const errors = findField(body, "error");
  return Array.isArray(errors) && errors.length > 0 ? describeErrorBody(...errors) : undefined;
}

const noError = z.array(z.unknown()).max(0);

/**
 * With `assetVersion=1` the key is the public name (`BTC/USD`), and the assets are public codes.
 * If Kraken ignores the parameter, the listing and the tickers both have classic keys
 * (`XXBTZUSD`), and `wsname` (`XBT/USD`) has the codes.
 */
function findAssets(key: string, row: z.infer<typeof AssetPair>): string[] {
  const assets = key.includes("/") ? [row.base, row.quote] : (row.wsname ?? "").split("/");
  return assets.map((asset) => RENAMED[asset.toUpperCase()] ?? asset.toUpperCase());
}

function findType(market: string, row: z.infer<typeof AssetPair>): Listing["type"] {
  // `ETH/USD:BTNL` is a second execution venue's book of the same pair.
  if (market.includes(":")) return "duplicate";
  return row.aclass_base === "tokenized_asset" ? "tokenised" : "spot";
}

export const kraken = defineVenue({
  id: "kraken",
  name: "Kraken",
  homepage: "https://www.kraken.com",
  license: "Kraken terms of service",
  terms: defineTerms({
    url: "https://www.kraken.com/legal",
    ground: { kind: "reported", on: "2026-11-23", by: "public reports" },
    says: "Data is for one's own benefit and may not reach third parties without permission (terms of 2026-09-14); two readers found this unclear.",
    class: "restricted",
  }),
  pacing: { concurrency: 1, intervalMs: 1_000, reason: "about one public request a second and address" },
  venue: {
    trust: 1,
    usdFiat: true,
    geckoId: "kraken",
    country: "United States",
    since: 2011,
    demo: {
      share: 0.05,
      density: 0.85,
      depth: 480,
      junkSpreads: true,
      crosses: ["EUR/USD", "GBP/USD", "USD/JPY", "USD/CHF", "AUD/USD", "USD/CAD"],
      quotes:
        "USD:1:0.6 EUR:0.95:0.3 BTC:0.4:0.02:150 ETH:0.3:0.01:60 GBP:0.4:0.02:60 USDT:0.4:0.02:60 USDC:0.3:0.01:60 " +
        "AUD:0.5:0.005:20 CAD:0.5:0.005:15 JPY:0.5:0.003:8 CHF:0.5:0.003:8",
    },
  },
  candles: {
    rank: 3,
    quote: "USD",
    url: `${API}/OHLC?pair={market}&interval={interval}&since={beforeSeconds}`,
    intervals: ["5", "60", "1440"],
    nameOf: (market) =>
      market
        .split("/")
        .map((code) => CLASSIC[code] ?? code)
        .join(""),
    maxPerCall: 720,
    // The newest 720 intervals at most, one of them still open.
    reach: 719,
    rows: "result.*",
    columns: ["time", "open", "high", "low", "close", "average", "baseVolume", "trades"],
    timeUnitMs: SECOND_MS,
  },
  findError,
  feeds: [
    defineListingFeed({
      url: `${API}/AssetPairs?assetVersion=1`,
      schema: z.object({ error: noError, result: keyedRows(AssetPair) }),
      rows: ({ result }) => flattenKeyed(result),
      read: ([market, row]) => {
        const [base, quote] = findAssets(market, row);
        if (!base || !quote) return ignored("no public name");
        const trading = row.status === null || row.status === "online" || row.status === "limit_only";
        return { market, base, quote, trading, type: findType(market, row), baseName: null };
      },
    }),
    defineTickerFeed({
      url: `${API}/Ticker?assetVersion=1`,
      schema: z.object({ error: noError, result: keyedRows(TickerRow) }),
      rows: ({ result }) => flattenKeyed(result),
      marketOf: ([market]) => market,
      read: ([, { a, b, c, v, p, t }]) => ({ last: c, bid: b, ask: a, baseVolume: v, vwap: p, trades: t }),
    }),
  ],
});
