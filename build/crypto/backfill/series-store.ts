import type { StateStore } from "../../kit/platform/platform.ts";
import { groupBy } from "../../lib/collections.ts";
import { DAY_MS, floorTo } from "../../lib/time.ts";
import { fillPartition, findColumns, type Partition } from "../history/partition.ts";
import {
  DAILY,
  HOURLY,
  listNames,
  nameDaily,
  nameHourly,
  namePendingDays,
  nameSamples,
  PENDING_DAYS,
  readPartition,
  SAMPLES,
  writePartition,
} from "../history/partition-document.ts";
import { rollUp } from "../history/roll-up.ts";
import { STEP_MS, STEPS, type Step, type StepRange } from "./step.ts";

/** A price in USD at the end of the step that starts at `timeMs`. */
export interface UsdPoint {
  timeMs: number;
  price: number;
}

/** A point of an answer, before or after its conversion to USD. Points of candles have a range. */
export interface SeriesPoint extends UsdPoint {
  range?: Readonly<Record<"open" | "high" | "low", number>>;
}

/** The series as the backfill reads and fills them. */
export interface SeriesStore {
  findPrice(step: Step, coinId: string, timeMs: number): number | undefined;
  /** The steps of a range without a price, as ascending ranges. */
  findGaps(step: Step, coinId: string, range: StepRange): StepRange[];
  /** Adds points with the id of their source where there is no price. Returns how many. */
  fill(step: Step, coinId: string, points: readonly UsdPoint[], source: string): number;
  /** Writes what was filled. */
  save(): void;
}

interface Loaded {
  partition: Partition;
  rows: ReadonlyMap<number, number>;
  isChanged: boolean;
}

/** The partitions of a step, in the order in which they are read; the last one is filled. */
const PARTITIONS: Readonly<Record<Step, { folders: string[]; names: ((timeMs: number) => string)[] }>> = {
  hourly: { folders: [HOURLY], names: [nameSamples, nameHourly] },
  // Filled days wait apart until the first build of the next UTC day publishes them.
  daily: { folders: [DAILY, PENDING_DAYS], names: [nameSamples, nameDaily, namePendingDays] },
};
const REASON = "history was filled from candles and charts";

/**
 * Opens the hourly and daily series. Samples count before they are rolled up, so that no hour of
 * today is taken for missing.
 */
export async function openSeriesStore(state: StateStore, asOfMs: number): Promise<SeriesStore> {
  const loaded: Record<Step, Map<string, Loaded>> = { hourly: new Map(), daily: new Map() };
  for (const name of listNames(state, SAMPLES)) {
    const samples = await readPartition(state, name);
    for (const step of STEPS) loaded[step].set(name, indexRows(rollUp(samples, STEP_MS[step])));
  }
  for (const step of STEPS)
    for (const name of PARTITIONS[step].folders.flatMap((folder) => listNames(state, folder)))
      loaded[step].set(name, indexRows(await readPartition(state, name)));

  /** By the start of a day: rendering a name for every price is slow. */
  const names: Record<Step, Map<number, string[]>> = { hourly: new Map(), daily: new Map() };

  function findPrice(step: Step, coinId: string, timeMs: number): number | undefined {
    const dayMs = floorTo(timeMs, DAY_MS);
    const ofDay = names[step].get(dayMs) ?? PARTITIONS[step].names.map((nameOf) => nameOf(dayMs));
    names[step].set(dayMs, ofDay);
    for (const name of ofDay) {
      const found = loaded[step].get(name);
      const row = found?.rows.get(timeMs);
      const price = found && row !== undefined ? findColumns(found.partition, coinId)?.prices[row] : undefined;
      if (price !== undefined && price !== null) return price;
    }
    return undefined;
  }

  return {
    findPrice,
    findGaps(step, coinId, { fromMs, toMs }) {
      const stepMs = STEP_MS[step];
      const isKnown = new Uint8Array(Math.max(0, (toMs - fromMs) / stepMs));
      for (const { partition } of loaded[step].values()) {
        const prices = findColumns(partition, coinId)?.prices ?? [];
        // An index out of bounds or between two steps is ignored by a typed array.
        for (let row = 0; row < prices.length; row += 1)
          if (prices[row] !== null) isKnown[(partition.times[row]! - fromMs) / stepMs] = 1;
      }
      return listGaps(isKnown, fromMs, stepMs);
    },
    fill(step, coinId, points, source) {
      const nameOf = PARTITIONS[step].names.at(-1)!;
      const missing = points.filter(({ timeMs }) => findPrice(step, coinId, timeMs) === undefined);
      for (const [name, group] of groupBy(missing, ({ timeMs }) => nameOf(timeMs))) {
        const before = loaded[step].get(name)?.partition ?? { times: [], coins: {} };
        const filled = group.map((point) => ({ ...point, marketCap: null, totalVolume: null }));
        loaded[step].set(name, { ...indexRows(fillPartition(before, coinId, filled, source)), isChanged: true });
      }
      return missing.length;
    },
    save() {
      for (const step of STEPS)
        for (const [name, { partition, isChanged }] of loaded[step])
          if (isChanged) writePartition(state, name, partition, asOfMs, REASON);
    },
  };
}

function indexRows(partition: Partition): Loaded {
  return { partition, rows: new Map(partition.times.map((time, row) => [time, row])), isChanged: false };
}

function listGaps(isKnown: Uint8Array, fromMs: number, stepMs: number): StepRange[] {
  const gaps: StepRange[] = [];
  for (let start = isKnown.indexOf(0); start !== -1; ) {
    const next = isKnown.indexOf(1, start);
    const end = next === -1 ? isKnown.length : next;
    gaps.push({ fromMs: fromMs + start * stepMs, toMs: fromMs + end * stepMs });
    start = next === -1 ? -1 : isKnown.indexOf(0, end);
  }
  return gaps;
}
