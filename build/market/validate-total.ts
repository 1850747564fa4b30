import { isNear } from "../lib/numbers.ts";
import { DAY_MS } from "../lib/time.ts";
import type { TvlPoint } from "../normalise/record.ts";

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
  /** The last total, while it is young enough to compare with. */
  last: number | null;
}

/** Why a total cannot be believed, or `null`. */
function findDoubt(total: number, measured: Measured): string | null {
  const { chains, protocols, scale, marketCap, last } = measured;
  const said = `a total of ${render(total)}`;
  if (marketCap !== null && (total > MOST_OF_MARKET * marketCap || total < LEAST_OF_MARKET * marketCap)) {
    return `${said}, and all coins are worth ${render(marketCap)}`;
  }
  if (last !== null && Math.abs(total / last - 1) > MAX_MOVE) return `${said}, after ${render(last)}`;
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
