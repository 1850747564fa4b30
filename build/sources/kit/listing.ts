import { Dropped, ignored, type Listing } from "../../normalise/record.ts";
import type { NormaliseContext } from "../source.ts";

/** Finds the listing of a book by the venue's own name; what is not a trading spot book is left out with its reason. */
export function createListingLookup(context: NormaliseContext): (market: string) => Listing | Dropped {
  const byMarket = new Map(context.records("listing", "listing").map((listing) => [listing.market, listing]));
  return (market) => {
    const listing = byMarket.get(market);
    if (listing === undefined) return ignored("not in the listing");
    if (!listing.trading) return ignored("not trading");
    if (listing.type !== "spot") return ignored(listing.type);
    return listing;
  };
}

export function isDropped<T>(value: T | Dropped): value is Dropped {
  return value instanceof Dropped;
}
