import { findColumns } from "../../../history/partition.ts";
import type { Column } from "../column.ts";
import type { Slice } from "./slice.ts";

/** One point of one coin. */
export interface PointRow {
  timeMs: number;
  id: string;
  price: number;
  marketCap: number | null;
  totalVolume: number | null;
  /** Id of the source that it was taken from, by the build or later; `null` where it is our own. */
  origin: string | null;
}

/**
 * The columns of a dataset of points. Coins go by their id alone, because a symbol may pass to another coin, and a closed
 * file must not change then.
 */
export function pointColumns(time: Pick<Column, "name" | "type" | "description">): readonly Column<PointRow>[] {
  return [
    { ...time, value: (point) => point.timeMs },
    { name: "id", type: "string", description: "Stable identifier, CoinGecko's.", value: (point) => point.id },
    { name: "price", type: "number", unit: "USD", description: "Price of one coin.", value: (point) => point.price },
    {
      name: "market_cap",
      type: "number",
      unit: "USD",
      description: "Price times circulating supply.",
      value: (point) => point.marketCap,
    },
    {
      name: "total_volume",
      type: "number",
      unit: "USD",
      description: "Traded in the 24 hours before.",
      value: (point) => point.totalVolume,
    },
    {
      name: "origin",
      type: "string",
      description: "The source whose price it is; empty where it is computed here.",
      value: (point) => point.origin,
    },
  ];
}

/** The points by coin and then by time: so they compress best. */
export function* readPoints(slices: readonly Slice[], coinIds: readonly string[]): Generator<PointRow> {
  for (const id of coinIds) {
    for (const { partition, fromRow, toRow } of slices) {
      const columns = findColumns(partition, id);
      if (columns === undefined) continue;
      for (let row = fromRow; row < toRow; row += 1) {
        const price = columns.prices[row] ?? null;
        const timeMs = partition.times[row];
        if (price === null || timeMs === undefined) continue;
        yield {
          timeMs,
          id,
          price,
          marketCap: columns.marketCaps[row] ?? null,
          totalVolume: columns.totalVolumes[row] ?? null,
          origin: partition.origins?.[columns.origins?.[row] ?? -1] ?? null,
        };
      }
    }
  }
}
