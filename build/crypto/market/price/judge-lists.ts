import { groupBy } from "../../../lib/collections.ts";
import { median } from "../../../lib/stats.ts";
import { type Dataset, NO_PRICE, type ReferenceCoin } from "../../normalise/record.ts";
import type { CodePrice } from "../../normalise/resolve-code.ts";
import { LIST_RULES } from "../rules/price.ts";

type Points = readonly (readonly [timeMs: number, priceUsd: number])[];

interface JudgedLists {
  /** Those that are off have no prices: names, supplies and the order of their coins stay. */
  lists: Dataset<"coin">[];
  /** A sentence for each list that is off. */
  warnings: string[];
}

/**
 * Compares each list with the market: a list whose prices of the largest coins are off the venues',
 * by the median, gives no prices. Each is compared with the price nearest its own time, so that a
 * list of before a crash is not off. `samplesOf`: our own prices of about the last day. Where too
 * few coins can be compared, a list is believed.
 */
export function judgeLists(
  lists: readonly Dataset<"coin">[],
  { codePrices, samplesOf, now }: { codePrices: readonly CodePrice[]; samplesOf(coinId: string): Points; now: number },
): JudgedLists {
  const pricesOf = groupBy(codePrices, ({ code }) => code);
  const warnings: string[] = [];
  const judged = lists.map((list) => {
    const distances = listLargest(list.records).flatMap(({ coin, priceUsd }) => {
      const venues = pricesOf.get(coin.symbol) ?? [];
      if (venues.length < LIST_RULES.venues) return [];
      const present = median(venues.map((venue) => venue.priceUsd));
      const statedMs = coin.updatedAtMs ?? list.fetchedAtMs;
      const price = findNearest([...samplesOf(coin.id), [now, present]], statedMs);
      return price === undefined ? [] : Math.abs(priceUsd / price - 1);
    });
    if (distances.length < LIST_RULES.enoughCoins) return list;
    const off = median(distances);
    if (off <= LIST_RULES.maxDistance) return list;
    const percent = `${Number((off * 100).toPrecision(3))} %`;
    warnings.push(`${list.source} is ${percent} off the exchanges' prices of ${distances.length} large coins`);
    return withholdPrices(list);
  });
  return { lists: judged, warnings };
}

/** The largest coins with a price; of those with the same ticker, the largest. */
function listLargest(coins: readonly ReferenceCoin[]) {
  const priced = coins.flatMap((coin) => {
    const { priceUsd, marketCapUsd } = coin;
    return priceUsd !== null && priceUsd > 0 && marketCapUsd !== null ? { coin, priceUsd, marketCapUsd } : [];
  });
  const largest = new Map<string, (typeof priced)[number]>();
  for (const one of priced.sort((a, b) => b.marketCapUsd - a.marketCapUsd)) {
    if (!largest.has(one.coin.symbol)) largest.set(one.coin.symbol, one);
    if (largest.size === LIST_RULES.comparedCoins) break;
  }
  return [...largest.values()];
}

/** The price nearest a time; `undefined` where none is near enough to compare. */
function findNearest(points: Points, timeMs: number): number | undefined {
  let best: number | undefined;
  let leastMs = LIST_RULES.comparedMs;
  for (const [pointMs, priceUsd] of points) {
    const distanceMs = Math.abs(pointMs - timeMs);
    if (distanceMs < leastMs || (distanceMs === leastMs && best === undefined)) {
      best = priceUsd;
      leastMs = distanceMs;
    }
  }
  return best !== undefined && best > 0 ? best : undefined;
}

/** The list as if its prices had not been answered. Its market caps only order its coins. */
function withholdPrices(list: Dataset<"coin">): Dataset<"coin"> {
  const records = list.records.map((row) => ({
    ...row,
    ...NO_PRICE,
    marketCapUsd: row.marketCapUsd,
    athUsd: null,
    athTimeMs: null,
    atlUsd: null,
    atlTimeMs: null,
    sparklineUsd: [],
  }));
  return { ...list, records, stale: true };
}
