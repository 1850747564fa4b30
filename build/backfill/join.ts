import { roundNumber } from "../lib/json/significant-digits.ts";
import { median } from "../lib/stats.ts";
import { DAY_MS, floorTo } from "../lib/time.ts";
import type { UsdPoint } from "./series-store.ts";
import type { SpotReference } from "./spot-reference.ts";

/** A series that is further off our prices is another one. */
const MAX_DIFFERENCE = 0.02;
/** Shared steps on each side of a gap that give the scale: one alone may be inexact. */
const SCALE_STEPS = 6;
/** Most of the shared steps around must agree, too: two coins can cost the same for six hours. */
const COURSE_STEPS = 48;
/** A series without a shared step ends at most this many steps before now … */
export const MAX_LAG_STEPS = 6;
/** … and its last price differs at most by this factor from its source's current price. */
const MAX_MOVE = { day: 1.25, hour: 1.1 };
/** A larger factor between two points is another coin, a redenomination or a broken candle. */
const MAX_JUMP = { day: 5, hour: 3 };
/** Points with more missing steps between them are not joined: they may be of another coin. */
const MAX_BREAK_STEPS = 60;
/** A point further than `SPIKE` from both neighbours is dropped when these agree within `CALM`. */
const SPIKE = 1.5;
const CALM = 1.2;
/** Neighbours are at most this many steps away. */
const NEAR_STEPS = 3;
/** So many equal prices are a venue without trades. Stablecoins may report a constant price. */
const FLAT_STEPS = 12;
const DOLLAR = { least: 0.98, most: 1.02 };

type FindPrice = (timeMs: number) => number | undefined;
export type Joined = { points: UsdPoint[] } | { reason: string };

/**
 * Fills the missing steps from another source's series, each run of missing steps on its own. The
 * scale is the median of ours / theirs over the nearest shared steps on both sides. A run is
 * refused when the scale is 2 % or more off, or when the shared steps on either side, or most
 * around, disagree with it. Without any shared step, `spot` gives the scale. From there, the series
 * is used up to the first jump or break. Outliers are dropped. `points` ascend, `stepMs` apart.
 */
export function joinSeries(
  points: readonly UsdPoint[],
  findPrice: FindPrice,
  spot: SpotReference | undefined,
  stepMs: number,
): Joined {
  if (isFlat(points)) return { reason: "its price never changes" };
  const now = spot && { timeMs: floorTo(spot.timeMs, stepMs), price: spot.theirs };
  const course = dropOutliers(points, now, stepMs);
  if (course.length === 0 && points.length > 0) return { reason: "none of its prices is close to the next one" };
  const ratios = course.map(({ timeMs, price }) => {
    const ours = findPrice(timeMs);
    return ours === undefined ? undefined : ours / price;
  });
  const runs = findRuns(ratios);
  const isShared = ratios.some((ratio) => ratio !== undefined);
  const reason = isShared || now === undefined ? undefined : checkEnd(course, now, stepMs);
  if (reason !== undefined) return { reason };
  const joins = runs.map((run) => (isShared ? joinRun(run, ratios) : joinAtSpot(course, spot)));
  const added = joins.flatMap((join, at) => {
    if ("reason" in join) return [];
    const reached = findContiguous(course, join.from, stepMs);
    const run = course.slice(runs[at]?.start, runs[at]?.end).filter((point) => reached.has(point));
    return run.map(({ timeMs, price }) => ({ timeMs, price: roundNumber(price * join.scale) }));
  });
  const newest = joins.at(-1);
  if (added.length === 0 && newest !== undefined && "reason" in newest) return newest;
  return { points: added };
}

/** Positions in the course: `start <= position < end`. */
interface Run {
  start: number;
  end: number;
}

/** The scale of a run, and the positions from which the series is followed. */
type Join = { scale: number; from: number[] } | { reason: string };

/** Successive points without a price of ours. */
function findRuns(ratios: readonly (number | undefined)[]): Run[] {
  const runs: Run[] = [];
  for (const [at, ratio] of ratios.entries()) {
    if (ratio !== undefined) continue;
    const last = runs.at(-1);
    if (last?.end === at) last.end += 1;
    else runs.push({ start: at, end: at + 1 });
  }
  return runs;
}

function joinRun({ start, end }: Run, ratios: readonly (number | undefined)[]): Join {
  const shared = ratios.flatMap((ratio, at) => (ratio === undefined ? [] : [{ at, ratio }]));
  const before = shared.filter(({ at }) => at < start).reverse();
  const after = shared.filter(({ at }) => at >= end);
  const sides = [before.slice(0, SCALE_STEPS), after.slice(0, SCALE_STEPS)];
  const scale = median(sides.flat().map(({ ratio }) => ratio));
  const reason = checkScale(scale);
  if (reason !== undefined) return { reason };
  const agrees = ({ ratio }: { ratio: number }) => Math.abs(ratio / scale - 1) < MAX_DIFFERENCE;
  const isOff = (steps: readonly { ratio: number }[]) => steps.filter(agrees).length * 2 < steps.length;
  // A venue may change its level between two gaps: one of the two nearest shared steps must agree.
  const isNearestOff = sides.some((side) => side.length > 0 && !side.slice(0, 2).some(agrees));
  if (isNearestOff || sides.some(isOff)) return { reason: "it is off our price on one side of the gap" };
  const most = Math.max(COURSE_STEPS, 2 * (end - start));
  const distance = ({ at }: { at: number }) => Math.max(start - at, at - end + 1);
  const around = shared.toSorted((a, b) => distance(a) - distance(b)).slice(0, most);
  if (isOff(around)) return { reason: "it is off our price in most steps around the gap" };
  const from = sides.flatMap((side) => side.filter(agrees).map(({ at }) => at));
  return { scale, from };
}

/** Joins a series at the moment of the build, which follows its last point. */
function joinAtSpot(course: readonly UsdPoint[], spot: SpotReference | undefined): Join {
  if (spot === undefined) return { reason: "it has no step in common with our prices" };
  const scale = spot.ours / spot.theirs;
  const reason = checkScale(scale);
  return reason === undefined ? { scale, from: [course.length - 1] } : { reason };
}

function checkScale(scale: number): string | undefined {
  const difference = Math.abs(scale - 1);
  return difference < MAX_DIFFERENCE ? undefined : `it is ${(difference * 100).toFixed(1)} % off our price`;
}

/** Why a series does not lead to its source's current price; `undefined` if it does. */
function checkEnd(course: readonly UsdPoint[], now: UsdPoint, stepMs: number): string | undefined {
  const last = course.at(-1);
  if (last === undefined) return undefined;
  const lag = (now.timeMs - last.timeMs) / stepMs - 1;
  if (lag > MAX_LAG_STEPS) return `it ends ${Math.round(lag)} steps ago`;
  const move = computeFactor(last, now);
  if (move <= (stepMs < DAY_MS ? MAX_MOVE.hour : MAX_MOVE.day)) return undefined;
  return `its last price is ${((move - 1) * 100).toFixed(1)} % off its source's current price`;
}

/** The points between any of the positions and the next jump or break on both sides. */
function findContiguous(course: readonly UsdPoint[], from: readonly number[], stepMs: number): Set<UsdPoint> {
  const maxJump = stepMs < DAY_MS ? MAX_JUMP.hour : MAX_JUMP.day;
  const reached = new Set<UsdPoint>();
  for (const start of from)
    for (const direction of [-1, 1])
      for (let at = start, point = course[at]; point !== undefined; ) {
        reached.add(point);
        at += direction;
        const next: UsdPoint | undefined = course[at];
        if (next === undefined || computeFactor(point, next) > maxJump) break;
        if (Math.abs(next.timeMs - point.timeMs) > (MAX_BREAK_STEPS + 1) * stepMs) break;
        point = next;
      }
  return reached;
}

/**
 * Drops single points more than 1.5x away from both neighbours when the neighbours agree within
 * 1.2x. At an end of the series there is one neighbour only. `now` follows the last point.
 */
export function dropOutliers(points: readonly UsdPoint[], now: UsdPoint | undefined, stepMs: number): UsdPoint[] {
  const course = now === undefined ? points : [...points, now];
  return points.filter((point, at) => {
    const near = [course[at - 1], course[at + 1]].filter(
      (other) => other !== undefined && Math.abs(other.timeMs - point.timeMs) <= NEAR_STEPS * stepMs,
    );
    const [first, second = first] = near;
    if (first === undefined || second === undefined || computeFactor(first, second) > CALM) return true;
    return computeFactor(first, point) <= SPIKE || computeFactor(second, point) <= SPIKE;
  });
}

/** Whether all of at least 12 prices are equal: a venue without trades, except for stablecoins. */
export function isFlat(points: readonly UsdPoint[]): boolean {
  const [first] = points;
  if (first === undefined || points.length < FLAT_STEPS) return false;
  if (first.price > DOLLAR.least && first.price < DOLLAR.most) return false;
  return points.every(({ price }) => price === first.price);
}

/** The larger price divided by the smaller one. */
function computeFactor(a: Pick<UsdPoint, "price">, b: Pick<UsdPoint, "price">): number {
  return Math.max(a.price / b.price, b.price / a.price);
}
