import type { StateStore } from "../../kit/platform/platform.ts";
import { roundNumber } from "../../lib/json/significant-digits.ts";
import { DAY_MS, HOUR_MS, renderTime } from "../../lib/time.ts";
import type { MarketCoin } from "../market/model/market.ts";
import { HOURLY_KEPT_MS, LARGEST_COINS } from "./kept-hours.ts";
import { findColumns, mergePartitions, type Partition } from "./partition.ts";
import {
  DAILY,
  HOURLY,
  listNames,
  nameDaily,
  nameHourly,
  nameSamples,
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
 * is not plausible, calls `warn`, changes nothing and resolves with `false`. `isClockConfirmed`:
 * other clocks agree with ours.
 */
export async function updateSeries(
  state: StateStore,
  market: SampledMarket,
  warn: (message: string) => void,
  isClockConfirmed = false,
): Promise<boolean> {
  const { asOfMs } = market;
  const refusal = await findRefusal(state, asOfMs, isClockConfirmed);
  if (refusal !== undefined) {
    warn(refusal);
    return false;
  }
  const closedUntilMs = findClosedUntil(state);
  const sample = sampleMarket(market);
  if (sample.times.length > 0) {
    const name = nameSamples(asOfMs);
    const merged = mergePartitions(await readPartition(state, name), sample);
    writePartition(state, name, merged, { asOfMs, reopen: ROLLED_UP });
  }
  await closeDays(state, asOfMs);
  const largest = market.coins.slice(0, LARGEST_COINS).map(({ id }) => id);
  await removeExpired(state, asOfMs, largest, closedUntilMs);
  return true;
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
  return (
    `the market of ${renderTime(timeMs)} is not sampled, because the series already reach ${renderTime(knownMs)}: was ` +
    "a clock set back? If an earlier build had a wrong clock, move the state folder away, and put a copy there that was made before that build"
  );
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
    const hours = await addPoints(state, nameHourly(startMs), rollUp(samples, HOUR_MS), asOfMs);
    // Of hours: some may be filled after the last sample of a coin, and are nearer to the close.
    await addPoints(state, nameDaily(startMs), rollUp(pickCoins(hours, samples), DAY_MS), asOfMs);
    writePartition(state, name, samples, { asOfMs, reopen: ROLLED_UP });
  }
  for (const name of listNames(state, DAILY).filter(isDue))
    writePartition(state, name, await readPartition(state, name), { asOfMs, reopen: ROLLED_UP });
}

/** Own points replace points of the same time that were filled in. Returns all points. */
async function addPoints(state: StateStore, name: string, points: Partition, asOfMs: number): Promise<Partition> {
  const merged = mergePartitions(await readPartition(state, name), points);
  writePartition(state, name, merged, { asOfMs, reopen: ROLLED_UP });
  return merged;
}

/** The coins that have a sample. */
function pickCoins(hours: Partition, samples: Partition): Partition {
  const coins = Object.entries(hours.coins).filter(([id]) => findColumns(samples, id) !== undefined);
  return { ...hours, coins: Object.fromEntries(coins) };
}

/** Whether a build is the first of its UTC day. Call it before adding its sample. */
export function isNewDay(state: StateStore, asOfMs: number): boolean {
  return !listNames(state, nameSamples(asOfMs)).includes(nameSamples(asOfMs));
}
