import type { StateStore } from "../../kit/platform/platform.ts";
import { DAY_MS } from "../../lib/time.ts";
import { type CoinColumns, findColumns, mergePartitions, type Partition, pickFromColumns } from "./partition.ts";
import {
  BACKFILLED,
  DAILY,
  HOURLY,
  listNames,
  nameDaily,
  nameHourly,
  nameHours,
  PENDING_DAYS,
  parsePartitionName,
  readPartition,
  writePartition,
} from "./partition-document.ts";
import { rollUp } from "./roll-up.ts";

/**
 * Moves days that were filled in into the published series. Only with the first build of a UTC day,
 * so that clients may cache the long series for a day. Always on the first day of a site, so that
 * it shows history at once. Returns whether it is time to publish.
 */
export async function publishBackfilledDays(state: StateStore, asOfMs: number, newDay: boolean): Promise<boolean> {
  const pending = listNames(state, PENDING_DAYS);
  if (!newDay && (pending.length === 0 || (await hasEarlierDay(state, asOfMs)))) return false;
  for (const name of pending) {
    const year = nameDaily(parsePartitionName(name).startMs);
    const days = { published: await readPartition(state, year), waiting: await readPartition(state, name) };
    const { published, waiting } = await decideCloses(state, days);
    // A restore prefers observed prices, so one that was replaced would come back from a copy.
    const removes = published !== days.published;
    writePartition(state, year, mergePartitions(published, waiting), { asOfMs, reopen: BACKFILLED, removes });
    state.write(name, undefined);
  }
  return true;
}

interface Days {
  published: Partition;
  waiting: Partition;
}

/**
 * Of a coin's day with two prices, the one of its newest known hour stays; the published one if
 * neither is. The hours decide again here: a build may have observed an hour that the backfill did
 * not have, and a restore may have brought back days that were published already.
 */
async function decideCloses(state: StateStore, { published, waiting }: Days): Promise<Days> {
  const rowOf = new Map(published.times.map((timeMs, row) => [timeMs, row]));
  const dropped = { published: new Map<string, Set<number>>(), waiting: new Map<string, Set<number>>() };
  const readCloses = createCloseReader(state);
  for (const [at, dayMs] of waiting.times.entries()) {
    const row = rowOf.get(dayMs) ?? -1;
    const twice = Object.keys(waiting.coins).filter((id) => {
      const prices = [findColumns(published, id)?.prices[row], waiting.coins[id]?.prices[at]];
      return prices.every((price) => typeof price === "number") && prices[0] !== prices[1];
    });
    if (twice.length === 0) continue;
    const closes = await readCloses(dayMs);
    for (const id of twice) {
      const isWaiting = closes(id) === waiting.coins[id]?.prices[at];
      const rows = isWaiting ? dropped.published : dropped.waiting;
      rows.set(id, (rows.get(id) ?? new Set()).add(isWaiting ? row : at));
    }
  }
  return { published: dropRows(published, dropped.published), waiting: dropRows(waiting, dropped.waiting) };
}

/** Itself if there are none. */
function dropRows(partition: Partition, dropped: ReadonlyMap<string, ReadonlySet<number>>): Partition {
  if (dropped.size === 0) return partition;
  const coins = Object.entries(partition.coins).map(([id, columns]): [string, CoinColumns] => {
    const rows = columns.prices.map((_, row) => (dropped.get(id)?.has(row) ? -1 : row));
    return [id, dropped.has(id) ? pickFromColumns(columns, rows) : columns];
  });
  return { ...partition, coins: Object.fromEntries(coins) };
}

/** Reads the price of a coin's newest known hour of a day. Days of one month follow each other. */
function createCloseReader(state: StateStore) {
  let last: { name: string; closes: Partition } | undefined;
  return async (dayMs: number): Promise<(coinId: string) => number | undefined> => {
    const name = [nameHourly(dayMs), nameHours(dayMs)].find((one) => state.find(one) !== undefined);
    if (name === undefined) return () => undefined;
    if (last?.name !== name) last = { name, closes: rollUp(await readPartition(state, name), DAY_MS) };
    const { closes } = last;
    const row = closes.times.indexOf(dayMs);
    return (coinId) => findColumns(closes, coinId)?.prices[row] ?? undefined;
  };
}

/**
 * Whether a build observed a day before today. A filled hour may have closed that day, so the hours
 * count, too. Newest years first: usually one partition is enough.
 */
async function hasEarlierDay(state: StateStore, asOfMs: number): Promise<boolean> {
  const hours = listNames(state, HOURLY).filter((name) => parsePartitionName(name).endMs <= asOfMs);
  for (const name of [...listNames(state, DAILY).reverse(), ...hours.reverse()])
    if (hasOwnPoint(await readPartition(state, name))) return true;
  return false;
}

function hasOwnPoint({ coins }: Partition): boolean {
  return Object.values(coins).some(({ prices, origins }) =>
    prices.some((price, row) => price !== null && (origins?.[row] ?? null) === null),
  );
}
