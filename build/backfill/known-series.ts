import { fillPartition, findColumns, type Partition, type PartitionPoint } from "../history/partition.ts";
import { listNames, readPartition, writePartition } from "../history/partition-document.ts";
import { nameDaily, nameHourly, namePendingDays, parsePartitionName, SAMPLES } from "../history/partition-name.ts";
import { rollUp } from "../history/roll-up.ts";
import { groupBy } from "../lib/group-by.ts";
import { DAY_MS, HOUR_MS } from "../lib/time.ts";
import type { StateStore } from "../platform/platform.ts";
import type { Step } from "./step.ts";

/** A price that the series have, and whether it is our own. */
export interface KnownPrice {
  price: number;
  own: boolean;
}

/**
 * The series as the backfill sees and fills them. Only what was loaded is known. Hours are filled in where they are served; days into
 * partitions that wait for the next UTC day (`publishBackfilledDays`), and what waits there is known.
 */
export interface KnownSeries {
  load(step: Step, fromMs: number, toMs: number): Promise<void>;
  /** The price of the step that starts at `timeMs`. */
  find(step: Step, coinId: string, timeMs: number): KnownPrice | undefined;
  /** Adds points where nothing is. */
  fill(step: Step, coinId: string, points: readonly PartitionPoint[], origin: string): void;
  /** Writes what was filled. */
  save(): void;
}

interface Loaded {
  partition: Partition;
  rows: Map<number, number>;
  changed: boolean;
}

/** The partitions of a step: the first is filled, all are known. */
const NAMES: Readonly<Record<Step, readonly [(timeMs: number) => string, ...((timeMs: number) => string)[]]>> = {
  hourly: [nameHourly],
  daily: [namePendingDays, nameDaily],
};
const REASON = "history was filled from candles and charts";

/**
 * Opens the hourly and daily series. The samples of the last days count as points of our own also before they are rolled up, so that an
 * hour of today is never taken for missing.
 */
export async function openKnownSeries(state: StateStore, asOfMs: number): Promise<KnownSeries> {
  const loaded = new Map<string, Loaded>();
  const sampled: Record<Step, Loaded[]> = { hourly: [], daily: [] };
  for (const name of listNames(state, SAMPLES)) {
    const samples = await readPartition(state, name);
    sampled.hourly.push(index(rollUp(samples, HOUR_MS)));
    sampled.daily.push(index(rollUp(samples, DAY_MS)));
  }
  function find(step: Step, coinId: string, timeMs: number): KnownPrice | undefined {
    for (const own of sampled[step]) {
      const price = findPrice(own, coinId, timeMs);
      if (price !== undefined) return price;
    }
    let filled: KnownPrice | undefined;
    for (const nameOf of NAMES[step]) {
      const known = loaded.get(nameOf(timeMs));
      if (known === undefined) throw new Error(`${nameOf(timeMs)} was not loaded`);
      const price = findPrice(known, coinId, timeMs);
      if (price?.own) return price;
      filled = price ?? filled;
    }
    return filled;
  }
  return {
    async load(step, fromMs, toMs) {
      for (let timeMs = fromMs; timeMs < toMs; ) {
        const names = NAMES[step].map((nameOf) => nameOf(timeMs));
        for (const name of names) if (!loaded.has(name)) loaded.set(name, index(await readPartition(state, name)));
        timeMs = parsePartitionName(NAMES[step][0](timeMs)).endMs;
      }
    },
    find,
    fill(step, coinId, points, origin) {
      const [nameOf] = NAMES[step];
      const missing = points.filter(({ timeMs }) => find(step, coinId, timeMs) === undefined);
      for (const [name, group] of groupBy(missing, ({ timeMs }) => nameOf(timeMs))) {
        const before = loaded.get(name);
        if (before === undefined) throw new Error(`${name} was not loaded`);
        const partition = fillPartition(before.partition, coinId, group, origin);
        loaded.set(name, { ...index(partition), changed: true });
      }
    },
    save() {
      for (const [name, { partition, changed }] of [...loaded].sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (changed) writePartition(state, name, partition, asOfMs, REASON);
      }
    },
  };
}

function index(partition: Partition): Loaded {
  return { partition, rows: new Map(partition.times.map((time, row) => [time, row])), changed: false };
}

function findPrice({ partition, rows }: Loaded, coinId: string, timeMs: number): KnownPrice | undefined {
  const row = rows.get(timeMs);
  const columns = row === undefined ? undefined : findColumns(partition, coinId);
  const price = row === undefined ? null : (columns?.prices[row] ?? null);
  if (row === undefined || price === null) return undefined;
  return { price, own: (columns?.origins?.[row] ?? null) === null };
}
