import { findGaps, type Gap } from "../../../history/find-gaps.ts";
import { floorTo } from "../../../lib/time.ts";
import { listCoveredTimes, type Slice } from "./slice.ts";

/** What a gap is looked for in. */
export interface GapSteps {
  /** The distance of two points, or the longest that is no gap. */
  stepMs: number;
  /** Time of the last row, whoever it is from. */
  lastMs: number;
  reason: string;
}

/**
 * The runs of steps in which no build published a price of any of the coins, up to the last row: a point that was filled in from
 * elsewhere hides no outage. The slices are in ascending time.
 */
export function findOwnGaps(slices: readonly Slice[], coinIds: readonly string[], steps: GapSteps): Gap[] {
  const { stepMs, lastMs, reason } = steps;
  const covered = new Set(listCoveredTimes(slices, coinIds).map((time) => floorTo(time, stepMs)));
  // What comes after the last row is no gap yet, and ends one.
  return findGaps([...covered, floorTo(lastMs, stepMs) + stepMs], stepMs, reason);
}
