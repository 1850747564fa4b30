import { type Group, groupBy } from "../../../lib/collections.ts";
import { lowerWeightedMedian, type Weighted } from "../../../lib/stats.ts";
import { PRICE_RULES, VOLUME_RULES } from "../rules/price.ts";
import { isBaseVolumeOnly, isVolumeCounted, type PricedTicker } from "./ticker-price.ts";

/** One venue's price of a coin, with the tickers that make it. */
export interface VenuePrice<Row = PricedTicker> {
  venue: string;
  trust: number;
  /** `null` where none of the venue's tickers counts. */
  priceUsd: number | null;
  /** USD of 24 hours in the tickers of the price; `null` where the venue reports none. */
  volumeUsd: number | null;
  /** Each with its share in the price: 0 for one that does not count. */
  tickers: readonly { row: Row; share: number }[];
}

/**
 * The mean of a venue's tickers by volume, quality and freshness, without those far off the venue's
 * own weighted median. Where a venue reports the volume of some tickers only, the others have no
 * weight; where it reports none, all weigh the same. Needs at least one ticker.
 */
export function aggregateVenue<Row extends PricedTicker>(
  rows: readonly Row[],
): Pick<VenuePrice<Row>, "volumeUsd" | "tickers"> & { priceUsd: number } {
  const [only, ...others] = rows;
  if (only !== undefined && others.length === 0)
    return { priceUsd: only.priceUsd, volumeUsd: only.volumeUsd, tickers: [{ row: only, share: 1 }] };
  const known = rows.some(({ volumeUsd }) => volumeUsd !== null && volumeUsd > 0);
  const weighed = rows.map((row) => ({ row, value: row.priceUsd, weight: weigh(row, known) }));
  const kept = rows.length >= PRICE_RULES.trimFrom ? trim(weighed) : weighed;
  let total = 0;
  for (const { weight } of kept) total += weight;
  let priceUsd = 0;
  let volumeUsd = 0;
  const tickers = kept.map(({ row, weight }) => {
    const share = weight / total;
    priceUsd += share * row.priceUsd;
    if (weight > 0) volumeUsd += row.volumeUsd ?? 0;
    return { row, share };
  });
  return { priceUsd, volumeUsd: known ? volumeUsd : null, tickers };
}

function weigh({ volumeUsd, quality, freshness }: PricedTicker, known: boolean): number {
  if (!known) return quality * freshness;
  return volumeUsd === null || volumeUsd === 0 ? 0 : boundVolume(volumeUsd) * quality * freshness;
}

function trim<Row extends Weighted>(rows: readonly Row[]): Row[] {
  const centre = lowerWeightedMedian(rows);
  const isOff = ({ value }: Row) => Math.abs(value / centre - 1) > PRICE_RULES.ownVenueTrim;
  return rows.map((row) => (isOff(row) ? { ...row, weight: 0 } : row));
}

/** The tickers by venue, ordered by venue id and market, independent of the order of the input. */
export function groupByVenue<Row extends PricedTicker>(tickers: readonly Row[]): VenuePrice<Row>[] {
  const venues = groupBy(tickers.toSorted(compareTickers), ({ venue }) => venue);
  return [...venues].map(([venue, rows]) => buildVenue(venue, rows));
}

/** The order of tickers that does not depend on that of their arrival. */
export function compareTickers(
  a: Pick<PricedTicker, "venue" | "ticker">,
  b: Pick<PricedTicker, "venue" | "ticker">,
): number {
  if (a.venue !== b.venue) return a.venue < b.venue ? -1 : 1;
  if (a.ticker.market === b.ticker.market) return 0;
  return a.ticker.market < b.ticker.market ? -1 : 1;
}

function buildVenue<Row extends PricedTicker>(venue: string, rows: Readonly<Group<Row>>): VenuePrice<Row> {
  const [{ trust }] = rows;
  const counted = rows.filter(({ reason }) => reason === null);
  if (counted.length === 0) {
    const tickers = rows.map((row) => ({ row, share: 0 }));
    return { venue, trust, priceUsd: null, volumeUsd: null, tickers };
  }
  const { priceUsd, volumeUsd, tickers } = aggregateVenue(counted);
  if (counted.length === rows.length) return { venue, trust, priceUsd, volumeUsd, tickers };
  const shares = new Map<Row, number>(tickers.map(({ row, share }) => [row, share]));
  const all = rows.map((row) => ({ row, share: shares.get(row) ?? 0 }));
  return { venue, trust, priceUsd, volumeUsd, tickers: all };
}

/**
 * What counts of the venue's 24-hour volume in USD: nothing if its price is an outlier (`kept` is
 * false), and no tickers that are outliers within the venue. Base units are valued at the coin's
 * own price where there is one. `null` where the venue reports no volume.
 */
export function computeVenueVolume(
  { tickers, priceUsd: venueUsd, kept }: VenuePrice & { kept: boolean },
  coinPriceUsd: number | null,
): number | null {
  if (venueUsd !== null && !kept) return null;
  let sum: number | null = null;
  for (const { row, share } of tickers) {
    const { ticker, volumeUsd, reason, priceUsd } = row;
    if (!isVolumeCounted(row) || volumeUsd === null || (reason === null && share === 0)) continue;
    const revalued = coinPriceUsd !== null && isBaseVolumeOnly(ticker);
    sum = (sum ?? 0) + (revalued ? volumeUsd * (coinPriceUsd / priceUsd) : volumeUsd);
  }
  return sum;
}

/** A reported volume as a weight, bounded so that no sum exceeds floating point. */
export function boundVolume(volumeUsd: number): number {
  return Math.min(Math.max(volumeUsd, VOLUME_RULES.leastUsd), VOLUME_RULES.mostUsd);
}

interface SummedVolumes<Row> {
  /** USD; `null` where no venue reports a volume that counts. */
  volumeUsd: number | null;
  /** In the order of the input. `counted`: the volume of the row counts. */
  rows: (Row & { counted: boolean })[];
}

/**
 * The sum of the venues' volumes in USD, without implausible ones; each counts up to `clipUsd`, the
 * limit of its weight in the price. A venue is compared with the others and with the reference's
 * volume on all venues, never with itself.
 */
export function sumVolumes<Row extends { volumeUsd: number | null }>(
  rows: readonly Row[],
  referenceUsd: number | null = null,
  clipUsd = Number.POSITIVE_INFINITY,
): SummedVolumes<Row> {
  const most = VOLUME_RULES.referenceMultiple * (referenceUsd ?? 0);
  const mostFitting = Math.min(most, VOLUME_RULES.mostUsd);
  // A reference that fits no venue is wrong; two inflated volumes must not confirm each other.
  const isReferenceWrong = rows.every(({ volumeUsd }) => !isAtMost(volumeUsd, mostFitting));
  const mostCompared = isReferenceWrong ? VOLUME_RULES.mostUsd : mostFitting;
  let total = 0;
  for (const { volumeUsd } of rows) if (isAtMost(volumeUsd, mostCompared)) total += volumeUsd;
  let usedUsd: number | null = null;
  const judged: SummedVolumes<Row>["rows"] = [];
  for (const row of rows) {
    const { volumeUsd } = row;
    let counted = false;
    if (isAtMost(volumeUsd, mostFitting)) counted = true;
    else if (isAtMost(volumeUsd, VOLUME_RULES.mostUsd)) {
      const othersUsd = isReferenceWrong ? total - volumeUsd : total;
      counted = othersUsd > 0 ? volumeUsd <= VOLUME_RULES.othersMultiple * othersUsd : most <= 0;
    }
    if (counted && volumeUsd !== null) usedUsd = (usedUsd ?? 0) + Math.min(volumeUsd, clipUsd);
    judged.push({ ...row, counted });
  }
  return { volumeUsd: usedUsd, rows: judged };
}

function isAtMost(volumeUsd: number | null, mostUsd: number): volumeUsd is number {
  return volumeUsd !== null && volumeUsd <= mostUsd;
}
