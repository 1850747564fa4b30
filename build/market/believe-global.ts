import { DAY_MS } from "../lib/time.ts";
import type { Dataset, ReferenceGlobal } from "../normalise/record.ts";
import type { MarketCoin } from "./market.ts";

/** The last totals that were believed. */
export interface RememberedGlobal {
  source: string;
  record: ReferenceGlobal;
  /** When they were fetched. */
  timeMs: number;
}

export interface BelievedGlobal {
  /** What the totals rest on; a last good one says that it is stale. `undefined`: on the coins covered alone. */
  dataset: Dataset<"global"> | undefined;
  /** Totals that were claimed and are not believed, a sentence for each. */
  doubts: readonly string[];
  memory: RememberedGlobal | undefined;
}

/** The parts of a whole are no larger than it; references leave some bridged coins out of their totals, in 2026 some 5 %. */
const LEAST_OF_PARTS = 0.8;
/** The ten largest coins have been more than half of everything ever since there were ten: with them, the whole is no larger than this many times its parts. */
const MOST_OF_PARTS = 3;
const ENOUGH_PARTS = 10;
/** Volumes of references count trades once or twice, and those of coins the venues polled only: an order of magnitude is an error of units. */
const VOLUME_FACTOR = 10;
/** The whole market has never moved by this share within a day. */
const MAX_MOVE = 0.3;
/** How long totals are compared with, and stand in when nothing newer can be believed. */
const KEEP_MS = DAY_MS;

/**
 * The first totals, in the order given, that agree with the coins and with the last ones; else the last ones; else none, and the totals are
 * computed from the coins covered.
 */
export function believeGlobal(
  datasets: readonly Dataset<"global">[],
  coins: readonly MarketCoin[],
  remembered: RememberedGlobal | undefined,
  now: number,
): BelievedGlobal {
  const before = remembered !== undefined && now - remembered.timeMs <= KEEP_MS ? remembered : undefined;
  const doubts: string[] = [];
  for (const dataset of datasets) {
    const record = dataset.records[0];
    if (record === undefined) continue;
    const doubt = findDoubt(record, coins, before?.record);
    if (doubt === null) {
      const { source, fetchedAtMs: timeMs, stale } = dataset;
      return { dataset, doubts, memory: stale && before !== undefined ? before : { source, record, timeMs } };
    }
    doubts.push(`${dataset.source}: ${doubt}`);
  }
  if (before === undefined) return { dataset: undefined, doubts, memory: undefined };
  const { source, record, timeMs } = before;
  const kept: Dataset<"global"> = {
    source,
    feed: "global",
    kind: "global",
    records: [record],
    fetchedAtMs: timeMs,
    stale: true,
  };
  return { dataset: kept, doubts, memory: before };
}

/** Why totals cannot be believed, or `null`. */
function findDoubt(
  { totalMarketCapUsd: whole, totalVolumeUsd: volume }: ReferenceGlobal,
  coins: readonly MarketCoin[],
  before: ReferenceGlobal | undefined,
): string | null {
  const caps = coins.flatMap(({ marketCap }) => marketCap ?? []);
  const parts = addUp(caps);
  const traded = addUp(coins.flatMap(({ volume }) => volume ?? []));
  if (whole < LEAST_OF_PARTS * parts || caps.some((cap) => cap > whole)) {
    return `a market of ${render(whole)}, and the ${caps.length} coins covered are ${render(parts)}`;
  }
  if (caps.length >= ENOUGH_PARTS && whole > MOST_OF_PARTS * parts) {
    return `a market of ${render(whole)}, and its ${caps.length} largest coins are only ${render(parts)}`;
  }
  if (caps.length >= ENOUGH_PARTS && volume * VOLUME_FACTOR < traded) {
    return `${render(volume)} traded, and the coins covered alone ${render(traded)}`;
  }
  if (before === undefined) return null;
  const move = whole / before.totalMarketCapUsd - 1;
  if (Math.abs(move) > MAX_MOVE) return `a market of ${render(whole)}, after ${render(before.totalMarketCapUsd)}`;
  const volumeMove = before.totalVolumeUsd > 0 ? volume / before.totalVolumeUsd : 1;
  return volumeMove > VOLUME_FACTOR || volumeMove < 1 / VOLUME_FACTOR
    ? `${render(volume)} traded, after ${render(before.totalVolumeUsd)}`
    : null;
}

function addUp(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

function render(usd: number): string {
  return `${Number((usd / 1e9).toPrecision(4))} billion USD`;
}
