import type { Ledger } from "../../build/history/datasets/dataset-series.ts";
import type { Shelf } from "../../build/history/shelf.ts";

/** Every row of a ledger, in order. */
export async function readLedger<Row>(shelf: Shelf, ledger: Ledger<Row>): Promise<Row[]> {
  const documents = await Promise.all(shelf.names(ledger.prefix).map((name) => shelf.read<Row[]>(name)));
  return documents.flatMap((rows) => rows ?? []);
}
