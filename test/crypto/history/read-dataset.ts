import type { DatasetSeries } from "../../../build/crypto/history/datasets/dataset-series.ts";
import { listNames } from "../../../build/crypto/history/partition-document.ts";
import type { StateStore } from "../../../build/kit/platform/platform.ts";

/** Every row of a series, in order. */
export async function readDatasetRows<Row>(state: StateStore, series: DatasetSeries<Row>): Promise<Row[]> {
  const documents = await Promise.all(listNames(state, series.prefix).map((name) => state.read<Row[]>(name)));
  return documents.flatMap((rows) => rows ?? []);
}
