import type { Partition } from "../../../build/history/partition.ts";
import { listNames } from "../../../build/history/partition-document.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import type { StateStore } from "../../../build/platform/platform.ts";

/** A point of a series in the documents, staged or published. */
export interface SeriesPoint {
  coinId: string;
  stepMs: number;
  timeMs: number;
  price: number;
  /** `undefined`: our own. */
  origin: string | undefined;
}

/** Every point by document, coin and time, and what of the documents' form is wrong. */
export async function listSeries(state: StateStore): Promise<{ points: Map<string, SeriesPoint>; problems: string[] }> {
  const points = new Map<string, SeriesPoint>();
  const problems: string[] = [];
  for (const [prefix, stepMs] of [
    ["hourly/", HOUR_MS],
    ["daily/", DAY_MS],
    ["backfill-days/", DAY_MS],
  ] as const) {
    for (const name of listNames(state, prefix)) {
      const { times, coins, origins } = (await state.read<Partition>(name))!;
      if (times.some((time, row) => time % stepMs !== 0 || time <= (times[row - 1] ?? -1))) {
        problems.push(`the times of ${name} do not ascend on the grid`);
      }
      for (const [coinId, columns] of Object.entries(coins)) {
        if (columns.prices.length !== times.length)
          problems.push(`${name} ${coinId} has another length than its times`);
        for (const [row, price] of columns.prices.entries()) {
          if (price === null) continue;
          const label = columns.origins?.[row] ?? null;
          const origin = label === null ? undefined : (origins?.[label] ?? "unknown");
          const timeMs = times[row]!;
          points.set(`${name} ${coinId} ${timeMs}`, { coinId, stepMs, timeMs, price, origin });
        }
      }
    }
  }
  return { points, problems };
}
