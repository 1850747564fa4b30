import { lowerWeightedMedian } from "../../lib/stats.ts";
import { PRICE_RULES } from "../rules.ts";
import { boundVolume } from "./volume.ts";

/** One venue's price of a coin. */
export interface VenuePrice {
  venue: string;
  trust: number;
  priceUsd: number;
  /** Traded there in 24 hours, in the books that the price rests on; `null` where the venue tells none. */
  volumeUsd: number | null;
}

export interface VenueBook {
  priceUsd: number;
  volumeUsd: number | null;
  /** q and f of rule 5.2 of the methodology. */
  quality: number;
  freshness: number;
}

export interface VenueAggregate {
  priceUsd: number;
  volumeUsd: number | null;
  /** Per book, summing to 1; 0 for a book that was left out. */
  shares: number[];
}

/**
 * p_e and v_e of rule 5.5 of the methodology: the mean of a venue's books by volume, quality and freshness, after
 * leaving out those more than 3 % off the venue's own weighted median. Where a venue tells the volume of some books only,
 * the others have no weight; where it tells none, all weigh the same. An empty list is a defect of the caller.
 */
export function aggregateVenue(books: readonly VenueBook[]): VenueAggregate {
  const first = books[0]!;
  if (books.length === 1) return { priceUsd: first.priceUsd, volumeUsd: first.volumeUsd, shares: [1] };
  const known = books.some((book) => book.volumeUsd !== null && book.volumeUsd > 0);
  const weights = books.map((book) => weigh(book, known));
  if (books.length >= PRICE_RULES.trimFrom) trim(books, weights);
  let total = 0;
  for (const weight of weights) total += weight;
  let priceUsd = 0;
  let volumeUsd = 0;
  const shares = weights.map((weight, index) => {
    const share = weight / total;
    priceUsd += share * books[index]!.priceUsd;
    if (weight > 0) volumeUsd += books[index]!.volumeUsd ?? 0;
    return share;
  });
  return { priceUsd, volumeUsd: known ? volumeUsd : null, shares };
}

function weigh({ volumeUsd, quality, freshness }: VenueBook, known: boolean): number {
  if (!known) return quality * freshness;
  return volumeUsd === null || volumeUsd === 0 ? 0 : boundVolume(volumeUsd) * quality * freshness;
}

function trim(books: readonly VenueBook[], weights: number[]): void {
  const centre = lowerWeightedMedian(
    books.map((book) => book.priceUsd),
    weights,
  );
  for (let index = 0; index < books.length; index += 1) {
    if (Math.abs(books[index]!.priceUsd / centre - 1) > PRICE_RULES.ownVenueTrim) weights[index] = 0;
  }
}
