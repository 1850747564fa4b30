import { sortByName } from "../../lib/entries.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { Partition } from "./partition.ts";

/** The closed UTC days of all coins, those of former coins included. */
export interface ClosedDays {
  /** Starts of the days with a price, in unix milliseconds, ascending. */
  times: readonly number[];
  /** The days with `fromMs <= time <= toMs`. */
  read(fromMs: number, toMs: number): DayCloses;
  /**
   * The same text means the same closes on the days of this UTC year. `undefined`: unknown, because
   * there is no such year, or a change is not committed.
   */
  version(year: number): string | undefined;
}

/** The closing prices of some days, in USD. */
export interface DayCloses {
  times: readonly number[];
  /** By id of the coin, ascending; one price per day, `null` where it has none. */
  coins: ReadonlyMap<string, (number | null)[]>;
  /** For each day, ascending: the sources of prices that are not this project's own. */
  sources: readonly (readonly string[])[];
}

/** `partitions`: one per year, ascending. Days that are not over at `asOfMs` are left out. */
export function listClosedDays(
  partitions: readonly Partition[],
  asOfMs: number,
  version: ClosedDays["version"],
): ClosedDays {
  const isClosed = (time: number) => time + DAY_MS <= asOfMs;
  return {
    times: partitions.flatMap(({ times }) => times.filter(isClosed)),
    version,
    read: (fromMs, toMs) => readDays(partitions, (time) => isClosed(time) && time >= fromMs && time <= toMs),
  };
}

function readDays(partitions: readonly Partition[], isWanted: (time: number) => boolean): DayCloses {
  const days = partitions.flatMap((partition) =>
    partition.times.flatMap((time, row) => (isWanted(time) ? [{ partition, time, row }] : [])),
  );
  const sources = days.map(() => new Set<string>());
  const coins = new Map<string, (number | null)[]>();
  for (const partition of partitions) {
    const wanted = days.flatMap((day, at) => (day.partition === partition ? [{ at, row: day.row }] : []));
    if (wanted.length === 0) continue;
    for (const [id, { prices, origins }] of Object.entries(partition.coins)) {
      for (const { at, row } of wanted) {
        const price = prices[row] ?? null;
        if (price === null) continue;
        const closes = coins.get(id) ?? new Array<number | null>(days.length).fill(null);
        closes[at] = price;
        coins.set(id, closes);
        const source = partition.origins?.[origins?.[row] ?? -1];
        if (source !== undefined) sources[at]?.add(source);
      }
    }
  }
  return {
    times: days.map(({ time }) => time),
    coins: new Map(sortByName(coins)),
    sources: sources.map((one) => [...one].sort()),
  };
}
