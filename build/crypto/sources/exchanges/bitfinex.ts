import { z } from "zod";
import { type Dropped, type Listing, rejected } from "../../normalise/record.ts";
import { describeErrorBody, findField } from "../kit/error-body.ts";
import { amount, isDropped, maybeAmount, maybeNumeric, maybePositive, rows } from "../kit/schema.ts";
import { defineTerms } from "../kit/terms.ts";
import { defineListingFeed, defineTickerFeed, defineVenue } from "../kit/venue-feeds.ts";

const API = "https://api-pub.bitfinex.com/v2";

/**
 * Three lists, in this order: the pairs, the venue's own code → the usual one, the venue's own
 * code → the name.
 */
const CONFIGURATION = "pub:list:pair:exchange,pub:map:currency:sym,pub:map:currency:label";

/**
 * Two forms: `["error", 11010, "ratelimit: error"]` and, where an address is locked out, `{"error":
 * "ERR_RATE_LIMIT"}`.
 */
function findError(body: unknown): string | undefined {
  if (Array.isArray(body)) return body[0] === "error" ? describeErrorBody(...body.slice(1)) : undefined;
  const error = findField(body, "error");
  return error === undefined ? undefined : describeErrorBody(error);
}

const Entry = z.tuple([z.string().min(1), z.string().min(1)]).rest(z.unknown());

const listing = defineListingFeed({
  url: `${API}/conf/${CONFIGURATION}`,
  schema: z.tuple([rows(z.string().min(1)), rows(Entry), rows(Entry)]).rest(z.unknown()),
  rows: ([pairs, symbols, labels]) => {
    const symbolOf = indexEntries(symbols);
    const labelOf = indexEntries(labels);
    const faults = [...symbols, ...labels].filter(isDropped);
    return [...faults, ...pairs.map((pair) => (isDropped(pair) ? pair : { pair, symbolOf, labelOf }))];
  },
  read: ({ pair, symbolOf, labelOf }) => {
    const legs = findLegs(pair);
    if (legs === undefined) return rejected("unreadable pair name");
    const [base, quote] = legs;
    return {
      market: `t${pair}`,
      base: (symbolOf.get(base) ?? base).toUpperCase(),
      quote: (symbolOf.get(quote) ?? quote).toUpperCase(),
      trading: true,
      type: findType(pair, legs),
      baseName: labelOf.get(base) ?? null,
    };
  },
});

function indexEntries(entries: (z.infer<typeof Entry> | Dropped)[]): Map<string, string> {
  return new Map(entries.flatMap((entry) => (isDropped(entry) ? [] : [[entry[0], entry[1]] as const])));
}

/**
 * The listing knows a pair by its name only, which is exact: a colon, or else two codes of three
 * characters.
 */
function findLegs(pair: string): [string, string] | undefined {
  const [base = "", quote = "", ...more] = pair.includes(":") ? pair.split(":") : [pair.slice(0, 3), pair.slice(3)];
  const exact = pair.includes(":") || pair.length === 6;
  return exact && base !== "" && quote !== "" && more.length === 0 ? [base, quote] : undefined;
}

function findType(pair: string, legs: readonly string[]): Listing["type"] {
  if (pair === "AAABBB" || legs.some((code) => code.startsWith("TEST"))) return "test";
  return legs.some((code) => code.endsWith("F0")) ? "derivative" : "spot";
}

/**
 * An element that is not read but has to be there, so that a shorter row of other columns is
 * refused.
 */
const Cell = z.union([z.number(), z.string(), z.null()]);

/**
 * `SYMBOL, BID, BID_SIZE, ASK, ASK_SIZE, CHANGE, CHANGE_RATIO, LAST, VOLUME, HIGH, LOW`, and more
 * in later years.
 */
const TickerRow = z
  .tuple([
    z.string().startsWith("t"),
    maybePositive,
    Cell,
    maybePositive,
    Cell,
    maybeNumeric,
    Cell,
    amount,
    maybeAmount,
    Cell,
    Cell,
  ])
  .rest(z.unknown());

const tickers = defineTickerFeed({
  url: `${API}/tickers?symbols=ALL`,
  schema: z.preprocess(selectBooks, rows(TickerRow)),
  rows: (found) => found,
  marketOf: ([market]) => market,
  read: ([, bid, , ask, , change, , last, baseVolume]) => {
    const open24h = change === null || last <= change ? null : last - change;
    return { last, bid, ask, baseVolume, open24h };
  },
});

/**
 * The rows without those of the lending market (`fUSD`), which have other columns and are no books.
 * An error answer is an array too: it gives nothing, so that the schema refuses it.
 */
function selectBooks(body: unknown): unknown {
  if (!Array.isArray(body)) return body;
  if (body[0] === "error") return undefined;
  return body.filter((row) => !(Array.isArray(row) && typeof row[0] === "string" && row[0].startsWith("f")));
}

export const bitfinex = defineVenue({
  id: "bitfinex",
  name: "Bitfinex",
  homepage: "https://www.bitfinex.com",
  license: "Bitfinex terms of service",
  terms: defineTerms({
    url: "https://www.bitfinex.com/legal/exchange/terms",
    says: "Nothing about republishing its public data was found in public reports.",
  }),
  pacing: {
    concurrency: 1,
    intervalMs: 2_500,
    reason: "10 to 90 requests a minute by method, 30 on tickers; beyond it an address is locked out for a minute",
    giveUpAfter429: 1,
  },
  venue: {
    trust: 0.7,
    usdFiat: true,
    geckoId: "bitfinex",
    country: "British Virgin Islands",
    since: 2014,
    demo: {
      share: 0.012,
      density: 0.65,
      depth: 170,
      quotes: "USD:1:0.7 USDT:0.75:0.15 BTC:0.4:0.08:80 EUR:0.5:0.03:12 GBP:0.5:0.01:6 JPY:0.5:0.01:6",
    },
  },
  findError,
  feeds: [listing, tickers],
});
