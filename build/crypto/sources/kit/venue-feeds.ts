import type { ZodType } from "zod";
import { HOUR_MS, MINUTE_MS } from "../../../lib/time.ts";
import { type Dropped, ignored, type Listing, type Ticker } from "../../normalise/record.ts";
import { defineFeed, defineSource, type Feed, type NormaliseContext, type Source } from "../source.ts";
import type { Venue } from "../venue.ts";
import { isDropped, mapRows } from "./schema.ts";

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
 * kept.
 */
export function defineTickerFeed<Body, Row>(
  call: VenueCall<Body, Row> & {
    /** The venue's name of the market. */
    marketOf(row: Row): string;
    read(row: Row, listing: Listing): TickerValues | Dropped;
  },
): Feed {
  const { url, fallbackUrl: _, rows, marketOf, read, ...declared } = call;
  return defineFeed({
    id: "tickers",
    kind: "ticker",
    needs: ["listing"],
    maxBytes: MAX_VENUE_BYTES,
    requests: () => [{ url }],
    ...declared,
    normalise: (body, context) => {
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
