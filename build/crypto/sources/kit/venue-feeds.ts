import { type ZodType, z } from "zod";
import { renderAge } from "../../../lib/text-layout.ts";
import { HOUR_MS, MINUTE_MS, renderTime } from "../../../lib/time.ts";
import { MAX_ANSWER_AGE_MS } from "../../normalise/observed-at.ts";
import { type Dropped, ignored, type Listing, type Ticker } from "../../normalise/record.ts";
import { defineFeed, defineSource, type Feed, type NormaliseContext, type Source } from "../source.ts";
import { type AnswerTime, EACH_ROW, type Venue } from "../venue.ts";
import { findField } from "./error-body.ts";
import { acceptPastTime, isDropped, mapRows, numeric } from "./schema.ts";

/** Several times the usual size of an answer. */
const MAX_VENUE_BYTES = 16_000_000;

/** One call that answers for all markets of a venue. */
interface VenueCall<Body, Row> {
  url: string;
  fallbackUrl?: string;
  /** After decompression; 16 MB when absent. */
  maxBytes?: number;
  schema: ZodType<Body>;
  rows(body: Body): Iterable<Row | Dropped>;
}

/** What a ticker row says by itself; base and quote come from the listing. */
export type TickerValues = Pick<Ticker, "last"> & Partial<Omit<Ticker, "market" | "base" | "quote" | "last">>;

/** What most venues leave out. */
const UNKNOWN = {
  bid: null,
  ask: null,
  baseVolume: null,
  quoteVolume: null,
  usdVolume: null,
  vwap: null,
  open24h: null,
  tradeTimeMs: null,
  trades: null,
  priced: true,
};

/** What a venue says of itself. */
export type VenueFacts = Omit<Source, "attribution" | "cadenceMs" | "feeds" | "flat"> & { venue: Venue };

/** A source of tickers, with the facts that all venues share. */
export function defineVenue(venue: VenueFacts & Pick<Source, "feeds" | "flat">): Source {
  return defineSource({ attribution: null, cadenceMs: MINUTE_MS, ...venue });
}

/**
 * The markets of a venue from one call. New markets are rare, so the call is made a few times a
 * day.
 */
export function defineListingFeed<Body, Row>(call: VenueCall<Body, Row> & { read(row: Row): Listing | Dropped }): Feed {
  const { url, fallbackUrl, rows, read, ...declared } = call;
  return defineFeed({
    id: "listing",
    kind: "listing",
    refreshMs: 6 * HOUR_MS,
    maxBytes: MAX_VENUE_BYTES,
    requests: () => [fallbackUrl === undefined ? { url } : { url, fallbackUrl }],
    ...declared,
    normalise: (body) => mapRows(rows(body), read),
  });
}

/**
 * The tickers of a venue from one call, joined with the listing; only trading spot markets are
 * kept. Throws if the venue made the answer too long ago: a cache gave it.
 */
export function defineTickerFeed<Body, Row>(
  call: VenueCall<Body, Row> & {
    madeAt?: AnswerTime;
    /** The venue's name of the market. */
    marketOf(row: Row): string;
    read(row: Row, listing: Listing): TickerValues | Dropped;
  },
): Feed {
  const { url, fallbackUrl: _, madeAt, schema, rows, marketOf, read, ...declared } = call;
  // The schema of the rows drops the times.
  const times = z.unknown().transform((sent) => ({ timesMs: madeAt === undefined ? [] : findTimes(sent, madeAt) }));
  return defineFeed({
    id: "tickers",
    kind: "ticker",
    needs: ["listing"],
    maxBytes: MAX_VENUE_BYTES,
    requests: () => [{ url }],
    ...declared,
    schema: schema.transform((body) => ({ body })).and(times),
    normalise: ({ body, timesMs }, context) => {
      refuseOld(timesMs, context.now);
      const findListing = createListingLookup(context);
      return mapRows(rows(body), (row): Ticker | Dropped => {
        const listing = findListing(marketOf(row));
        if (isDropped(listing)) return listing;
        const values = read(row, listing);
        if (isDropped(values)) return values;
        const { market, base, quote } = listing;
        const unknown: Ticker = { market, base, quote, last: values.last, ...UNKNOWN };
        return { ...unknown, ...values };
      });
    },
  });
}

/** In unix milliseconds. What is no number is left out. */
function findTimes(sent: unknown, { path, unitMs }: AnswerTime): number[] {
  return findAll(sent, path.split(".")).flatMap((value) => {
    const { data } = numeric.safeParse(value);
    return data === undefined ? [] : data * unitMs;
  });
}

function findAll(value: unknown, [key, ...rest]: readonly string[]): unknown[] {
  if (key === undefined) return [value];
  if (key !== EACH_ROW) return findAll(findField(value, key), rest);
  return Array.isArray(value) ? value.flatMap((row) => findAll(row, rest)) : [];
}

function refuseOld(timesMs: readonly number[], receivedAtMs: number): void {
  const newestMs = timesMs.reduce((newest, timeMs) => Math.max(newest, acceptPastTime(timeMs, receivedAtMs) ?? 0), 0);
  const ageMs = receivedAtMs - newestMs;
  if (newestMs === 0 || ageMs <= MAX_ANSWER_AGE_MS) return;
  throw new Error(`the answer is ${renderAge(ageMs)} old: the venue made it at ${renderTime(newestMs)}`);
}

function createListingLookup(context: NormaliseContext): (market: string) => Listing | Dropped {
  const byMarket = new Map(context.records("listing", "listing").map((listing) => [listing.market, listing]));
  return (market) => {
    const listing = byMarket.get(market);
    if (listing === undefined) return ignored("not in the listing");
    if (!listing.trading) return ignored("not trading");
    if (listing.type !== "spot") return ignored(listing.type);
    return listing;
  };
}

/** Rows by market name, as [name, row] pairs, with the rejections among them. */
export function flattenKeyed<Row>(
  pairs: readonly (readonly [string, Row | Dropped])[],
): (Dropped | readonly [market: string, row: Row])[] {
  return pairs.map(([market, row]) => (isDropped(row) ? row : [market, row]));
}

/**
 * Whether an asset code is that of a leveraged token: a factor and a direction at the end (`BTC3L`,
 * `ETH5S`). Words such as UP are no evidence: JUP and SYRUP are ordinary coins.
 */
export function isLeveragedCode(code: string): boolean {
  return /.\d[LS]$/i.test(code);
}
