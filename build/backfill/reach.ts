import { DAY_MS } from "../lib/time.ts";
import { computeJump } from "./drop-spikes.ts";
import type { UsdPoint } from "./join.ts";

/** More than this from one point to the next is another coin under the same code, a redenomination or a broken candle, not a price. */
const MAX_JUMP: Readonly<{ day: number; hour: number }> = { day: 5, hour: 3 };
/** What lies beyond so many steps without a price may be another coin's. */
export const MAX_HOLE_STEPS = 60;

/**
 * The times of the points that hang together with those in `from`, walking to both sides of each of them up to the first jump or hole that no
 * price makes. `points` ascend; `from` are indices into them.
 */
export function findReached(points: readonly UsdPoint[], from: readonly number[], stepMs: number): Set<number> {
  const maxJump = stepMs < DAY_MS ? MAX_JUMP.hour : MAX_JUMP.day;
  const reached = new Set<number>();
  for (const start of from) {
    for (const direction of [-1, 1]) {
      for (let at = start, next = points[at]; next !== undefined; ) {
        reached.add(next.timeMs);
        const here: UsdPoint = next;
        at += direction;
        next = points[at];
        if (next !== undefined && !isContinued(here, next, maxJump, stepMs)) break;
      }
    }
  }
  return reached;
}

function isContinued(a: UsdPoint, b: UsdPoint, maxJump: number, stepMs: number): boolean {
  return computeJump(a, b) <= maxJump && Math.abs(a.timeMs - b.timeMs) <= (MAX_HOLE_STEPS + 1) * stepMs;
}
