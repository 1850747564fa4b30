import { isNear, percentageOf } from "../../lib/stats.ts";
import type { Dataset, ReferenceGlobal } from "../../normalise/record.ts";
import type { GlobalStatistics, MarketCoin } from "../market.ts";
import { GLOBAL_RULES } from "../rules/totals.ts";

/**
 * The market as a whole. Totals are the reference's, which counts coins beyond those covered here.
 * Without one they are sums over the coins covered, and the changes are unknown. Shares use our own
 * market caps.
 */
export function buildGlobal(
  reference: Dataset<"global"> | undefined,
  coins: readonly MarketCoin[],
  markets: number,
  asOfMs: number,
): GlobalStatistics | null {
  const known = reference?.records[0];
  if (known === undefined && coins.length === 0) return null;
  const totalMarketCap = known?.totalMarketCapUsd ?? sum(coins.map(({ marketCap }) => marketCap));
  return {
    source: known === undefined ? null : (reference?.source ?? null),
    activeCoins: known?.activeCoins ?? coins.length,
    // The reference counts exchanges under this name; these are listings.
    markets,
    totalMarketCap,
    totalVolume: known?.totalVolumeUsd ?? sum(coins.map(({ volume }) => volume)),
    marketCapPercentage: computeShares(coins, totalMarketCap),
    marketCapChangePercentage24h: known?.marketCapChangePercentage24h ?? null,
    volumeChangePercentage24h: known?.volumeChangePercentage24h ?? null,
    // A wrong upstream clock must not make a response younger than its arrival.
    updatedAtMs:
      reference === undefined ? asOfMs : Math.min(known?.updatedAtMs ?? reference.fetchedAtMs, reference.fetchedAtMs),
  };
}

/** Of two coins with the same ticker the larger one is meant. */
function computeShares(coins: readonly MarketCoin[], totalMarketCap: number): Record<string, number> {
  const shares = new Map<string, number>();
  for (const { rank, symbol, marketCap } of coins) {
    const share = rank === null ? null : percentageOf(marketCap, totalMarketCap);
    const name = symbol.toLowerCase();
    if (share !== null && share <= 100 && !shares.has(name)) shares.set(name, share);
    if (shares.size === GLOBAL_RULES.shares) break;
  }
  return Object.fromEntries(shares);
}

function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value === null ? 0 : value), 0);
}

/** The last accepted totals. */
export interface RememberedGlobal {
  source: string;
  record: ReferenceGlobal;
  /** When they were fetched. */
  timeMs: number;
  /**
   * The totals relative to the coins covered, some days ago. Absent in states of earlier versions.
   */
  anchor?: TotalsAnchor;
}

interface TotalsAnchor {
  timeMs: number;
  coins: number;
  /** The totals over the sums of the coins covered. */
  marketCapRatio: number;
  volumeRatio: number;
}

interface ValidatedGlobal {
  /**
   * The dataset of the totals, stale if it is the last known good one. `undefined`: sums over the
   * coins covered.
   */
  dataset: Dataset<"global"> | undefined;
  /** Totals that were not accepted, a sentence for each. */
  warnings: readonly string[];
  memory: RememberedGlobal | undefined;
}

/**
 * The first totals, in the given order, that agree with the coins, with the last totals and with
 * the rows of their own source (`lists`, each coin id once); else the last ones; else none.
 */
export function validateGlobal(
  datasets: readonly Dataset<"global">[],
  lists: readonly Dataset<"coin">[],
  coins: readonly MarketCoin[],
  remembered: RememberedGlobal | undefined,
  now: number,
): ValidatedGlobal {
  const before = remembered !== undefined && now - remembered.timeMs <= GLOBAL_RULES.heldMs ? remembered : undefined;
  const warnings: string[] = [];
  for (const dataset of datasets) {
    const record = dataset.records[0];
    if (record === undefined) continue;
    const warning =
      findTotalsWarning(record, coins, before?.record, remembered?.anchor) ??
      findVolumeWarning(record, dataset.source, lists);
    if (warning === null) {
      const { source, fetchedAtMs: timeMs, stale } = dataset;
      const kept = dropWrongChange(dataset, record, coins);
      if (stale && before !== undefined) return { dataset: kept, warnings, memory: before };
      const anchor = moveRatios(remembered?.anchor, measureRatios(record, coins, now));
      return { dataset: kept, warnings, memory: { source, record, timeMs, ...(anchor && { anchor }) } };
    }
    warnings.push(`${dataset.source}: ${warning}`);
  }
  // The anchor stays: waiting confirms no total.
  if (before === undefined) return { dataset: undefined, warnings, memory: remembered };
  const { source, record, timeMs } = before;
  const kept: Dataset<"global"> = {
    source,
    feed: "global",
    kind: "global",
    records: [record],
    fetchedAtMs: timeMs,
    stale: true,
  };
  return { dataset: kept, warnings, memory: before };
}

/** Why a total volume contradicts the rows of its own source, or `null`. */
function findVolumeWarning(
  { totalVolumeUsd: volume }: ReferenceGlobal,
  source: string,
  lists: readonly Dataset<"coin">[],
): string | null {
  const rows = lists.flatMap((list) => (list.source === source && !list.stale ? list.records : []));
  const traded = addUp([...new Map(rows.map(({ id, volumeUsd }) => [id, volumeUsd ?? 0])).values()]);
  if (rows.length < GLOBAL_RULES.manyParts || traded === 0 || isNear(volume, traded, GLOBAL_RULES.mostOfRows))
    return null;
  return `${render(volume)} traded, and its own rows add up to ${render(traded)}`;
}

/** Why totals are not accepted, or `null`. */
function findTotalsWarning(
  { totalMarketCapUsd: whole, totalVolumeUsd: volume }: ReferenceGlobal,
  coins: readonly MarketCoin[],
  before: ReferenceGlobal | undefined,
  anchor: TotalsAnchor | undefined,
): string | null {
  const caps = coins.flatMap(({ marketCap }) => marketCap ?? []);
  const parts = addUp(caps);
  const traded = addUp(coins.flatMap(({ volume }) => volume ?? []));
  if (whole < GLOBAL_RULES.leastOfParts * parts || caps.some((cap) => cap > whole)) {
    return `a market of ${render(whole)}, and the ${caps.length} coins covered are ${render(parts)}`;
  }
  const most = caps.length >= GLOBAL_RULES.manyParts ? GLOBAL_RULES.mostOfManyParts : GLOBAL_RULES.mostOfParts;
  if (caps.length >= GLOBAL_RULES.enoughParts && whole > most * parts) {
    return `a market of ${render(whole)}, and its ${caps.length} largest coins are only ${render(parts)}`;
  }
  if (caps.length >= GLOBAL_RULES.enoughParts && volume * GLOBAL_RULES.volumeFactor < traded) {
    return `${render(volume)} traded, and the coins covered alone ${render(traded)}`;
  }
  if (caps.length >= GLOBAL_RULES.enoughParts && traded > 0 && volume > GLOBAL_RULES.mostOfTraded * traded) {
    return `${render(volume)} traded, and the coins covered only ${render(traded)}`;
  }
  if (anchor !== undefined && isNear(caps.length, anchor.coins, GLOBAL_RULES.sameCoins)) {
    if (!isNear(whole / parts, anchor.marketCapRatio, GLOBAL_RULES.maxDrift)) {
      return `a market of ${render(whole)}, which leaves its coins of ${render(parts)}`;
    }
    if (traded > 0 && !isNear(volume / traded, anchor.volumeRatio, GLOBAL_RULES.maxVolumeDrift)) {
      return `${render(volume)} traded, which leaves the ${render(traded)} of the coins`;
    }
  }
  if (before === undefined) return null;
  const move = whole / before.totalMarketCapUsd - 1;
  if (Math.abs(move) > GLOBAL_RULES.maxMove)
    return `a market of ${render(whole)}, after ${render(before.totalMarketCapUsd)}`;
  const volumeMove = before.totalVolumeUsd > 0 ? volume / before.totalVolumeUsd : 1;
  return volumeMove > GLOBAL_RULES.volumeFactor || volumeMove < 1 / GLOBAL_RULES.volumeFactor
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
  if (caps.length < GLOBAL_RULES.enoughParts || traded === 0) return undefined;
  return {
    timeMs,
    coins: caps.length,
    marketCapRatio: totalMarketCapUsd / parts,
    volumeRatio: totalVolumeUsd / traded,
  };
}

function moveRatios(anchor: TotalsAnchor | undefined, measured: TotalsAnchor | undefined): TotalsAnchor | undefined {
  if (anchor === undefined || measured === undefined) return anchor ?? measured;
  const isDue =
    measured.timeMs - anchor.timeMs >= GLOBAL_RULES.anchorMs ||
    !isNear(measured.coins, anchor.coins, GLOBAL_RULES.sameCoins);
  return isDue ? measured : anchor;
}

/** Drops a change that differs from the coins' own change; the totals stay. */
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
  if (told === null || moved.length < GLOBAL_RULES.enoughParts) return dataset;
  const now = addUp(moved.map(({ marketCap }) => marketCap));
  const then = addUp(moved.map(({ marketCap, change }) => marketCap / (1 + change / 100)));
  if (Math.abs(told - (now / then - 1) * 100) <= GLOBAL_RULES.maxChangeDistance) return dataset;
  return { ...dataset, records: [{ ...record, marketCapChangePercentage24h: null }] };
}

function addUp(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

function render(usd: number): string {
  return `${Number((usd / 1e9).toPrecision(4))} billion USD`;
}
