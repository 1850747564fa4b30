import { roundNumber } from "../lib/json/significant-digits.ts";
import { median } from "../lib/stats.ts";
import { DAY_MS, floorTo } from "../lib/time.ts";
import { computeJump, dropSpikes } from "./drop-spikes.ts";
import type { KnownPrice } from "./known-series.ts";
import { findReached } from "./reach.ts";

/** A price in USD at the end of the step that starts at `timeMs`. */
export interface UsdPoint {
  timeMs: number;
  price: number;
}

/** The same moment seen by us and by the other series. */
export interface Anchor {
  timeMs: number;
  ours: number;
  theirs: number;
}

/** Joined, and scaled to our price: only the points that are missing, and the times that hang together with the join. Otherwise the reason. */
export type Joined = { points: UsdPoint[]; reached: ReadonlySet<number> } | { reason: string };

/** A series that is further away from ours where both have a price is not ours continued (rule 5.10 of the methodology). */
const MAX_GAP = 0.02;
/** Steps that are compared: one alone may hold a sample from early in its step. */
const JOIN_STEPS = 6;
/** Of our own, so many around a run of missing steps are to lie on the same course, and twice as many as it has steps. */
const COURSE_STEPS = 48;
/** What is told of the moment is told by another call: the last price of a series is not further from it, in so few steps, than this. */
const MAX_MOVE: Readonly<{ day: number; hour: number }> = { day: 1.25, hour: 1.1 };
export const MAX_LAG_STEPS = 6;

/**
 * Joins a series of another origin to ours, each run of missing steps by itself. The two are compared at the steps nearest to the run where both
 * have a price, points of our own before points that were filled in earlier, with which it has to agree as well; where there is no such step at all, at the moment of this build, and
 * then the series itself must lead there. The median of the ratios is the scale; when it is 2 % or more away from 1, or most of our own prices
 * around are as far from the series (it is of other times, or of another coin that costs as much now), the run is not filled; where that is
 * so of all of them, the series is not ours, and the reason is that of the newest.
 *
 * Six steps say nothing of a thousand: single points that no price makes are left out, and from the join outward, the series is used up to
 * the first jump or hole that no price makes. `points` ascend, `stepMs` apart.
 */
export function joinSeries(
  points: readonly UsdPoint[],
  find: (timeMs: number) => KnownPrice | undefined,
  anchor: Anchor | undefined,
  stepMs: number,
): Joined {
  const now = anchor && { timeMs: floorTo(anchor.timeMs, stepMs), price: anchor.theirs };
  const course = dropSpikes(points, now, stepMs);
  if (course.length === 0 && points.length > 0) return { reason: "none of its prices is like the one beside it" };
  const known = course.map(({ timeMs }) => find(timeMs));
  const runs = findRuns(course, known);
  if (runs.length === 0) return { points: [], reached: new Set(course.map(({ timeMs }) => timeMs)) };
  const shared = course.flatMap(({ timeMs, price }, at) => {
    const ours = known[at];
    return ours === undefined ? [] : [{ at, timeMs, ratio: ours.price / price, own: ours.own }];
  });
  if (shared.length === 0) {
    const strayed = findStray(course, now, stepMs);
    if (strayed !== undefined) return { reason: strayed };
  }
  // Points of our own before points that were filled in.
  const own = shared.filter((step) => step.own);
  const compared = own.length > 0 ? own : shared;
  const joins = runs.map((run) => ({ run, ...joinRun(run, course, { shared, compared }, anchor, stepMs) }));
  const reached = new Set<number>();
  const added: UsdPoint[] = [];
  for (const { run, ...join } of joins) {
    if ("reason" in join) continue;
    for (const timeMs of join.reached) reached.add(timeMs);
    for (const { timeMs, price } of run)
      if (join.reached.has(timeMs)) added.push({ timeMs, price: roundNumber(price * join.scale) });
  }
  const newest = joins.at(-1);
  if (newest !== undefined && joins.every((join) => "reason" in join) && "reason" in newest)
    return { reason: newest.reason };
  // What hangs together with the join of another run only is not filled.
  const filled = new Set(added.map(({ timeMs }) => timeMs));
  for (const { timeMs } of runs.flat()) if (!filled.has(timeMs)) reached.delete(timeMs);
  return { points: added, reached };
}

/** A step that both have. */
interface Shared {
  /** Its place in the course. */
  at: number;
  timeMs: number;
  ratio: number;
  own: boolean;
}

/** The missing points between known ones, as far as they follow one another in the series. */
function findRuns(course: readonly UsdPoint[], known: readonly (KnownPrice | undefined)[]): UsdPoint[][] {
  const runs: UsdPoint[][] = [];
  for (const [at, point] of course.entries()) {
    if (known[at] !== undefined) continue;
    const isNew = at === 0 || known[at - 1] !== undefined;
    if (isNew) runs.push([point]);
    else runs.at(-1)?.push(point);
  }
  return runs;
}

/** What the run is scaled with, and what hangs together with its join. */
function joinRun(
  run: readonly UsdPoint[],
  course: readonly UsdPoint[],
  { shared, compared }: Record<"shared" | "compared", readonly Shared[]>,
  anchor: Anchor | undefined,
  stepMs: number,
): { scale: number; reached: ReadonlySet<number> } | { reason: string } {
  const [first, last] = [run[0]?.timeMs ?? 0, run.at(-1)?.timeMs ?? 0];
  const distance = ({ timeMs }: Shared) => Math.max(first - timeMs, timeMs - last);
  // Two coins that cost the same for six hours part within a day: more of our own are asked than the nearest.
  const around = sortBy(compared, distance).slice(
    0,
    compared[0]?.own === true ? Math.max(COURSE_STEPS, 2 * run.length) : JOIN_STEPS,
  );
  const nearest = around.slice(0, JOIN_STEPS);
  const ratios = nearest.length > 0 ? nearest.map(({ ratio }) => ratio) : findRatio(anchor);
  if (ratios.length === 0) return { reason: "there is no price of ours to join it to" };
  const scale = median(ratios);
  const gap = Math.abs(scale - 1);
  if (!(gap < MAX_GAP)) return { reason: `it is ${(gap * 100).toFixed(1)} % off our price at the join` };
  const agrees = ({ ratio }: Shared) => Math.abs(ratio / scale - 1) < MAX_GAP;
  const off = around.filter((step) => !agrees(step)).length;
  if (off * 2 > around.length)
    return { reason: `it is off the course of our price in ${off} of ${around.length} steps` };
  // The series may leave our course within the run, and one side outvote the other.
  const isLeft = (side: readonly Shared[]) => side.length > 1 && side.filter(agrees).length * 2 < side.length;
  if (isLeft(nearest.filter(({ timeMs }) => timeMs < first)) || isLeft(nearest.filter(({ timeMs }) => timeMs > last)))
    return { reason: "it is off the course of our price on one side of what is missing" };
  // Our own may lie far from the run: what was filled in beside it has to agree as well.
  const beside = sortBy(shared, distance).slice(0, JOIN_STEPS);
  if (beside.filter(agrees).length * 2 < beside.length)
    return { reason: "it is off the course of the prices beside what is missing" };
  // Only what lies on our course says where the series goes on: a broken candle beside another is no jump.
  const agreeing = nearest.filter(agrees);
  if (nearest.length > 0 && agreeing.length === 0) return { reason: "it is off the course of our price at the join" };
  // Without a shared step, the join is at the moment of the build: after the last point.
  const joins = nearest.length > 0 ? agreeing.map(({ at }) => at) : [course.length - 1];
  return { scale, reached: findReached(course, joins, stepMs) };
}

function sortBy<Item>(items: readonly Item[], measure: (item: Item) => number): Item[] {
  return [...items].sort((a, b) => measure(a) - measure(b));
}

/** Why a series does not lead to what the same origin tells of the moment; `undefined` where it does. */
function findStray(points: readonly UsdPoint[], now: UsdPoint | undefined, stepMs: number): string | undefined {
  const last = points.at(-1);
  if (last === undefined || now === undefined) return undefined;
  const lag = (now.timeMs - last.timeMs) / stepMs - 1;
  if (lag > MAX_LAG_STEPS) return `it ends ${Math.round(lag)} steps ago`;
  const move = computeJump(last, now);
  const most = stepMs < DAY_MS ? MAX_MOVE.hour : MAX_MOVE.day;
  return move > most ? `its last price is ${((move - 1) * 100).toFixed(1)} % off what its origin tells now` : undefined;
}

function findRatio(anchor: Anchor | undefined): number[] {
  const ratio = anchor === undefined ? Number.NaN : anchor.ours / anchor.theirs;
  return Number.isFinite(ratio) && ratio > 0 ? [ratio] : [];
}
