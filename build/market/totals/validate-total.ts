import { isNear } from "../../lib/numbers.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { TvlPoint } from "../../normalise/record.ts";

/**
 * The largest move between two daily points since 2020 is 30 %, on a day in March 2020, and 16 %
 * since then.
 */
const MAX_MOVE = 0.3;
/** Chains add up to the total; recorded lists of different years differ by 16 %. */
export const CHAINS_SLACK = 1.5;
/** What protocols hold, each coin counted once, is 0.9 of the total in recorded lists. */
export const PROTOCOLS_SLACK = 2;
/** Of all coins' market cap: 3 to 5 % since 2022, 11 % at most before. */
const MOST_OF_MARKET = 0.2;
const LEAST_OF_MARKET = 0.002;
/**
 * A total may leave the one of some days ago by this factor, besides what the coins' market cap
 * moved.
 */
const MAX_DRIFT = 1.3;
/** The anchor follows after so long, so that small steps do not add up. */
const ANCHOR_MS = 7 * DAY_MS;
/**
 * What wrapped coins' protocols hold is their coins' worth within 7 % in recorded lists. Protocols
 * as near as this, with the same share of the total as before, confirm a larger move.
 */
const CONFIRMS = 1.15;
/** A number of DeFi that contradicts the others is held for so long. */
export const HELD_MS = 3 * DAY_MS;
/** Adapters were added in 2019 that made the total jump a hundredfold. */
const CONTINUOUS_SINCE_MS = Date.UTC(2020, 0);
/** From one day to the next, as a factor. */
const MAX_STEP = 1.5;
/**
 * A wrong point is left out; what lies before a longer stretch of them is not compared any more.
 */
const MAX_GAP_MS = 7 * DAY_MS;

/** The largest row over all others: Ethereum is 1.4 times all other chains. */
const MOST_OF_REST = 5;

/** What each list says the total is; `null` where it has no rows. */
export interface Measured {
  chains: number | null;
  protocols: number | null;
  /**
   * By what factor protocols of wrapped coins are off the market caps of these coins; `null`
   * where too few of them are known.
   */
  scale: number | null;
  /** Of all coins, in USD; `null` where too few have one. */
  marketCap: number | null;
  /** Id of a coin → its market cap. */
  caps: ReadonlyMap<string, number>;
  /** What totals are compared with; `null` in a first build. */
  anchor: TotalAnchor | null;
}

/** A total that was believed some days ago. */
export interface TotalAnchor {
  timeMs: number;
  tvlUsd: number;
  /** Of all coins then. */
  marketCap: number | null;
  /** What the chains and the protocols added up to then. */
  chains: number | null;
  protocols: number | null;
}

/** The anchor for the next build: the old one, until it is some days old. */
export function moveAnchor(total: number, measured: Measured, now: number): TotalAnchor {
  const { anchor, marketCap, chains, protocols } = measured;
  if (anchor !== null && now - anchor.timeMs < ANCHOR_MS) return anchor;
  return { timeMs: now, tvlUsd: total, marketCap, chains, protocols };
}

/** Whether an amount lies between the one of the anchor and one that moved with the coins. */
export function isReachable(amount: number, then: number | null | undefined, { anchor, marketCap }: Measured): boolean {
  if (anchor === null || then === null || then === undefined) return true;
  const growth = marketCap === null || anchor.marketCap === null ? 1 : marketCap / anchor.marketCap;
  const move = amount / then;
  return move >= Math.min(1, growth) / MAX_DRIFT && move <= Math.max(1, growth) * MAX_DRIFT;
}

/**
 * Whether protocols say the same of a total that moved further: they hold what their coins are
 * worth, and the total is as many times as much as it was.
 */
function isConfirmed(total: number, { anchor, protocols, scale }: Measured): boolean {
  if (anchor === null || anchor.protocols === null || protocols === null || scale === null) return false;
  return isNear(scale, 1, CONFIRMS) && isNear(total / protocols, anchor.tvlUsd / anchor.protocols, CONFIRMS);
}

/** Why a total cannot be believed, or `null`. */
function findDoubt(total: number, measured: Measured): string | null {
  const { chains, protocols, scale, marketCap, anchor } = measured;
  const said = `a total of ${render(total)}`;
  if (marketCap !== null && (total > MOST_OF_MARKET * marketCap || total < LEAST_OF_MARKET * marketCap)) {
    return `${said}, and all coins are worth ${render(marketCap)}`;
  }
  if (anchor !== null && !isReachable(total, anchor.tvlUsd, measured) && !isConfirmed(total, measured)) {
    return `${said}, after ${render(anchor.tvlUsd)}`;
  }
  // Measured by coins, protocols tell the total in a unit that is not DefiLlama's.
  const held = protocols === null || scale === null ? protocols : protocols / scale;
  const isHeld = held === null ? null : isNear(total, held, PROTOCOLS_SLACK);
  if (scale !== null && isHeld === false) return `${said}, and protocols that hold ${render(held!)} by their coins`;
  const isSum = chains === null ? null : isNear(total, chains, CHAINS_SLACK);
  if (isHeld === true || isSum === true || (isHeld === null && isSum === null)) return null;
  return `${said}, chains of ${render(chains ?? 0)} and protocols of ${render(protocols ?? 0)}`;
}

/**
 * The newest total that can be believed, at most three days old, with the points that lead to it;
 * else the last one.
 */
export function validateTotal(
  points: readonly TvlPoint[],
  measured: Measured,
  held: TvlPoint | undefined,
  now: number,
  doubts: string[],
): { history: TvlPoint[]; isStale: boolean } {
  const ascending = [...points].sort((a, b) => a.timeMs - b.timeMs);
  const newest = ascending.at(-1);
  for (let at = ascending.length - 1; at >= 0; at -= 1) {
    const point = ascending[at]!;
    if (point !== newest && now - point.timeMs > HELD_MS) break;
    const previous = ascending[at - 1];
    const isJump = previous !== undefined && Math.abs(point.tvlUsd / previous.tvlUsd - 1) > MAX_MOVE;
    const { chains, protocols } = measured;
    // A jump that nothing else confirms.
    const jump =
      isJump && chains === null && protocols === null
        ? `a total of ${render(point.tvlUsd)}, after ${render(previous.tvlUsd)}`
        : null;
    const doubt = jump ?? findDoubt(point.tvlUsd, measured);
    if (doubt === null) {
      return { history: keepContinuous(ascending.slice(0, at + 1), doubts), isStale: point !== newest };
    }
    doubts.push(doubt);
  }
  return { history: held === undefined ? [] : [held], isStale: newest !== undefined };
}

/**
 * The points before the newest one, without those from which no market moves to what follows
 * within days.
 */
function keepContinuous(points: readonly TvlPoint[], doubts: string[]): TvlPoint[] {
  const kept: TvlPoint[] = [];
  let dropped = 0;
  let isBroken = false;
  for (const point of points.toReversed()) {
    const next = kept.at(-1);
    if (next !== undefined && isBroken && next.timeMs - point.timeMs > MAX_GAP_MS) break;
    if (next === undefined || point.timeMs < CONTINUOUS_SINCE_MS || isNear(point.tvlUsd, next.tvlUsd, MAX_STEP)) {
      kept.push(point);
      isBroken = false;
    } else {
      dropped += 1;
      isBroken = true;
    }
  }
  if (dropped > 0) doubts.push(`${dropped} days of the total that do not lead to ${render(kept[0]?.tvlUsd ?? 0)}`);
  return kept.reverse();
}

/** For a sentence. */
export function render(usd: number): string {
  return `${Number((usd / 1e9).toPrecision(4))} billion USD`;
}

/** Without one row that is several times all others together: that is this row's error. */
export function addUp(rows: readonly { tvlUsd: number }[]): number {
  const sum = rows.reduce((all, { tvlUsd }) => all + tvlUsd, 0);
  const largest = rows.reduce((most, { tvlUsd }) => Math.max(most, tvlUsd), 0);
  const rest = sum - largest;
  return rest > 0 && largest > MOST_OF_REST * rest ? rest : sum;
}
