import { roundNumber } from "../lib/numbers.ts";
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
/** What is told of the moment is told by another call: the last price of a series is not further from it, in so few steps, than this. */
const MAX_MOVE: Readonly<{ day: number; hour: number }> = { day: 1.25, hour: 1.1 };
export const MAX_LAG_STEPS = 6;

/**
 * Joins a series of another origin to ours. The two are compared at the steps nearest to the missing ones where both have a price, points
 * of our own before points that were filled in earlier; where there is no such step, at the moment of this build, and then the series
 * itself must lead there. The median of the ratios is the scale; when it is 2 % or more away from 1, or most of our own prices are as far
 * from the series (it is of other times, or of another coin that costs as much now), nothing is used.
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
  const missing = course.filter(({ timeMs }) => find(timeMs) === undefined);
  const [first, last] = [missing[0], missing.at(-1)];
  if (first === undefined || last === undefined)
    return { points: [], reached: new Set(course.map(({ timeMs }) => timeMs)) };
  const distance = (timeMs: number) => Math.max(first.timeMs - timeMs, timeMs - last.timeMs, 0);
  const shared = course.flatMap(({ timeMs, price }, at) => {
    const known = find(timeMs);
    return known === undefined ? [] : [{ at, away: distance(timeMs), ratio: known.price / price, own: known.own }];
  });
  const own = shared.filter((step) => step.own);
  const nearest = (own.length > 0 ? own : shared).sort((a, b) => a.away - b.away).slice(0, JOIN_STEPS);
  const ratios = nearest.length > 0 ? nearest.map(({ ratio }) => ratio) : findRatio(anchor);
  if (ratios.length === 0) return { reason: "there is no price of ours to join it to" };
  const scale = median(ratios);
  const gap = Math.abs(scale - 1);
  if (!(gap < MAX_GAP)) return { reason: `it is ${(gap * 100).toFixed(1)} % off our price at the join` };
  const agrees = ({ ratio }: { ratio: number }) => Math.abs(ratio / scale - 1) < MAX_GAP;
  // Two coins that cost the same for six hours part within a day: all that was seen here is asked.
  const compared = own.length > 0 ? own : nearest;
  const off = compared.filter((step) => !agrees(step)).length;
  if (off * 2 > compared.length)
    return { reason: `it is off the course of our price in ${off} of ${compared.length} steps` };
  // Only what lies on our course says where the series goes on: a broken candle beside another is no jump.
  const agreeing = nearest.filter(agrees);
  if (nearest.length > 0 && agreeing.length === 0) return { reason: "it is off the course of our price at the join" };
  const strayed = nearest.length > 0 ? undefined : findStray(course, now, stepMs);
  if (strayed !== undefined) return { reason: strayed };
  // Without a shared step, the join is at the moment of the build: after the last point.
  const joins = nearest.length > 0 ? agreeing.map(({ at }) => at) : [course.length - 1];
  const reached = findReached(course, joins, stepMs);
  const continued = missing.filter(({ timeMs }) => reached.has(timeMs));
  return { points: continued.map(({ timeMs, price }) => ({ timeMs, price: roundNumber(price * scale) })), reached };
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
