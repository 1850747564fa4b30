import { describe, expect, it } from "vitest";
import type { Listing, Ticker } from "../../../../build/crypto/normalise/record.ts";
import type { Source } from "../../../../build/crypto/sources/source.ts";
import { readFeed } from "../read-feed.ts";

export type Row = Readonly<Record<string, unknown>>;
type Changes<Expected> = readonly (readonly [change: Row, expected: Partial<Expected>])[];

/** Rows as a venue sends them, and what they must be read as. */
export interface VenueCase {
  source: Source;
  /** The body around the rows of a listing: a plain array by default. */
  listingBody?(rows: readonly Row[]): unknown;
  tickersBody?(rows: readonly Row[]): unknown;
  listing: Row;
  lists: Listing;
  /** Further rows of the same listing. */
  listed?: Changes<Listing>;
  ticker: Row;
  /** Fields that are not named are null. */
  reads: Partial<Ticker>;
  changed?: Changes<Ticker>;
  /** Bodies that both feeds refuse, with the words that they find in them. */
  errors: readonly (readonly [body: unknown, words: string])[];
  /** Bodies without such words that both schemas refuse. */
  refused?: readonly unknown[];
}

export const spot = (market: string, base: string, quote: string, baseName: string | null = null): Listing => ({
  market,
  base,
  quote,
  trading: true,
  type: "spot",
  baseName,
});

export const closed = { trading: false } as const;
export const ofType = (type: Listing["type"]): Partial<Listing> => ({ type });
export const base = (code: string, type: Listing["type"] = "spot"): Partial<Listing> => ({ base: code, type });

const empty: Omit<Ticker, "market" | "base" | "quote" | "last"> = {
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
const asBody = (rows: readonly Row[]): unknown => rows;

/** Reads the rows of a venue's case, and its errors. */
export function describeVenue(venue: VenueCase): void {
  describe(venue.source.name, () => {
    const { source, listingBody = asBody, tickersBody = asBody, lists, listed = [], changed = [], errors } = venue;
    const listing = readFeed<"listing">(
      source,
      "listing",
      listingBody([venue.listing, ...listed.map(([change]) => ({ ...venue.listing, ...change }))]),
    );
    const { market, base, quote } = lists;
    const reads = { ...empty, market, base, quote, ...venue.reads };

    it("lists codes, states, types and names", () => {
      expect(listing.records).toEqual([lists, ...listed.map(([, expected]) => ({ ...lists, ...expected }))]);
      expect(listing.dropped).toEqual([]);
    });

    it.each([[{}, {}] as const, ...changed])("reads a ticker changed by %j", (change, expected) => {
      // Further rows of the same market are copies in another state.
      const markets = [lists, ...listing.records.filter((each) => each.market !== lists.market)];
      const body = tickersBody([{ ...venue.ticker, ...change }]);
      const { records } = readFeed<"ticker">(source, "tickers", body, { records: { listing: markets } });
      expect(records).toEqual([{ ...reads, ...expected }]);
    });

    it("recognises its errors, which neither schema accepts", () => {
      for (const [body, words] of errors) expect(source.findError?.(body)).toBe(words);
      for (const feed of source.feeds) {
        for (const body of [...errors.map(([error]) => error), ...(venue.refused ?? [])]) {
          expect(feed.schema.safeParse(body).success, JSON.stringify(body)).toBe(false);
        }
      }
      expect(source.findError?.(tickersBody([venue.ticker]))).toBeUndefined();
    });
  });
}
