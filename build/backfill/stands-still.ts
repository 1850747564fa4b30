import type { UsdPoint } from "./join.ts";

/** So many equal prices in a row, and no other, are of a book where nothing trades or of a host that repeats itself. */
const STILL_STEPS = 48;
/** What is promised to be a dollar may be told as one for ever. */
const DOLLAR = { least: 0.98, most: 1.02 };

/** Whether an answer tells one and the same price over and over, which is no history, unless the price is a dollar. */
export function standsStill(points: readonly UsdPoint[]): boolean {
  const [first] = points;
  if (first === undefined || points.length < STILL_STEPS) return false;
  if (first.price > DOLLAR.least && first.price < DOLLAR.most) return false;
  return points.every(({ price }) => price === first.price);
}
