import type { StateStore } from "../../kit/platform/platform.ts";
import type { Market } from "../market/model/market.ts";
import { updateDatasets } from "./datasets/datasets.ts";
import { countPoints, mergePartitions, type Partition } from "./partition.ts";
import { DAILY, DENSE, HOURLY, HOURS, listNames, PENDING_DAYS, readPartition, SAMPLES } from "./partition-document.ts";
import { updateSeries } from "./update-series.ts";

const FOLDERS = [SAMPLES, DENSE, HOURLY, HOURS, DAILY, PENDING_DAYS];

export interface Observation {
  market: Market;
  /** Provisional ids → the final ids that replace them. */
  moves: ReadonlyMap<string, string>;
  /** Other clocks agree with ours. */
  isClockConfirmed: boolean;
}

/**
 * Adds the observation of one build to all series. Resolves with whether its time is plausible:
 * otherwise the series of prices stay as they are.
 */
export async function observe(
  state: StateStore,
  { market, moves, isClockConfirmed }: Observation,
  warn: (message: string) => void,
): Promise<boolean> {
  await moveSeries(state, moves);
  const isPlausible = await updateSeries(state, market, warn, isClockConfirmed);
  await updateDatasets(state, market);
  return isPlausible;
}

/**
 * Moves the series of provisional coins to their final ids, in every partition. When both ids have
 * a point, that of the final id stays. Closed partitions stay closed.
 */
export async function moveSeries(state: StateStore, moves: ReadonlyMap<string, string>): Promise<void> {
  if (moves.size === 0) return;
  for (const name of FOLDERS.flatMap((folder) => listNames(state, folder))) {
    const before = await readPartition(state, name);
    const moved = movePartition(before, moves);
    if (moved === before) continue;
    const closed = state.find(name)?.closed === true;
    state.write(name, moved, { rows: countPoints(moved), closed, reopen: "a provisional coin got its id" });
  }
}

/** The partition itself if it has no point of these coins. */
function movePartition(partition: Partition, moves: ReadonlyMap<string, string>): Partition {
  const entries = Object.entries(partition.coins);
  const leaving = entries.filter(([id]) => moves.has(id));
  if (leaving.length === 0) return partition;
  const staying = { ...partition, coins: Object.fromEntries(entries.filter(([id]) => !moves.has(id))) };
  const arriving = leaving.map(([id, columns]) => [moves.get(id) ?? id, columns] as const);
  return mergePartitions({ ...partition, coins: Object.fromEntries(arriving) }, staying);
}
