import type { StateStore } from "../platform/platform.ts";
import { mergePartitions, type Partition } from "./partition.ts";
import { listNames, readPartition, writePartition } from "./partition-document.ts";
import { DAILY, nameDaily, nameSamples, PENDING_DAYS, parsePartitionName } from "./partition-name.ts";

const REASON = "history was filled from candles and charts";

/** Whether a build is the first of its UTC day. Call it before adding its sample. */
export function isNewDay(state: StateStore, asOfMs: number): boolean {
  return !listNames(state, nameSamples(asOfMs)).includes(nameSamples(asOfMs));
}

/**
 * Moves days that were filled in into the published series. Only with the first build of a UTC day,
 * so that clients may cache the long series for a day. Always while there is no own day, so that a
 * new site shows history on its first day.
 */
export async function publishBackfilledDays(state: StateStore, asOfMs: number, newDay: boolean): Promise<void> {
  const pending = listNames(state, PENDING_DAYS);
  if (pending.length === 0 || !(newDay || !(await hasOwnDay(state)))) return;
  for (const name of pending) {
    const year = nameDaily(parsePartitionName(name).startMs);
    const settled = mergePartitions(await readPartition(state, name), await readPartition(state, year));
    writePartition(state, year, settled, asOfMs, REASON);
    state.write(name, undefined);
  }
}

/** Newest years first: usually one partition is enough. */
async function hasOwnDay(state: StateStore): Promise<boolean> {
  for (const name of listNames(state, DAILY).reverse()) if (hasOwnPoint(await readPartition(state, name))) return true;
  return false;
}

function hasOwnPoint({ coins }: Partition): boolean {
  return Object.values(coins).some(({ prices, origins }) =>
    prices.some((price, row) => price !== null && (origins?.[row] ?? null) === null),
  );
}
