import type { VenueVote } from "../price/aggregate-price.ts";
import { aggregateVenue, type VenuePrice } from "../price/venue-price.ts";
import type { TickerPrice } from "../quotes/ticker-price.ts";

/**
 * The tickers of one coin on one venue, and the venue's price where any of them has a say in it.
 */
export interface CoinVenue {
  venue: string;
  trust: number;
  tickers: readonly TickerPrice[];
  price: VenuePrice | null;
  /** Share of each ticker in the venue's price; 0 for one without a say. */
  shares: readonly number[];
}

const NO_SHARE: readonly number[] = [0];
const WHOLE_SHARE: readonly number[] = [1];

/**
 * The tickers by venue, in the order of the venues' ids and of their markets, whatever order they
 * came in.
 */
export function groupByVenue(tickers: readonly TickerPrice[]): CoinVenue[] {
  const sorted = tickers.toSorted(compareBooks);
  const venues: CoinVenue[] = [];
  for (let start = 0; start < sorted.length; ) {
    const venue = sorted[start]!.source.venue;
    let end = start + 1;
    while (end < sorted.length && sorted[end]!.source.venue === venue) end += 1;
    venues.push(buildVenue(venue, sorted.slice(start, end)));
    start = end;
  }
  return venues;
}

function compareBooks({ source: a }: TickerPrice, { source: b }: TickerPrice): number {
  if (a.venue !== b.venue) return a.venue < b.venue ? -1 : 1;
  if (a.ticker.market === b.ticker.market) return 0;
  return a.ticker.market < b.ticker.market ? -1 : 1;
}

function buildVenue(venue: string, tickers: readonly TickerPrice[]): CoinVenue {
  const first = tickers[0]!;
  const { trust } = first.source;
  // Most coins have one book on a venue, which then is its price.
  if (tickers.length === 1) {
    const { priceUsd, volumeUsd, reason } = first;
    if (reason !== null) return { venue, trust, tickers, price: null, shares: NO_SHARE };
    return { venue, trust, tickers, price: { venue, trust, priceUsd: priceUsd!, volumeUsd }, shares: WHOLE_SHARE };
  }
  const books = tickers.filter((ticker) => ticker.reason === null);
  if (books.length === 0) return { venue, trust, tickers, price: null, shares: tickers.map(() => 0) };
  const { priceUsd, volumeUsd, shares } = aggregateVenue(
    books.map(({ priceUsd, volumeUsd, quality, freshness }) => ({
      priceUsd: priceUsd!,
      volumeUsd,
      quality,
      freshness,
    })),
  );
  let next = 0;
  return {
    venue,
    trust,
    tickers,
    price: { venue, trust, priceUsd, volumeUsd },
    shares: tickers.map((ticker) => (ticker.reason === null ? shares[next++]! : 0)),
  };
}

/**
 * What counts of the venue's 24-hour volume in USD, by rule 5.6 of the methodology: nothing where
 * its price is an outlier, and not the books that are outliers within the venue. Base units are
 * valued at the coin's own price where there is one. `null` where the venue tells no volume.
 */
export function computeVenueVolume(
  { tickers, shares }: CoinVenue,
  vote: VenueVote | null,
  coinPriceUsd: number | null,
): number | null {
  if (vote !== null && !vote.kept) return null;
  let sum: number | null = null;
  for (let index = 0; index < tickers.length; index += 1) {
    const { volumeCounts, volumeUsd, reason, baseVolumeOnly, priceUsd } = tickers[index]!;
    if (!volumeCounts || volumeUsd === null || (reason === null && shares[index] === 0)) continue;
    const revalued = baseVolumeOnly && coinPriceUsd !== null && priceUsd !== null;
    sum = (sum ?? 0) + (revalued ? volumeUsd * (coinPriceUsd / priceUsd) : volumeUsd);
  }
  return sum;
}
