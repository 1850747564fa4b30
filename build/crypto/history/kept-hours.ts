import type { StateStore } from "../../kit/platform/platform.ts";
import { groupBy } from "../../lib/collections.ts";
import { DAY_MS, floorTo } from "../../lib/time.ts";
import { countPoints, mergePartitions, type Partition, pickPrices } from "./partition.ts";
import { HOURLY, HOURS, listNames, nameHours, parsePartitionName, readPartition } from "./partition-document.ts";

/**
 * The coins by market cap that have hours for good and hourly candles: as many as have an alias.
 * Their hours of a year take some 15 MB in a state, so that those of ten years fit on every host.
 */
export const LARGEST_COINS = 250;

/** Enough for the hourly series of 30 days, with time to fill a gap. */
export const HOURLY_KEPT_MS = 45 * DAY_MS;

/**
 * The start of the first day whose hours have, or may have, a document of their own. All hours
 * before it are in the months that are kept for good, or are gone.
 */
export function findHourlyStart(state: Pick<StateStore, "list">, asOfMs: number): number {
  const [oldest] = listNames(state, HOURLY);
  const second = floorTo(asOfMs - HOURLY_KEPT_MS, DAY_MS) + DAY_MS;
  return oldest === undefined ? second : Math.min(second, parsePartitionName(oldest).startMs);
}

const MOVED = "hours were moved to their month";

/** A day of hours that expires. */
export interface ExpiredDay {
  startMs: number;
  hours: Partition;
}

/**
 * Moves days of hours into the months that are kept for good: those of the coins `largest`, of the
 * largest coins on that day, and of every coin that has hours of that year already, so that a
 * change of rank leaves no gap. A month is closed once all its days before `untilMs` have moved.
 */
export async function keepHours(
  state: StateStore,
  days: readonly ExpiredDay[],
  largest: readonly string[],
  untilMs: number,
): Promise<void> {
  const years = new Map<string, Set<string>>();
  for (const [name, moving] of groupBy(days, ({ startMs }) => nameHours(startMs))) {
    const year = name.slice(0, `${HOURS}2026`.length);
    const kept = years.get(year) ?? new Set([...largest, ...(await listCoins(state, year))]);
    years.set(year, kept);
    const before = await readPartition(state, name);
    let after = before;
    for (const { hours } of moving) {
      for (const id of listLargest(hours)) kept.add(id);
      const picked = pickPrices(hours, (id) => kept.has(id));
      // A closed month gets no new revision without a new point.
      if (hasNewPoint(picked, after)) after = mergePartitions(after, picked);
    }
    const closed = parsePartitionName(name).endMs <= untilMs;
    const closes = closed && state.find(name)?.closed === false;
    if (after === before && !closes) continue;
    writeHours(state, name, after, { closed, reopen: MOVED });
  }
}

/** `reopen`: the reason why a closed month gets other content. */
export function writeHours(
  state: StateStore,
  name: string,
  month: Partition,
  options: { closed: boolean; reopen: string },
): void {
  state.write(name, month, { rows: countPoints(month), ...options });
}

/** Closes the months, of a year or all, that are over at `untilMs`. */
export async function closeMonths(state: StateStore, untilMs: number, year?: number): Promise<void> {
  for (const { name, closed } of state.list(`${HOURS}${year ?? ""}`)) {
    if (closed || parsePartitionName(name).endMs > untilMs) continue;
    writeHours(state, name, await readPartition(state, name), { closed: true, reopen: MOVED });
  }
}

/** The largest coins of a day, by their last market cap. */
function listLargest({ coins }: Partition): string[] {
  const capped = Object.entries(coins).flatMap(([id, { marketCaps }]) => {
    const cap = marketCaps?.findLast((one) => one !== null) ?? null;
    return cap === null ? [] : [{ id, cap }];
  });
  const sorted = capped.sort((a, b) => b.cap - a.cap);
  return sorted.slice(0, LARGEST_COINS).map(({ id }) => id);
}

async function listCoins(state: StateStore, prefix: string): Promise<string[]> {
  const found = new Set<string>();
  for (const name of listNames(state, prefix))
    for (const id of Object.keys((await readPartition(state, name)).coins)) found.add(id);
  return [...found];
}

/** Whether the first partition has a price where the second one has none. */
export function hasNewPoint(added: Partition, known: Partition): boolean {
  const rowOf = new Map(known.times.map((time, row) => [time, row]));
  const rows = added.times.map((time) => rowOf.get(time) ?? -1);
  return Object.entries(added.coins).some(([id, { prices }]) => {
    const old = Object.hasOwn(known.coins, id) ? known.coins[id]?.prices : undefined;
    return prices.some((price, at) => price !== null && (old?.[rows[at] ?? -1] ?? null) === null);
  });
}
