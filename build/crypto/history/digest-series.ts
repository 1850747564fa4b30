import { computeSha256 } from "../../lib/hash.ts";
import type { Series } from "./series.ts";

type Columns = Omit<Series, "prices"> & { prices: readonly (number | null)[] };

/** SHA-256 of the points of a series: of their values alone, whatever partitions hold them. */
export function digestSeries({ times, prices, marketCaps, totalVolumes, origins = [] }: Columns): string {
  const columns = [times, prices, marketCaps, totalVolumes].map((column) => toBytes(column));
  // A list of own points alone is the same as no list.
  const labels = origins.some((origin) => origin !== null) ? JSON.stringify(origins) : "";
  return computeSha256(Buffer.concat([...columns, Buffer.from(labels)]));
}

/** Infinity stands for `null`: no price is infinite, and its bytes are the same everywhere. */
export function toBytes(column: readonly (number | null)[], fromRow = 0, toRow = column.length): Uint8Array {
  const numbers = new Float64Array(toRow - fromRow);
  for (let row = fromRow; row < toRow; row += 1) numbers[row - fromRow] = column[row] ?? Number.POSITIVE_INFINITY;
  return new Uint8Array(numbers.buffer);
}
