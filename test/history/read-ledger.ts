import type { Ledger } from "../../build/history/datasets/dataset-series.ts";
import { listNames } from "../../build/history/partition-document.ts";
import type { StateStore } from "../../build/platform/platform.ts";

/** Every row of a ledger, in order. */
export async function readLedger<Row>(state: StateStore, ledger: Ledger<Row>): Promise<Row[]> {
  const documents = await Promise.all(listNames(state, ledger.prefix).map((name) => state.read<Row[]>(name)));
  return documents.flatMap((rows) => rows ?? []);
}
