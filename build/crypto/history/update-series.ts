import type { StateStore } from "../../kit/platform/platform.ts";
import { roundNumber } from "../../lib/json/significant-digits.ts";
import { DAY_MS, HOUR_MS, renderTime } from "../../lib/time.ts";
import type { MarketCoin } from "../market/model/market.ts";
import { HOURLY_KEPT_MS, LARGEST_COINS } from "./kept-hours.ts";
import { type CoinColumns, findColumns, mergePartitions, type Partition, pickRows } from "./partition.ts";
import {
  BACKFILLED,
  DAILY,
  HOURLY,
  listNames,
  nameDaily,
  nameHourly,
  nameHours,
  nameSamples,
  PENDING_DAYS,
  parsePartitionName,
  readPartition,
  SAMPLES,
  writePartition,
} from "./partition-document.ts";
import { findClosedUntil, removeExpired } from "./retain.ts";
import { rollUp } from "./roll-up.ts";

/** The part of a market that becomes a sample. The coins are in the order of their rank. */
export interface SampledMarket {
  asOfMs: number;
  coins: readonly Pick<MarketCoin, "id" | "price" | "priceSource" | "priceOrigin" | "marketCap" | "volume">[];
}

const ROLLED_UP = "a price of its own arrived later";

/**
 * Adds the sample of one build to the series, rolls days that are over up into hours and days, and
 * removes what has expired. A repeated build replaces its own points. When the time of the market
 * is not plausible, calls `warn` and changes nothing. `isClockConfirmed`: other clocks agree with
 * ours.
 */
export async function updateSeries(
  state: StateStore,
  market: SampledMarket,
  warn: (message: string) => void,
  isClockConfirmed = false,
): Promise<void> {
  const { asOfMs } = market;
  const refusal = await findRefusal(state, asOfMs, isClockConfirmed);
  if (refusal !== undefined) {
    warn(refusal);
    return;
  }
  const closedUntilMs = findClosedUntil(state);
  const sample = sampleMarket(market);
  if (sample.times.length > 0) {
    const name = nameSamples(asOfMs);
    const merged = mergePartitions(await readPartition(state, name), sample);
    writePartition(state, name, merged, asOfMs, ROLLED_UP);
  }
  await closeDays(state, asOfMs);
  const largest = market.coins.slice(0, LARGEST_COINS).map(({ id }) => id);
  await removeExpired(state, asOfMs, largest, closedUntilMs);
}

/**
 * Why no sample of this time may be added, or `undefined`. A clock that was set back would rewrite
 * hours that are over; only the time of the newest sample may come again, from a repeated build. A
 * jump ahead of more than the hourly retention would expire all hours, so other clocks must agree.
 */
async function findRefusal(state: StateStore, timeMs: number, isClockConfirmed: boolean): Promise<string | undefined> {
  const samples = state.list(SAMPLES);
  const closed = [...samples, ...state.list(HOURLY)].filter((document) => document.closed);
  const closedUntilMs = Math.max(0, ...closed.map(({ name }) => parsePartitionName(name).endMs));
  const newest = samples.at(-1);
  const newestMs = newest === undefined ? 0 : ((await readPartition(state, newest.name)).times.at(-1) ?? 0);
  const knownMs = Math.max(closedUntilMs, newestMs);
  if (knownMs > 0 && timeMs - knownMs > HOURLY_KEPT_MS && !isClockConfirmed)
    return (
      `the market of ${renderTime(timeMs)} is not sampled, because the series end at ${renderTime(knownMs)}, so ` +
      "long before that all hours would expire, and no other clock confirms the time: was a clock set forward?"
    );
  if (timeMs >= knownMs) return undefined;
  return `the market of ${renderTime(timeMs)} is not sampled, because the series already reach ${renderTime(knownMs)}: was a clock set back?`;
}

/**
 * One build as a partition of one row, at the time of the market's newest observation: every coin
 * with an own or a reference price. Leaves stale prices out: repeating them would draw a flat line
 * over a gap. Labels a reference price with its source. Rounds as the published files do, since
 * more digits only make the state larger.
 */
export function sampleMarket({ asOfMs, coins }: SampledMarket): Partition {
  const observed = coins
    .filter(({ price, priceSource }) => price !== null && priceSource !== "stale")
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const origins = [...new Set(observed.flatMap(({ priceOrigin }) => priceOrigin ?? []))].sort();
  return {
    times: observed.length === 0 ? [] : [asOfMs],
    coins: Object.fromEntries(
      observed.map(({ id, price, priceOrigin, marketCap, volume }) => [
        id,
        {
          prices: [round(price)],
          marketCaps: [round(marketCap)],
          totalVolumes: [round(volume)],
          ...(priceOrigin === null ? {} : { origins: [origins.indexOf(priceOrigin)] }),
        },
      ]),
    ),
    ...(origins.length === 0 ? {} : { origins }),
  };
}

function round(value: number | null): number | null {
  return value === null ? null : roundNumber(value);
}

/** Rolls up and closes every day of samples that is over. Closes years that are over, too. */
async function closeDays(state: StateStore, asOfMs: number): Promise<void> {
  const isDue = (name: string) => parsePartitionName(name).endMs <= asOfMs && state.find(name)?.closed !== true;
  for (const name of listNames(state, SAMPLES).filter(isDue)) {
    const samples = await readPartition(state, name);
    const { startMs } = parsePartitionName(name);
    await addPoints(state, nameHourly(startMs), rollUp(samples, HOUR_MS), asOfMs);
    await addPoints(state, nameDaily(startMs), rollUp(samples, DAY_MS), asOfMs);
    writePartition(state, name, samples, asOfMs, ROLLED_UP);
  }
  for (const name of listNames(state, DAILY).filter(isDue))
    writePartition(state, name, await readPartition(state, name), asOfMs, ROLLED_UP);
}

/** Own points replace points of the same time that were filled in. */
async function addPoints(state: StateStore, name: string, points: Partition, asOfMs: number): Promise<void> {
  writePartition(state, name, mergePartitions(await readPartition(state, name), points), asOfMs, ROLLED_UP);
}

/** Whether a build is the first of its UTC day. Call it before adding its sample. */
export function isNewDay(state: StateStore, asOfMs: number): boolean {
  return !listNames(state, nameSamples(asOfMs)).includes(nameSamples(asOfMs));
}

/**
 * Moves days that were filled in into the published series. Only with the first build of a UTC day,
 * so that clients may cache the long series for a day. Always while there is no own day, so that a
 * new site shows history on its first day. Returns whether it is time to publish.
 */
export async function publishBackfilledDays(state: StateStore, asOfMs: number, newDay: boolean): Promise<boolean> {
  const pending = listNames(state, PENDING_DAYS);
  if (!newDay && (pending.length === 0 || (await hasOwnDay(state)))) return false;
  for (const name of pending) {
    const year = nameDaily(parsePartitionName(name).startMs);
    const published = await readPartition(state, year);
    const waiting = await dropEarlierPrices(state, await readPartition(state, name), published);
    writePartition(state, year, mergePartitions(published, waiting), asOfMs, BACKFILLED);
    state.write(name, undefined);
  }
  return true;
}

/**
 * Leaves out waiting days that would change a published price, unless they have the price of their
 * last hour: only an hour that is filled later changes a day. Any other price is an earlier one. A
 * copy of the state had it, and a restore brought it back after it was published.
 */
async function dropEarlierPrices(state: StateStore, waiting: Partition, published: Partition): Promise<Partition> {
  const rowOf = new Map(published.times.map((time, row) => [time, row]));
  const hours = new Map<string, Partition>();
  const coins: [string, CoinColumns][] = [];
  for (const [id, columns] of Object.entries(waiting.coins)) {
    const rows: number[] = [];
    for (const [row, dayMs] of waiting.times.entries()) {
      const price = columns.prices[row] ?? null;
      const known = findColumns(published, id)?.prices[rowOf.get(dayMs) ?? -1] ?? null;
      const isChange = price !== null && known !== null && price !== known;
      rows.push(isChange && price !== (await readLastHour(state, hours, id, dayMs)) ? -1 : row);
    }
    coins.push([id, rows.includes(-1) ? pickRows(columns, rows) : columns]);
  }
  return { ...waiting, coins: Object.fromEntries(coins) };
}

/** The price of the last hour of a day. `read`: the documents that were read so far. */
async function readLastHour(
  state: StateStore,
  read: Map<string, Partition>,
  coinId: string,
  dayMs: number,
): Promise<number | undefined> {
  for (const name of [nameHourly(dayMs), nameHours(dayMs)]) {
    const hours = read.get(name) ?? (await readPartition(state, name));
    read.set(name, hours);
    const price = findColumns(hours, coinId)?.prices[hours.times.indexOf(dayMs + DAY_MS - HOUR_MS)];
    if (price !== undefined && price !== null) return price;
  }
  return undefined;
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
