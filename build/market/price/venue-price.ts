import { lowerWeightedMedian } from "../../lib/stats.ts";
import type { TickerPrice } from "../quotes/ticker-price.ts";
import { PRICE_RULES, VOLUME_RULES } from "../rules.ts";

/** One venue's price of a coin. */
export interface VenuePrice {
  venue: string;
  trust: number;
  /** `null` where none of the venue's tickers counts. */
  priceUsd: number | null;
  /** USD of 24 hours in the listings of the price; `null` where the venue reports none. */
  volumeUsd: number | null;
}

/** The tickers of one coin on one venue, with the venue's price. */
export interface CoinVenue extends VenuePrice {
  tickers: readonly TickerPrice[];
  /** Share of each ticker in the venue's price; 0 for one that does not count. */
  shares: readonly number[];
}

/** A listing with q and f of rule 5.2. */
export interface WeighedListing {
  priceUsd: number;
  volumeUsd: number | null;
  quality: number;
  freshness: number;
}

interface VenueAggregate {
  priceUsd: number;
  volumeUsd: number | null;
  /** Per listing, summing to 1; 0 for a listing that was left out. */
  shares: number[];
}

/**
 * p_e and v_e of rule 5.5: the mean of a venue's listings by volume, quality and freshness, without
 * those far off the venue's own weighted median. Where a venue reports the volume of some listings
 * only, the others have no weight; where it reports none, all weigh the same. Needs at least one.
 */
export function aggregateVenue(listings: readonly WeighedListing[]): VenueAggregate {
  const first = listings[0]!;
  if (listings.length === 1) return { priceUsd: first.priceUsd, volumeUsd: first.volumeUsd, shares: [1] };
  const known = listings.some(({ volumeUsd }) => volumeUsd !== null && volumeUsd > 0);
  const weights = listings.map((listing) => weigh(listing, known));
  if (listings.length >= PRICE_RULES.trimFrom) trim(listings, weights);
  let total = 0;
  for (const weight of weights) total += weight;
  let priceUsd = 0;
  let volumeUsd = 0;
  const shares = weights.map((weight, index) => {
    const share = weight / total;
    priceUsd += share * listings[index]!.priceUsd;
    if (weight > 0) volumeUsd += listings[index]!.volumeUsd ?? 0;
    return share;
  });
  return { priceUsd, volumeUsd: known ? volumeUsd : null, shares };
}

function weigh({ volumeUsd, quality, freshness }: WeighedListing, known: boolean): number {
  if (!known) return quality * freshness;
  return volumeUsd === null || volumeUsd === 0 ? 0 : boundVolume(volumeUsd) * quality * freshness;
}

function trim(listings: readonly WeighedListing[], weights: number[]): void {
  const centre = lowerWeightedMedian(
    listings.map(({ priceUsd }) => priceUsd),
    weights,
  );
  for (let index = 0; index < listings.length; index += 1) {
    if (Math.abs(listings[index]!.priceUsd / centre - 1) > PRICE_RULES.ownVenueTrim) weights[index] = 0;
  }
}

const NO_SHARE: readonly number[] = [0];
const WHOLE_SHARE: readonly number[] = [1];

/** The tickers by venue, ordered by venue id and market, independent of the order of the input. */
export function groupByVenue(tickers: readonly TickerPrice[]): CoinVenue[] {
  const sorted = tickers.toSorted(compareTickers);
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

function compareTickers({ source: a }: TickerPrice, { source: b }: TickerPrice): number {
  if (a.venue !== b.venue) return a.venue < b.venue ? -1 : 1;
  if (a.ticker.market === b.ticker.market) return 0;
  return a.ticker.market < b.ticker.market ? -1 : 1;
}

function buildVenue(venue: string, tickers: readonly TickerPrice[]): CoinVenue {
  const first = tickers[0]!;
  const { trust } = first.source;
  // Most coins have one listing on a venue.
  if (tickers.length === 1) {
    const { priceUsd, volumeUsd, reason } = first;
    if (reason !== null) return { venue, trust, priceUsd: null, volumeUsd: null, tickers, shares: NO_SHARE };
    return { venue, trust, priceUsd, volumeUsd, tickers, shares: WHOLE_SHARE };
  }
  // A ticker without a reason has a price.
  const counted = tickers.filter(({ reason }) => reason === null) as (TickerPrice & { priceUsd: number })[];
  if (counted.length === 0) {
    return { venue, trust, priceUsd: null, volumeUsd: null, tickers, shares: tickers.map(() => 0) };
  }
  const { priceUsd, volumeUsd, shares } = aggregateVenue(counted);
  let next = 0;
  const aligned = tickers.map(({ reason }) => (reason === null ? shares[next++]! : 0));
  return { venue, trust, priceUsd, volumeUsd, tickers, shares: aligned };
}

/**
 * What counts of the venue's 24-hour volume in USD (rule 5.6): nothing if its price is an outlier
 * (`kept` is false), and no listings that are outliers within the venue. Base units are valued at
 * the coin's own price where there is one. `null` where the venue reports no volume.
 */
export function computeVenueVolume(
  { tickers, shares, priceUsd: venueUsd }: CoinVenue,
  kept: boolean,
  coinPriceUsd: number | null,
): number | null {
  if (venueUsd !== null && !kept) return null;
  let sum: number | null = null;
  for (let index = 0; index < tickers.length; index += 1) {
    const { volumeCounts, volumeUsd, reason, baseVolumeOnly, priceUsd } = tickers[index]!;
    if (!volumeCounts || volumeUsd === null || (reason === null && shares[index] === 0)) continue;
    const revalued = baseVolumeOnly && coinPriceUsd !== null && priceUsd !== null;
    sum = (sum ?? 0) + (revalued ? volumeUsd * (coinPriceUsd / priceUsd) : volumeUsd);
  }
  return sum;
}

/**
 * A reported volume as a weight, within plausible bounds, so that no sum exceeds floating point.
 */
export function boundVolume(volumeUsd: number): number {
  return Math.min(Math.max(volumeUsd, VOLUME_RULES.leastUsd), VOLUME_RULES.mostUsd);
}

interface SummedVolume {
  /** `null` where no venue reports a volume that counts. */
  volumeUsd: number | null;
  /** Per venue, in the order of the input. */
  counted: boolean[];
}

/**
 * Rules 5.6 and 5.12: the sum of the venues' volumes in USD, without implausible ones. A venue is
 * compared with the others and with the reference's volume on all venues, never with itself.
 */
export function sumVolumes(volumes: readonly (number | null)[], referenceUsd: number | null = null): SummedVolume {
  const possible = volumes.map((volume) => (volume !== null && volume <= VOLUME_RULES.mostUsd ? volume : null));
  const most = VOLUME_RULES.referenceMultiple * (referenceUsd ?? 0);
  const fitting = possible.map((volume) => (volume !== null && volume <= most ? volume : null));
  // A reference that fits no venue is wrong; two inflated volumes must not confirm each other.
  const compared = fitting.some((volume) => volume !== null) ? fitting : possible;
  const total = sumKnown(compared);
  const counted = possible.map((volume, index) => {
    if (volume === null) return false;
    if (fitting[index] !== null) return true;
    const othersUsd = total - (compared[index] ?? 0);
    return othersUsd > 0 ? volume <= VOLUME_RULES.othersMultiple * othersUsd : most <= 0;
  });
  const used = possible.filter((_, index) => counted[index]);
  return { volumeUsd: used.length === 0 ? null : sumKnown(used), counted };
}

function sumKnown(volumes: readonly (number | null)[]): number {
  return volumes.reduce<number>((sum, volumeUsd) => (volumeUsd === null ? sum : sum + volumeUsd), 0);
}
