import type { Dropped, Ticker } from "../../normalise/record.ts";
import { defineFeed, type Feed } from "../source.ts";
import { createListingLookup, isDropped } from "./listing.ts";
import { MAX_VENUE_BYTES, type VenueCall } from "./listing-feed.ts";
import { mapRows } from "./schema.ts";

/** What a row itself says; which book it is about, the listing says. */
export type TickerValues = Omit<Ticker, "market" | "base" | "quote" | "priced">;

/** The tickers of a venue out of one call, each joined with its book; those of no trading spot book are left out. */
export function defineTickerFeed<Body, Row>(
  call: VenueCall<Body, Row> & {
    /** The venue's own name of the book that a row is about. */
    marketOf(row: Row): string;
    read(row: Row): TickerValues | Dropped;
  },
): Feed {
  const { url, rows, marketOf, read, ...declared } = call;
  return defineFeed({
    id: "tickers",
    kind: "ticker",
    needs: ["listing"],
    key: ({ market }) => market,
    format: "json",
    maxBytes: MAX_VENUE_BYTES,
    requests: () => [{ url }],
    ...declared,
    normalise: (body, context) => {
      const findListing = createListingLookup(context);
      return mapRows(rows(body), (row): Ticker | Dropped => {
        const book = findListing(marketOf(row));
        if (isDropped(book)) return book;
        const values = read(row);
        if (isDropped(values)) return values;
        return { market: book.market, base: book.base, quote: book.quote, ...values, priced: true };
      });
    },
  });
}
