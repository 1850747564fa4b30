import type { ZodType } from "zod";
import { HOUR_MS } from "../../lib/time.ts";
import type { Dropped, Listing } from "../../normalise/record.ts";
import { defineFeed, type Feed } from "../source.ts";
import { mapRows } from "./schema.ts";

/** Several times what most venues answer with. */
export const MAX_VENUE_BYTES = 16_000_000;

/** One call that answers about all books of a venue at once. */
export interface VenueCall<Body, Row> {
  url: string;
  /** After decompression; 16 MB when absent. */
  maxBytes?: number;
  findError?(body: unknown): string | undefined;
  schema: ZodType<Body>;
  /** The rows of the books in the body. */
  rows(body: Body): Iterable<Row | Dropped>;
}

/** The books of a venue, for which one call is enough. New ones are rare, so that it is made a few times a day. */
export function defineListingFeed<Body, Row>(
  call: VenueCall<Body, Row> & {
    /** A book as its row describes it. */
    read(row: Row): Listing;
  },
): Feed {
  const { url, rows, read, ...declared } = call;
  return defineFeed({
    id: "listing",
    kind: "listing",
    refreshMs: 6 * HOUR_MS,
    key: ({ market }) => market,
    format: "json",
    maxBytes: MAX_VENUE_BYTES,
    requests: () => [{ url }],
    ...declared,
    normalise: (body) => mapRows(rows(body), read),
  });
}
