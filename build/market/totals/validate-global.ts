import { isNear } from "../../lib/numbers.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { Dataset, ReferenceGlobal } from "../../normalise/record.ts";
import type { MarketCoin } from "../market.ts";

/** The last totals that were believed. */
export interface RememberedGlobal {
  source: string;
  record: ReferenceGlobal;
  /** When they were fetched. */
  timeMs: number;
  /** What totals were of the coins covered, some days ago. Absent in what older builds left. */
  anchor?: TotalsAnchor;
}

interface TotalsAnchor {
  timeMs: number;
  coins: number;
  /** The totals over the sums of the coins covered. */
  marketCapRatio: number;
  volumeRatio: number;
}

export interface ValidatedGlobal {
  /**
   * What the totals rest on; a last good one says that it is stale. `undefined`: on the coins
   * covered alone.
   */
  dataset: Dataset<"global"> | undefined;
  /** Totals that were claimed and are not believed, a sentence for each. */
  doubts: readonly string[];
  memory: RememberedGlobal | undefined;
}

/**
 * The parts of a whole are no larger than it; references leave some bridged coins out of their
 * totals, in 2026 some 5 %.
 */
const LEAST_OF_PARTS = 0.8;
/**
 * The ten largest coins have been more than half of everything ever since there were ten: with
 * them, the whole is no larger than this many times its parts.
 */
const MOST_OF_PARTS = 3;
const ENOUGH_PARTS = 10;
/** The 250 largest coins are 99 % of the recorded total. */
const MOST_OF_MANY_PARTS = 1.5;
const MANY_PARTS = 100;
/**
 * A source's total volume over the sum of its own rows, which count trades in the same way: 0.44
 * and 1.3 in recorded answers, of which total and rows are some days apart.
 */
const MOST_OF_ROWS = 3;
/** Volumes of all venues over those of the venues polled: an error of units is larger. */
const MOST_OF_TRADED = 100;
/**
 * Totals grow and fall with the coins: references differ by 13 %, and a total that leaves the
 * coins step by step by more is wrong.
 */
const MAX_DRIFT = 1.2;
const MAX_VOLUME_DRIFT = 4;
/** The anchor follows after so long, and says nothing about another number of coins. */
const ANCHOR_MS = 7 * DAY_MS;
const SAME_COINS = 1.1;
/** The market's change over the coins' own, in percentage points. */
const MAX_CHANGE_DISTANCE = 5;
/**
 * Volumes of references count trades once or twice, and those of coins the venues polled only: an
 * order of magnitude is an error of units.
 */
const VOLUME_FACTOR = 10;
/** The whole market has never moved by this share within a day. */
const MAX_MOVE = 0.3;
/** How long totals are compared with, and stand in when nothing newer can be believed. */
const KEEP_MS = DAY_MS;

/**
 * The first totals, in the order given, that agree with the coins, with the last ones and with
 * the rows of their own source (`lists`, in which coins of one id are one coin); else
 * the last ones; else none, and the totals are computed from the coins covered.
 */
export function validateGlobal(
  datasets: readonly Dataset<"global">[],
  lists: readonly Dataset<"coin">[],
  coins: readonly MarketCoin[],
  remembered: RememberedGlobal | undefined,
  now: number,
): ValidatedGlobal {
  const before = remembered !== undefined && now - remembered.timeMs <= KEEP_MS ? remembered : undefined;
  const doubts: string[] = [];
  for (const dataset of datasets) {
    const record = dataset.records[0];
    if (record === undefined) continue;
    const doubt =
      findDoubt(record, coins, before?.record, remembered?.anchor) ?? findVolumeDoubt(record, dataset.source, lists);
    if (doubt === null) {
      const { source, fetchedAtMs: timeMs, stale } = dataset;
      const kept = dropWrongChange(dataset, record, coins);
      if (stale && before !== undefined) return { dataset: kept, doubts, memory: before };
      const anchor = moveAnchor(remembered?.anchor, measureRatios(record, coins, now));
      return { dataset: kept, doubts, memory: { source, record, timeMs, ...(anchor && { anchor }) } };
    }
    doubts.push(`${dataset.source}: ${doubt}`);
  }
  // The anchor stays: waiting confirms no total.
  if (before === undefined) return { dataset: undefined, doubts, memory: remembered };
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

/** Why a total volume cannot be believed beside the rows of its own source, or `null`. */
function findVolumeDoubt(
  { totalVolumeUsd: volume }: ReferenceGlobal,
  source: string,
  lists: readonly Dataset<"coin">[],
): string | null {
  const rows = lists.flatMap((list) => (list.source === source && !list.stale ? list.records : []));
  const traded = addUp([...new Map(rows.map(({ id, volumeUsd }) => [id, volumeUsd ?? 0])).values()]);
  if (rows.length < MANY_PARTS || traded === 0 || isNear(volume, traded, MOST_OF_ROWS)) return null;
  return `${render(volume)} traded, and its own rows add up to ${render(traded)}`;
}

/** Why totals cannot be believed, or `null`. */
function findDoubt(
  { totalMarketCapUsd: whole, totalVolumeUsd: volume }: ReferenceGlobal,
  coins: readonly MarketCoin[],
  before: ReferenceGlobal | undefined,
  anchor: TotalsAnchor | undefined,
): string | null {
  const caps = coins.flatMap(({ marketCap }) => marketCap ?? []);
  const parts = addUp(caps);
  const traded = addUp(coins.flatMap(({ volume }) => volume ?? []));
  if (whole < LEAST_OF_PARTS * parts || caps.some((cap) => cap > whole)) {
    return `a market of ${render(whole)}, and the ${caps.length} coins covered are ${render(parts)}`;
  }
  const most = caps.length >= MANY_PARTS ? MOST_OF_MANY_PARTS : MOST_OF_PARTS;
  if (caps.length >= ENOUGH_PARTS && whole > most * parts) {
    return `a market of ${render(whole)}, and its ${caps.length} largest coins are only ${render(parts)}`;
  }
  if (caps.length >= ENOUGH_PARTS && volume * VOLUME_FACTOR < traded) {
    return `${render(volume)} traded, and the coins covered alone ${render(traded)}`;
  }
  if (caps.length >= ENOUGH_PARTS && traded > 0 && volume > MOST_OF_TRADED * traded) {
    return `${render(volume)} traded, and the coins covered only ${render(traded)}`;
  }
  if (anchor !== undefined && isNear(caps.length, anchor.coins, SAME_COINS)) {
    if (!isNear(whole / parts, anchor.marketCapRatio, MAX_DRIFT)) {
      return `a market of ${render(whole)}, which leaves its coins of ${render(parts)}`;
    }
    if (traded > 0 && !isNear(volume / traded, anchor.volumeRatio, MAX_VOLUME_DRIFT)) {
      return `${render(volume)} traded, which leaves the ${render(traded)} of the coins`;
    }
  }
  if (before === undefined) return null;
  const move = whole / before.totalMarketCapUsd - 1;
  if (Math.abs(move) > MAX_MOVE) return `a market of ${render(whole)}, after ${render(before.totalMarketCapUsd)}`;
  const volumeMove = before.totalVolumeUsd > 0 ? volume / before.totalVolumeUsd : 1;
  return volumeMove > VOLUME_FACTOR || volumeMove < 1 / VOLUME_FACTOR
    ? `${render(volume)} traded, after ${render(before.totalVolumeUsd)}`
    : null;
}

function measureRatios(
  { totalMarketCapUsd, totalVolumeUsd }: ReferenceGlobal,
  coins: readonly MarketCoin[],
  timeMs: number,
): TotalsAnchor | undefined {
  const caps = coins.flatMap(({ marketCap }) => marketCap ?? []);
  const [parts, traded] = [addUp(caps), addUp(coins.flatMap(({ volume }) => volume ?? []))];
  if (caps.length < ENOUGH_PARTS || traded === 0) return undefined;
  return {
    timeMs,
    coins: caps.length,
    marketCapRatio: totalMarketCapUsd / parts,
    volumeRatio: totalVolumeUsd / traded,
  };
}

function moveAnchor(anchor: TotalsAnchor | undefined, measured: TotalsAnchor | undefined): TotalsAnchor | undefined {
  if (anchor === undefined || measured === undefined) return anchor ?? measured;
  const isDue = measured.timeMs - anchor.timeMs >= ANCHOR_MS || !isNear(measured.coins, anchor.coins, SAME_COINS);
  return isDue ? measured : anchor;
}

/** The market's change is that of its coins: another one is left out, and the totals stay. */
function dropWrongChange(
  dataset: Dataset<"global">,
  record: ReferenceGlobal,
  coins: readonly MarketCoin[],
): Dataset<"global"> {
  const told = record.marketCapChangePercentage24h;
  const moved = coins.flatMap(({ marketCap, changePercentage }) => {
    const change = changePercentage?.["24h"] ?? null;
    return marketCap === null || change === null || change <= -100 ? [] : [{ marketCap, change }];
  });
  if (told === null || moved.length < ENOUGH_PARTS) return dataset;
  const now = addUp(moved.map(({ marketCap }) => marketCap));
  const then = addUp(moved.map(({ marketCap, change }) => marketCap / (1 + change / 100)));
  if (Math.abs(told - (now / then - 1) * 100) <= MAX_CHANGE_DISTANCE) return dataset;
  return { ...dataset, records: [{ ...record, marketCapChangePercentage24h: null }] };
}

function addUp(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

function render(usd: number): string {
  return `${Number((usd / 1e9).toPrecision(4))} billion USD`;
}
