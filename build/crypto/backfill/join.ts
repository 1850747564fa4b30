import { median } from "../../lib/stats.ts";
import { DAY_MS, floorTo } from "../../lib/time.ts";
import type { UsdPoint } from "./series-store.ts";
import type { SpotReference } from "./spot-reference.ts";

/** A series that is further off our prices is another one. */
export const MAX_DIFFERENCE = 0.02;
/** Shared steps on each side of a gap that give the scale: one alone may be inexact. */
const SCALE_STEPS = 6;
/** Most of the shared steps around must agree, too: two coins can cost the same for six hours. */
const COURSE_STEPS = 48;
/** A larger factor between two points is another coin, a redenomination or a broken candle. */
const MAX_JUMP = { day: 5, hour: 3 };
/** Points with more missing steps between them are not joined: they may be of another coin. */
const MAX_BREAK_STEPS = 60;
/** The current price follows the last point within this factor and this many missing steps. */
const MAX_MOVE = { day: 1.25, hour: 1.1 };
const MAX_LAG_STEPS = 6;
/** A point further than `SPIKE` from both neighbours is dropped when these agree within `CALM`. */
const SPIKE = 1.5;
const CALM = 1.2;
/** Neighbours are at most this many steps away. */
const NEAR_STEPS = 3;

/** A point of the series, and our price of the same step. */
interface SeriesStep extends UsdPoint {
  ours: number | undefined;
}

/**
 * Fills the missing steps from another source's series, each run of missing steps on its own. The
 * scale is the median of ours / theirs over the nearest shared steps on both sides; `spot`, the
 * current price, is the last shared step. A run is refused when the scale is 2 % or more off, or
 * when the shared steps on either side, or most around, disagree with it. From there, the series
 * is used up to the first jump or break. Outliers are dropped. `points` ascend, `stepMs` apart.
 * A step after a run that `isMissing` has a price to compare with only: it belongs to the run.
 */
export function joinSeries(
  points: readonly UsdPoint[],
  findPrice: (timeMs: number) => number | undefined,
  spot: SpotReference | undefined,
  stepMs: number,
  isMissing: (timeMs: number) => boolean = (timeMs) => findPrice(timeMs) === undefined,
): UsdPoint[] {
  const now = spot && { timeMs: floorTo(spot.timeMs, stepMs), price: spot.theirs, ours: spot.ours };
  const own = points.map((point): SeriesStep => ({ ...point, ours: findPrice(point.timeMs) }));
  const steps = dropOutliers(now === undefined ? own : [...own, now], stepMs);
  const segments = numberSegments(steps, now, stepMs);
  if (steps.at(-1) === now && segments.at(-1) !== segments.at(-2)) steps.pop();
  return findRuns(steps).flatMap((run) => {
    const join = joinRun(run, steps);
    const reached = new Set(join?.from.map((at) => segments[at]));
    return steps.flatMap((step, at) => {
      const isOfRun = at >= run.start && at <= run.end && step !== now && isMissing(step.timeMs);
      return join !== undefined && isOfRun && reached.has(segments[at])
        ? [{ timeMs: step.timeMs, price: roundFilled(step.price * join.scale) }]
        : [];
    });
  });
}

/**
 * Venues give at most eight digits, and the scale is less exact. Of our own prices with twelve
 * digits, an hour takes half as many bytes again.
 */
const FILLED_DIGITS = 8;

function roundFilled(price: number): number {
  return Number(price.toPrecision(FILLED_DIGITS));
}

/** Positions in the series: `start <= position < end`. */
interface Run {
  start: number;
  end: number;
}

/** Successive steps without a price of ours. */
function findRuns(steps: readonly SeriesStep[]): Run[] {
  const runs: Run[] = [];
  for (const [at, { ours }] of steps.entries()) {
    if (ours !== undefined) continue;
    const last = runs.at(-1);
    if (last?.end === at) last.end += 1;
    else runs.push({ start: at, end: at + 1 });
  }
  return runs;
}

/** The scale of a run, and the shared steps that agree with it. `undefined`: the run is refused. */
function joinRun({ start, end }: Run, steps: readonly SeriesStep[]): { scale: number; from: number[] } | undefined {
  const shared = steps.flatMap(({ price, ours }, at) => (ours === undefined ? [] : [{ at, ratio: ours / price }]));
  const before = shared.filter(({ at }) => at < start).slice(-SCALE_STEPS);
  const after = shared.filter(({ at }) => at >= end).slice(0, SCALE_STEPS);
  const sides = [before.reverse(), after].filter((side) => side.length > 0);
  if (sides.length === 0) return undefined;
  const scale = median(sides.flat().map(({ ratio }) => ratio));
  const agrees = ({ ratio }: { ratio: number }) => Math.abs(ratio / scale - 1) < MAX_DIFFERENCE;
  const isOff = (compared: typeof shared) => compared.filter(agrees).length * 2 < compared.length;
  // A venue may change its level between two gaps: one of the two nearest shared steps must agree.
  const isNearestOff = sides.some((side) => !side.slice(0, 2).some(agrees));
  const most = Math.max(COURSE_STEPS, 2 * (end - start));
  const distance = ({ at }: { at: number }) => Math.max(start - at, at - end + 1);
  const around = shared.toSorted((a, b) => distance(a) - distance(b)).slice(0, most);
  // Written so that a scale that is no number is refused.
  if (!(Math.abs(scale - 1) < MAX_DIFFERENCE) || isNearestOff || [...sides, around].some(isOff)) return undefined;
  return { scale, from: sides.flatMap((side) => side.filter(agrees).map(({ at }) => at)) };
}

/** Numbers the parts of a series between jumps and breaks. */
function numberSegments(steps: readonly SeriesStep[], now: SeriesStep | undefined, stepMs: number): number[] {
  const unit = stepMs < DAY_MS ? "hour" : "day";
  let segment = 0;
  return steps.map((step, at) => {
    const [most, missing] = step === now ? [MAX_MOVE, MAX_LAG_STEPS] : [MAX_JUMP, MAX_BREAK_STEPS];
    const last = steps[at - 1] ?? step;
    const isNext = computeFactor(last, step) <= most[unit] && step.timeMs - last.timeMs <= (missing + 1) * stepMs;
    if (!isNext) segment += 1;
    return segment;
  });
}

/**
 * Drops single points more than 1.5x away from both neighbours when the neighbours agree within
 * 1.2x. At an end of the series there is one neighbour only.
 */
export function dropOutliers<Point extends UsdPoint>(points: readonly Point[], stepMs: number): Point[] {
  return points.filter((point, at) => {
    const near = [points[at - 1], points[at + 1]].filter(
      (other) => other !== undefined && Math.abs(other.timeMs - point.timeMs) <= NEAR_STEPS * stepMs,
    );
    const [first, second = first] = near;
    if (first === undefined || second === undefined || computeFactor(first, second) > CALM) return true;
    return computeFactor(first, point) <= SPIKE || computeFactor(second, point) <= SPIKE;
  });
}

/** The larger price divided by the smaller one. */
function computeFactor(a: UsdPoint, b: UsdPoint): number {
  return Math.max(a.price / b.price, b.price / a.price);
}
