import type { StateStore } from "../../../kit/platform/platform.ts";
import { groupBy } from "../../../lib/collections.ts";
import { floorTo } from "../../../lib/time.ts";
import { USDT } from "../../backfill/plan.ts";
import type { UsdPoint } from "../../backfill/series-store.ts";
import { STEP_MS } from "../../backfill/step.ts";
import { findColumns, mergePartitions, type Partition } from "../../history/partition.ts";
import {
  DENSE,
  listNames,
  nameDense,
  parsePartitionName,
  readPartition,
  SAMPLES,
  writePartition,
} from "../../history/partition-document.ts";
import { DENSE_KEPT_MS } from "../../history/retain.ts";
import { readSeries } from "../../history/series.ts";
import { DENSE_RULES } from "./dense-rules.ts";

const STEP = STEP_MS["5m"];
/** As in highs and lows: an error of a ten-millionth is far below a tick. */
const DIGITS = 8;

/** The prices of the last day in steps of five minutes: samples of builds, and those in between. */
export interface DenseSeries {
  /** The last sample of a build within the step. */
  findSample(coinId: string, timeMs: number): number | undefined;
  /** USD for one USDT at the end of the step; `undefined`: not known, or too old. */
  findRate(timeMs: number): number | undefined;
  /** The start of the newest step that was added. */
  findNewest(coinId: string): number | undefined;
  /** Adds prices to steps without one, as far as our samples allow. Returns how many. */
  add(coinId: string, points: readonly UsdPoint[], source: string): number;
  /** Writes what was added. */
  save(): void;
}

/** Reads the last day, and as much before it as candles are compared with. */
export async function openDenseSeries(state: StateStore, asOfMs: number): Promise<DenseSeries> {
  const fromMs = asOfMs - DENSE_KEPT_MS - DENSE_RULES.overlapMs - STEP;
  const samples: Partition[] = [];
  for (const name of listNames(state, SAMPLES))
    if (parsePartitionName(name).endMs > fromMs) samples.push(await readPartition(state, name));
  const documents = new Map<string, Partition>();
  for (const name of listNames(state, DENSE)) documents.set(name, await readPartition(state, name));
  const changed = new Set<string>();
  const cache = new Map<string, Samples>();
  const samplesOf = (coinId: string): Samples => {
    const known = cache.get(coinId) ?? indexSamples(readSeries(samples, coinId, fromMs, asOfMs));
    cache.set(coinId, known);
    return known;
  };
  const findDense = (coinId: string, timeMs: number): number | undefined => {
    const partition = documents.get(nameDense(timeMs));
    const row = partition?.times.indexOf(timeMs) ?? -1;
    return (partition && findColumns(partition, coinId)?.prices[row]) ?? undefined;
  };
  const findSample = (coinId: string, timeMs: number) => samplesOf(coinId).bySteps.get(timeMs);
  const find = (coinId: string, timeMs: number) => findSample(coinId, timeMs) ?? findDense(coinId, timeMs);

  return {
    findSample,
    findRate(timeMs) {
      for (let at = timeMs; at > timeMs - DENSE_RULES.rateAgeMs; at -= STEP) {
        const rate = find(USDT, at);
        if (rate !== undefined) return rate;
      }
      return undefined;
    },
    findNewest(coinId) {
      for (const { times, coins } of [...documents.values()].reverse()) {
        const row = findColumns({ times, coins }, coinId)?.prices.findLastIndex((price) => price !== null) ?? -1;
        if (row >= 0) return times[row];
      }
      return undefined;
    },
    add(coinId, points, source) {
      const { times, prices } = samplesOf(coinId);
      const isFitting = ({ timeMs, price }: UsdPoint) =>
        timeMs >= asOfMs - DENSE_KEPT_MS && find(coinId, timeMs) === undefined && fits(price, timeMs, times, prices);
      const fitting = points.filter(isFitting);
      for (const [name, own] of groupBy(fitting, ({ timeMs }) => nameDense(timeMs))) {
        const columns = { prices: own.map(({ price }) => round(price)), origins: own.map(() => 0) };
        const added = { times: own.map(({ timeMs }) => timeMs), coins: { [coinId]: columns }, origins: [source] };
        documents.set(name, mergePartitions(documents.get(name) ?? { times: [], coins: {} }, added));
        changed.add(name);
      }
      return fitting.length;
    },
    save() {
      for (const [name, partition] of documents)
        if (changed.has(name))
          writePartition(state, name, partition, {
            asOfMs,
            reopen: "candles of the last minutes of the day were read",
          });
    },
  };
}

interface Samples {
  times: readonly number[];
  prices: readonly number[];
  bySteps: ReadonlyMap<number, number>;
}

function indexSamples({ times, prices }: Pick<Samples, "times" | "prices">): Samples {
  const bySteps = new Map(times.map((timeMs, at) => [floorTo(timeMs, STEP), prices[at]!]));
  return { times, prices, bySteps };
}

/**
 * Whether the price of a step contradicts neither the sample before it nor the one after it: an
 * exchange alone moves a chart by 3 % at most. Before the first sample of a site there is none to
 * contradict.
 */
function fits(price: number, timeMs: number, times: readonly number[], prices: readonly number[]): boolean {
  const next = times.findIndex((time) => time >= timeMs);
  const before = prices[next === -1 ? prices.length - 1 : next - 1];
  const after = next === -1 ? before : prices[next];
  if (before === undefined || after === undefined) return true;
  const { maxOutside } = DENSE_RULES;
  return price <= Math.max(before, after) * maxOutside && price >= Math.min(before, after) / maxOutside;
}

function round(price: number): number {
  return Number(price.toPrecision(DIGITS));
}
