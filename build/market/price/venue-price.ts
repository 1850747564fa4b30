import { lowerWeightedMedian } from "../../lib/stats.ts";
import { isBaseVolumeOnly, isVolumeCounted, type PricedTicker } from "../quotes/ticker-price.ts";
import { PRICE_RULES, VOLUME_RULES } from "../rules.ts";

/** One venue's price of a coin, with the tickers that make it. */
export interface VenuePrice<Row = PricedTicker> {
  venue: string;
  trust: number;
  /** `null` where none of the venue's tickers counts. */
  priceUsd: number | null;
  /** USD of 24 hours in the tickers of the price; `null` where the venue reports none. */
  volumeUsd: number | null;
  tickers: readonly Row[];
  /** Share of each ticker in the venue's price; 0 for one that does not count. */
  shares: readonly number[];
}

/** The parts of a ticker in its venue's price. */
export type WeighedTicker = Pick<PricedTicker, "volumeUsd" | "quality" | "freshness"> & { priceUsd: number };

/**
 * The mean of a venue's tickers by volume, quality and freshness, without those far off the venue's
 * own weighted median. Where a venue reports the volume of some tickers only, the others have no
 * weight; where it reports none, all weigh the same. Needs at least one ticker.
 */
export function aggregateVenue(
  tickers: readonly WeighedTicker[],
): Pick<VenuePrice, "volumeUsd" | "shares"> & { priceUsd: number } {
  const first = tickers[0]!;
  if (tickers.length === 1) return { priceUsd: first.priceUsd, volumeUsd: first.volumeUsd, shares: [1] };
  const known = tickers.some(({ volumeUsd }) => volumeUsd !== null && volumeUsd > 0);
  const weights = tickers.map((ticker) => weigh(ticker, known));
  if (tickers.length >= PRICE_RULES.trimFrom) trim(tickers, weights);
  let total = 0;
  for (const weight of weights) total += weight;
  let priceUsd = 0;
  let volumeUsd = 0;
  const shares = weights.map((weight, index) => {
    const share = weight / total;
    priceUsd += share * tickers[index]!.priceUsd;
    if (weight > 0) volumeUsd += tickers[index]!.volumeUsd ?? 0;
    return share;
  });
  return { priceUsd, volumeUsd: known ? volumeUsd : null, shares };
}

function weigh({ volumeUsd, quality, freshness }: WeighedTicker, known: boolean): number {
  if (!known) return quality * freshness;
  return volumeUsd === null || volumeUsd === 0 ? 0 : boundVolume(volumeUsd) * quality * freshness;
}

function trim(tickers: readonly WeighedTicker[], weights: number[]): void {
  const centre = lowerWeightedMedian(
    tickers.map(({ priceUsd }) => priceUsd),
    weights,
  );
  for (let index = 0; index < tickers.length; index += 1) {
    if (Math.abs(tickers[index]!.priceUsd / centre - 1) > PRICE_RULES.ownVenueTrim) weights[index] = 0;
  }
}

/** The tickers by venue, ordered by venue id and market, independent of the order of the input. */
export function groupByVenue<Row extends PricedTicker>(tickers: readonly Row[]): VenuePrice<Row>[] {
  const sorted = tickers.toSorted(compareTickers);
  const venues: VenuePrice<Row>[] = [];
  for (let start = 0; start < sorted.length; ) {
    const { venue } = sorted[start]!;
    let end = start + 1;
    while (end < sorted.length && sorted[end]!.venue === venue) end += 1;
    venues.push(buildVenue(sorted.slice(start, end)));
    start = end;
  }
  return venues;
}

function compareTickers(a: PricedTicker, b: PricedTicker): number {
  if (a.venue !== b.venue) return a.venue < b.venue ? -1 : 1;
  if (a.ticker.market === b.ticker.market) return 0;
  return a.ticker.market < b.ticker.market ? -1 : 1;
}

function buildVenue<Row extends PricedTicker>(tickers: readonly Row[]): VenuePrice<Row> {
  const { venue, trust } = tickers[0]!;
  const counted = tickers.filter((ticker): ticker is Row & { priceUsd: number } => ticker.reason === null);
  if (counted.length === 0) {
    return { venue, trust, priceUsd: null, volumeUsd: null, tickers, shares: tickers.map(() => 0) };
  }
  const { priceUsd, volumeUsd, shares } = aggregateVenue(counted);
  let next = 0;
  const aligned = tickers.map(({ reason }) => (reason === null ? shares[next++]! : 0));
  return { venue, trust, priceUsd, volumeUsd, tickers, shares: aligned };
}

/**
 * What counts of the venue's 24-hour volume in USD: nothing if its price is an outlier (`kept` is
 * false), and no tickers that are outliers within the venue. Base units are valued at the coin's
 * own price where there is one. `null` where the venue reports no volume.
 */
export function computeVenueVolume(
  { tickers, shares, priceUsd: venueUsd, kept }: VenuePrice & { kept: boolean },
  coinPriceUsd: number | null,
): number | null {
  if (venueUsd !== null && !kept) return null;
  let sum: number | null = null;
  for (let index = 0; index < tickers.length; index += 1) {
    const priced = tickers[index]!;
    const { ticker, volumeUsd, reason, priceUsd } = priced;
    if (!isVolumeCounted(priced) || volumeUsd === null || (reason === null && shares[index] === 0)) continue;
    const revalued = coinPriceUsd !== null && priceUsd !== null && isBaseVolumeOnly(ticker);
    sum = (sum ?? 0) + (revalued ? volumeUsd * (coinPriceUsd / priceUsd) : volumeUsd);
  }
  return sum;
}

/** A reported volume as a weight, bounded so that no sum exceeds floating point. */
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
 * The sum of the venues' volumes in USD, without implausible ones; each counts up to `clipUsd`, the
 * limit of its weight in the price. A venue is compared with the others and with the reference's
 * volume on all venues, never with itself.
 */
export function sumVolumes(
  volumes: readonly (number | null)[],
  referenceUsd: number | null = null,
  clipUsd = Number.POSITIVE_INFINITY,
): SummedVolume {
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
  const used = possible.flatMap((volume, index) => (counted[index] ? Math.min(volume!, clipUsd) : []));
  return { volumeUsd: used.length === 0 ? null : sumKnown(used), counted };
}

function sumKnown(volumes: readonly (number | null)[]): number {
  return volumes.reduce<number>((sum, volumeUsd) => (volumeUsd === null ? sum : sum + volumeUsd), 0);
}
