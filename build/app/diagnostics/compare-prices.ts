import type { Dataset, RecordKind, RecordKinds } from "../../crypto/normalise/record.ts";
import { isOfKind } from "../../crypto/normalise/record.ts";
import { groupBy } from "../../lib/collections.ts";
import { median } from "../../lib/stats.ts";

/** One price of a source, comparable with that of another source for the same pair. */
export interface PairPrice {
  source: string;
  /** `BTC/EUR`; fiat rates and reference prices too. */
  pair: string;
  price: number;
}

/** How far the prices of one source are from those of the others. */
export interface PriceDistance {
  /** Pairs that another source has too. */
  shared: number;
  /** Median of the distances, as a ratio: 0.001 is 0.1 %. */
  median: number;
  /** The largest distances, largest first. */
  furthest: readonly { pair: string; price: number; others: number; sources: readonly string[]; distance: number }[];
}

/** Below: the same market. Above `WRONG_DISTANCE`: another unit or coin, or swapped fields. */
export const GOOD_DISTANCE = 0.005;
export const WRONG_DISTANCE = 0.02;

/** In most markets the last price lies between bid and ask or next to them. */
export const OUTSIDE_DISTANCE = 0.002;
/** Quote volumes beyond this factor are of another unit; prices of a day move less. */
export const VOLUME_FACTOR = 2;

const MOST_LISTED = 5;

/** The prices in the records of a source; of two markets for one pair the one with more volume. */
export function listPairPrices(source: string, datasets: readonly Dataset[]): PairPrice[] {
  const found = new Map<string, { price: number; volume: number }>();
  const add = (pair: string, price: number | null, volume: number | null) => {
    if (price === null || price <= 0 || (found.get(pair)?.volume ?? -1) >= (volume ?? 0)) return;
    found.set(pair, { price, volume: volume ?? 0 });
  };
  for (const dataset of datasets) {
    for (const { base, quote, last, baseVolume } of pickRecords("ticker", dataset)) {
      add(`${base}/${quote}`, last, baseVolume);
    }
    for (const { symbol, priceUsd, marketCapUsd } of pickRecords("coin", dataset)) {
      add(`${symbol}/USD`, priceUsd, marketCapUsd);
    }
    const rates = pickRecords("rate", dataset);
    // One base for all tables: the ECB's is the euro.
    const perUsd = rates.find(({ quote }) => quote === "USD")?.rate ?? 1;
    for (const { quote, rate } of rates) add(`USD/${quote}`, rate / perUsd, null);
  }
  return [...found].map(([pair, { price }]) => ({ source, pair, price }));
}

/**
 * Median distance of the last prices from the nearest of bid and ask, as a ratio; 0 between them.
 * `undefined` without records that have all three.
 */
export function measureOutside(datasets: readonly Dataset[]): number | undefined {
  const distances = datasets.flatMap((dataset) =>
    pickRecords("ticker", dataset).flatMap(({ last, bid, ask }) => {
      if (last === null || bid === null || ask === null || bid <= 0 || ask <= 0) return [];
      return [Math.max(0, bid / last - 1, last / ask - 1)];
    }),
  );
  return distances.length === 0 ? undefined : median(distances);
}

/**
 * Median of the quote volume divided by the base volume times the last price: about 1 when both are
 * of the same 24 hours. `undefined` without records that have all three.
 */
export function measureVolumes(datasets: readonly Dataset[]): number | undefined {
  const ratios = datasets.flatMap((dataset) =>
    pickRecords("ticker", dataset).flatMap(({ last, baseVolume, quoteVolume }) => {
      const expected = (last ?? 0) * (baseVolume ?? 0);
      return expected > 0 && quoteVolume !== null && quoteVolume > 0 ? [quoteVolume / expected] : [];
    }),
  );
  return ratios.length === 0 ? undefined : median(ratios);
}

/** Compares each pair with the median of the other sources; `undefined` when no pair is shared. */
export function comparePrices(own: readonly PairPrice[], others: readonly PairPrice[]): PriceDistance | undefined {
  const known = groupBy(others, ({ pair }) => pair);
  const compared = own.flatMap(({ pair, price }) => {
    const prices = known.get(pair);
    if (prices === undefined) return [];
    const other = median(prices.map((each) => each.price));
    return [
      {
        pair,
        price,
        others: other,
        sources: prices.map(({ source }) => source),
        distance: Math.abs(price / other - 1),
      },
    ];
  });
  if (compared.length === 0) return undefined;
  const furthest = compared.toSorted((a, b) => b.distance - a.distance);
  return {
    shared: compared.length,
    median: median(compared.map(({ distance }) => distance)),
    furthest: furthest.slice(0, MOST_LISTED),
  };
}

function pickRecords<K extends RecordKind>(kind: K, dataset: Dataset): readonly RecordKinds[K][] {
  return isOfKind(dataset, kind) ? dataset.records : [];
}
