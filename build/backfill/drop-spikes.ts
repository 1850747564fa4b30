import type { UsdPoint } from "./join.ts";

/** Further than this from what is beside it on both sides, a price is not believed … */
const SPIKE = 1.5;
/** … where the two sides are no further than this from each other: they say that nothing has happened. */
const AGREES = 1.2;
/** What is further away than so many steps is not beside it: a price has time to go and to come back. */
const NEAR_STEPS = 3;

/**
 * The points without those that a broken candle explains better than a price: more than half again as much as before and after, or as
 * much less, and gone with the next step. A pump that really ends where it began within two steps is lost, too: a step without a price is
 * true, a wrong one is not. At an end of the series there is one side only, and who differs from it has nobody to speak for it; asked for again, with
 * more around it, it may. `now` is the price that follows the last point.
 */
export function dropSpikes(points: readonly UsdPoint[], now: UsdPoint | undefined, stepMs: number): UsdPoint[] {
  const course = now === undefined ? points : [...points, now];
  return points.filter((point, at) => {
    const beside = [course[at - 1], course[at + 1]].filter(
      (other) => other !== undefined && Math.abs(other.timeMs - point.timeMs) <= NEAR_STEPS * stepMs,
    );
    const [first, second = first] = beside;
    if (first === undefined || second === undefined || computeJump(first, second) > AGREES) return true;
    return computeJump(first, point) <= SPIKE || computeJump(second, point) <= SPIKE;
  });
}

/** How many times as much the dearer of two prices is. */
export function computeJump(a: Pick<UsdPoint, "price">, b: Pick<UsdPoint, "price">): number {
  return Math.max(a.price / b.price, b.price / a.price);
}
