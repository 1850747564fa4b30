import type { Market } from "../../market/market.ts";
import type { StateStore } from "../../platform/platform.ts";
import { exchangeRateSeries, fearGreedSeries, tvlSeries } from "./daily-values.ts";
import { type DatasetSeries, updateDatasetSeries } from "./dataset-series.ts";
import { globalSeries } from "./global.ts";
import { newsSeries } from "./news.ts";

/** Every dataset that is kept row by row. */
export const datasetSeries: readonly DatasetSeries<never>[] = [
  globalSeries,
  fearGreedSeries,
  tvlSeries,
  exchangeRateSeries,
  newsSeries,
] as unknown as readonly DatasetSeries<never>[];

/** Adds the rows of this build. */
export async function updateDatasets(state: StateStore, market: Market): Promise<void> {
  for (const series of datasetSeries) await updateDatasetSeries(state, series, market);
}
