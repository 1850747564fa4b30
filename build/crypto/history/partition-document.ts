import type { StateStore, WriteOptions } from "../../kit/platform/platform.ts";
import { isAscending, isObject, isText, listOf } from "../../lib/shape.ts";
import { DAY_MS, findCalendarSpan, HOUR_MS, MINUTE_MS, renderDay, type TimeSpan } from "../../lib/time.ts";
import { countPoints, EMPTY_PARTITION, type Partition } from "./partition.ts";

/** The state as history reads it. */
export type StateReader = Pick<StateStore, "find" | "list" | "read">;
/** The same where some documents are read while an answer is computed. */
export type SyncStateReader = Pick<StateStore, "find" | "list" | "read" | "readSync">;

/** The names of documents with this prefix, ascending, and so in the order of time. */
export function listNames(state: Pick<StateStore, "list">, prefix: string): string[] {
  return state.list(prefix).map(({ name }) => name);
}

/** Names and digests of the documents; `undefined` before a change of one is committed. */
export function joinDigests(state: StateReader, names: readonly string[]): string | undefined {
  const digests = names.map((name) => state.find(name)?.sha256);
  return digests.includes(undefined) ? undefined : names.map((name, at) => `${name} ${digests[at]}`).join(" ");
}

/** The partition of that name; an empty one where there is none. */
export async function readPartition(state: Pick<StateStore, "read">, name: string): Promise<Partition> {
  return (await state.read<Partition>(name)) ?? EMPTY_PARTITION;
}

/** Why a closed partition changes when the backfill replaces or adds points. */
export const BACKFILLED = "filled gaps were replaced with finer data";

/** Writes a partition, closed when its time is over at `asOfMs`. */
export function writePartition(
  state: Pick<StateStore, "write">,
  name: string,
  partition: Partition,
  { asOfMs, ...options }: { asOfMs: number } & Pick<WriteOptions, "reopen" | "removes">,
): void {
  const closed = parsePartitionName(name).endMs <= asOfMs;
  state.write(name, partition, { ...options, rows: countPoints(partition), closed });
}

/** Whether it is one of the names below, with a day, a month or a year that exists. */
export function isPartitionName(name: string): boolean {
  return findPartitionSpan(name) !== undefined;
}

/** Checks lengths and types, column by column: a series has millions of points. */
export function isPartition(value: unknown): value is Partition {
  if (!isObject(value)) return false;
  const { times, coins, origins = [] } = value;
  if (!isObject(coins) || !isAscending(times) || !listOf(isText)(origins)) return false;
  const rows = times.length;
  return Object.values(coins).every(
    (columns) =>
      isObject(columns) &&
      isColumn(columns["prices"], rows) &&
      (columns["marketCaps"] === undefined || isColumn(columns["marketCaps"], rows)) &&
      (columns["totalVolumes"] === undefined || isColumn(columns["totalVolumes"], rows)) &&
      (columns["origins"] === undefined || isOriginColumn(columns["origins"], rows, origins.length)),
  );
}

function isColumn(column: unknown, rows: number): column is (number | null)[] {
  if (!Array.isArray(column) || column.length !== rows) return false;
  // A damaged file may hold 1e999, which is infinite.
  for (const value of column) if (value !== null && !Number.isFinite(value)) return false;
  return true;
}

function isOriginColumn(column: unknown, rows: number, origins: number): boolean {
  return isColumn(column, rows) && column.every((at) => at === null || isIndex(at, origins));
}

function isIndex(at: number, length: number): boolean {
  return Number.isInteger(at) && at >= 0 && at < length;
}

/**
 * The folders of partitions in the state. Samples of builds, prices between two builds and hours
 * have one partition per UTC day; hours that are kept for good have one per UTC month; days, and
 * days that wait for publication, have one per UTC year.
 */
export const SAMPLES = "samples/";
export const DENSE = "dense/";
export const HOURLY = "hourly/";
export const HOURS = "hours/";
export const DAILY = "daily/";
export const PENDING_DAYS = "backfill-days/";

/** `samples/2026-11-20`. */
export function nameSamples(timeMs: number): string {
  return `${SAMPLES}${renderDay(timeMs)}`;
}

/** `dense/2026-11-20`. */
export function nameDense(timeMs: number): string {
  return `${DENSE}${renderDay(timeMs)}`;
}

/** `hourly/2026-11-20`. */
export function nameHourly(timeMs: number): string {
  return `${HOURLY}${renderDay(timeMs)}`;
}

/** `hours/2026-11`. */
export function nameHours(timeMs: number): string {
  return `${HOURS}${renderDay(timeMs).slice(0, 7)}`;
}

/** `daily/2026`. */
export function nameDaily(timeMs: number): string {
  return `${DAILY}${renderDay(timeMs).slice(0, 4)}`;
}

/** `backfill-days/2026`. */
export function namePendingDays(timeMs: number): string {
  return `${PENDING_DAYS}${renderDay(timeMs).slice(0, 4)}`;
}

/** Where the times of a partition are starts of steps. */
const STEPS: Readonly<Record<string, number>> = {
  [DENSE]: 5 * MINUTE_MS,
  [HOURLY]: HOUR_MS,
  [HOURS]: HOUR_MS,
  [DAILY]: DAY_MS,
  [PENDING_DAYS]: DAY_MS,
};

/**
 * Whether all times lie within that of the name, at starts of its steps: readers join partitions in
 * the order of their names, and count steps between times.
 */
export function hasTimesOf(name: string, { times }: Pick<Partition, "times">): boolean {
  const { startMs, endMs } = parsePartitionName(name);
  const stepMs = STEPS[name.slice(0, name.indexOf("/") + 1)] ?? 1;
  return times.every((time) => time >= startMs && time < endMs && time % stepMs === 0);
}

const NAME = /^(?:(?:samples|dense|hourly|daily|backfill-days)\/(\d{4}(?:-\d\d-\d\d)?)|hours\/(\d{4}-\d\d))$/;

/** The time of a partition. Throws a RangeError on any other name. */
export function parsePartitionName(name: string): TimeSpan {
  const span = findPartitionSpan(name);
  if (span === undefined) throw new RangeError(`${name} is not the name of a partition`);
  return span;
}

function findPartitionSpan(name: string): TimeSpan | undefined {
  const [, date, month] = NAME.exec(name) ?? [];
  return findCalendarSpan(month ?? date ?? "");
}
