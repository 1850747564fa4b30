import { HOUR_MS } from "../../lib/time.ts";
import type { MarketCoin } from "../market/model/market.ts";
import type { Dataset } from "../normalise/record.ts";
import { isOfKind } from "../normalise/record.ts";
import { USDT } from "./plan.ts";
import type { SeriesSource } from "./series-request.ts";

/** The price of this build, by us and by the source of a series. */
export interface SpotReference {
  timeMs: number;
  ours: number;
  theirs: number;
}

export type FindSpot = (source: SeriesSource, coinId: string) => SpotReference | undefined;

/** A reference price that is older than this is not of the moment of the build. */
const MAX_LAG_MS = HOUR_MS;

/**
 * Finds where a series leads to at the moment of this build: to the market's last price, or to the
 * price of the reference that a chart declares. `undefined` unless that price and ours are fresh.
 */
export function createFindSpot(
  coins: readonly Pick<MarketCoin, "id" | "price" | "priceSource">[],
  datasets: readonly Dataset[],
  asOfMs: number,
): FindSpot {
  const ours = new Map(
    coins.flatMap(({ id, price, priceSource }) => (price === null || priceSource === "stale" ? [] : [[id, price]])),
  );
  const references = new Map<string, Map<string, number>>();
  const readReference = (sourceId: string) => {
    const read = references.get(sourceId) ?? readPrices(datasets, sourceId, asOfMs);
    references.set(sourceId, read);
    return read;
  };
  const usdt = ours.get(USDT);
  return (source, coinId) => {
    const own = ours.get(coinId);
    if (own === undefined) return undefined;
    if (source.kind === "chart") {
      const theirs = readReference(source.chart.reference).get(coinId);
      return theirs === undefined ? undefined : { timeMs: asOfMs, ours: own, theirs };
    }
    const { last, units, quote } = source.market;
    const rate = quote === "USD" ? 1 : usdt;
    if (last === null || rate === undefined) return undefined;
    return { timeMs: asOfMs, ours: own, theirs: (last / units) * rate };
  };
}

function readPrices(datasets: readonly Dataset[], sourceId: string, asOfMs: number): Map<string, number> {
  const lists = datasets.filter((dataset) => isOfKind(dataset, "coin"));
  const records = lists.find(({ source, stale }) => source === sourceId && !stale)?.records ?? [];
  return new Map(
    records.flatMap(({ id, priceUsd, updatedAtMs }) =>
      priceUsd === null || asOfMs - (updatedAtMs ?? 0) > MAX_LAG_MS ? [] : [[id, priceUsd]],
    ),
  );
}
