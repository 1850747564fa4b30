import type { World } from "../../../build/crypto/api/world.ts";
import type { Partition } from "../../../build/crypto/history/partition.ts";
import {
  nameDaily,
  nameHourly,
  nameSamples,
  parsePartitionName,
} from "../../../build/crypto/history/partition-document.ts";
import { type History, readHistory } from "../../../build/crypto/history/read-history.ts";
import { roundNumber } from "../../../build/lib/json/significant-digits.ts";
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { AS_OF_MS, makeCoin, makeWorld } from "../../fixtures/market.ts";
import { createRandom } from "../../fixtures/random.ts";

/** Two years of days, 31 days of hours and two days of builds, one every half hour. */
const DAYS = 730;
const HOURLY_DAYS = 31;
const BUILD_MS = 30 * MINUTE_MS;

/**
 * A market of so many coins and the state of a site that has run for two years, in memory, the same
 * for each call.
 */
export async function makeBenchWorld(coins: number): Promise<World> {
  const partitions = makeBenchPartitions(coins);
  const history = await openBenchHistory([...partitions.keys()], (name) => partitions.get(name));
  return { ...makeBenchMarket(coins), history };
}

export function makeBenchMarket(coins: number): Omit<World, "history"> {
  const { history: _, ...market } = makeWorld({ coins: makeCoins(coins) });
  return market;
}

export function makeBenchPartitions(coins: number): Map<string, Partition> {
  const partitions = new Map<string, Partition>();
  const today = floorTo(AS_OF_MS, DAY_MS);
  const write = (name: string, stepMs: number, fromMs: number, toMs: number) =>
    partitions.set(name, makePartition(fromMs, stepMs, toMs, coins));
  const firstDay = today - DAYS * DAY_MS;
  for (let year = new Date(firstDay).getUTCFullYear(); Date.UTC(year, 0, 1) < today; year += 1) {
    const fromMs = Math.max(firstDay, Date.UTC(year, 0, 1));
    write(nameDaily(fromMs), DAY_MS, fromMs, Math.min(today, Date.UTC(year + 1, 0, 1)));
  }
  for (let dayMs = today - HOURLY_DAYS * DAY_MS; dayMs < today; dayMs += DAY_MS)
    write(nameHourly(dayMs), HOUR_MS, dayMs, dayMs + DAY_MS);
  for (const dayMs of [today - DAY_MS, today])
    write(nameSamples(dayMs), BUILD_MS, dayMs, Math.min(dayMs + DAY_MS, AS_OF_MS));
  return partitions;
}

export function openBenchHistory(
  names: readonly string[],
  read: (name: string) => Partition | undefined,
): Promise<History> {
  const info = (name: string) => ({
    name,
    rows: 0,
    sha256: name,
    closed: parsePartitionName(name).endMs <= AS_OF_MS,
  });
  const state = {
    read: async <T>(name: string) => read(name) as T | undefined,
    readSync: <T>(name: string) => read(name) as T | undefined,
    find: info,
    list: (prefix = "") => names.filter((name) => name.startsWith(prefix)).map(info),
  };
  return readHistory(state, new Map(), AS_OF_MS);
}

export function makeCoins(count: number) {
  return Array.from({ length: count }, (_, at) =>
    makeCoin(`coin-${at}`, `C${at}`, { key: `c${at}`, rank: at + 1, price: 1000 / (at + 1) }),
  );
}

/**
 * Random walks with as many digits as real prices have: short numbers would be written too fast.
 */
export function makePartition(fromMs: number, stepMs: number, toMs: number, coins: number): Partition {
  const times = Array.from({ length: Math.ceil((toMs - fromMs) / stepMs) }, (_, step) => fromMs + step * stepMs);
  const random = createRandom(fromMs);
  const entries = Array.from({ length: coins }, (_, coin) => {
    let price = random.logUniform(1e-6, 1e4);
    const supply = random.logUniform(1e6, 1e11);
    const prices = times.map(() => {
      price *= 1 + (random.next() - 0.5) / 20;
      return roundNumber(price);
    });
    const marketCaps = prices.map((value) => roundNumber(value * supply));
    return [
      `coin-${coin}`,
      { prices, marketCaps, totalVolumes: marketCaps.map((cap) => roundNumber(cap / 30)) },
    ] as const;
  });
  return { times, coins: Object.fromEntries(entries) };
}
