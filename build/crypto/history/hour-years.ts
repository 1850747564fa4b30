import { DAY_MS, floorTo, HOUR_MS } from "../../lib/time.ts";
import { type HourRevisions, nameRevision } from "./hour-revisions.ts";
import type { Partition } from "./partition.ts";
import {
  HOURLY,
  HOURS,
  joinDigests,
  listNames,
  nameHours,
  parsePartitionName,
  SAMPLES,
  type StateReader,
  type SyncStateReader,
} from "./partition-document.ts";
import type { Series } from "./series.ts";

/** The hours of one UTC year. */
export interface HourYear {
  year: number;
  /** It is over, and its months are closed. */
  final: boolean;
  /** No more hours of the coin are expected: its exchanges were asked for all of them. */
  isComplete(coinId: string): boolean;
  /** Of a coin's hours, from 1: counts changes of closed hours, and additions to them. */
  revision(coinId: string): number;
  /**
   * The same text means the same hours of every coin. `undefined`: unknown, because a change is not
   * committed.
   */
  version: string | undefined;
  /** A coin's hours of the year in closed days, without prices that are not stored. */
  series(coinId: string): Series;
  /** The months of the year between two times that are kept for good, ascending. */
  months(fromMs: number, toMs: number): readonly Partition[];
}

/** More than a year: coins are read one after the other, each with all months of a year. */
const MONTHS_HELD = 14;

/**
 * Reads the months between two times, ascending. A month is read when a coin needs it, because ten
 * years of all coins are more than a build may hold in memory; the last ones stay.
 */
export function createMonthReader(state: SyncStateReader): (fromMs: number, toMs: number) => Partition[] {
  const names = listNames(state, HOURS);
  const held = new Map<string, Partition>();
  const read = (name: string): Partition[] => {
    const month = held.get(name) ?? state.readSync<Partition>(name);
    if (month === undefined) return [];
    held.delete(name);
    held.set(name, month);
    for (const oldest of [...held.keys()].slice(0, -MONTHS_HELD)) held.delete(oldest);
    return [month];
  };
  return (fromMs, toMs) => {
    const first = nameHours(Math.max(0, fromMs));
    const last = nameHours(Math.max(0, toMs));
    return names.filter((name) => name >= first && name <= last).flatMap(read);
  };
}

interface HourTimes {
  asOfMs: number;
  hourlyFromMs: number;
  doneFromMs: number;
  revisions: HourRevisions;
  isComplete(coinId: string, fromMs: number): boolean;
}

/**
 * `hourlyFromMs`: from `findHourlyStart`. `doneFromMs`: from this year on, the backfill has
 * requested all hours of the coins of that time. `revisions`: later changes of a coin's hours by
 * `nameRevision`. `isComplete`: a coin's hours from a time on were requested.
 */
export function listHourYears(
  state: StateReader,
  { asOfMs, hourlyFromMs, doneFromMs, revisions, isComplete }: HourTimes,
  readHours: (coinId: string, fromMs: number, toMs: number) => Series,
  readMonths: HourYear["months"],
): HourYear[] {
  // The running day would replace a file of thousands of hours each hour, to add one.
  const closedMs = floorTo(asOfMs, DAY_MS);
  const stored = [...listNames(state, HOURS), ...listNames(state, HOURLY)];
  const names = [...stored, ...listNames(state, SAMPLES)];
  const years = new Set(names.map((name) => new Date(parsePartitionName(name).startMs).getUTCFullYear()));
  return [...years].sort().flatMap((year) => {
    const startMs = Date.UTC(year, 0, 1);
    const endMs = Math.min(closedMs, Date.UTC(year + 1, 0, 1));
    // A year of which no day is over.
    if (endMs <= startMs) return [];
    const own = stored.filter((name) => isWithin(name, startMs, endMs));
    const months = state.list(`${HOURS}${year}`);
    const digests = joinDigests(state, own);
    return {
      year,
      final: endMs <= hourlyFromMs && startMs >= doneFromMs && months.every(({ closed }) => closed),
      isComplete: (coinId) => isComplete(coinId, startMs),
      revision: (coinId) => 1 + (revisions[nameRevision(coinId, year)] ?? 0),
      version: digests === undefined ? undefined : `${digests} ${endMs}`,
      series: (coinId) => readHours(coinId, startMs, endMs - HOUR_MS),
      months: readMonths,
    };
  });
}

function isWithin(name: string, fromMs: number, toMs: number): boolean {
  const { startMs, endMs } = parsePartitionName(name);
  return startMs < toMs && endMs > fromMs;
}
