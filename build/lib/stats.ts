/** Relative tolerance of half the total weight, for rounding noise. */
const HALF_TOLERANCE = 1e-9;
/** A weight below this share of the total counts as 0: scaling it up would overflow. */
const NEGLIGIBLE = 1e-15;

/**
 * The smallest value at which the cumulated weight reaches half of the total: never between two
 * clusters. If all weights are 0, values count equally. Throws on an empty list.
 */
export function lowerWeightedMedian(values: readonly number[], weights: readonly number[]): number {
  if (values.length === 0) throw new RangeError("The median of nothing is not defined");
  if (values.length === 1) return values[0]!;
  const order = sortedOrder(values, weights);
  let total = 0;
  for (const index of order) total += weights[index]!;
  const equal = total <= 0;
  const half = (equal ? values.length : total) * (0.5 - HALF_TOLERANCE);
  let reached = 0;
  for (const index of order) {
    reached += equal ? 1 : weights[index]!;
    if (reached >= half) return values[index]!;
  }
  return values[order[order.length - 1]!]!;
}

/** Positions by value, then weight, so that the order of the input does not matter. */
function sortedOrder(values: readonly number[], weights: readonly number[]): number[] {
  const order: number[] = [];
  for (let index = 0; index < values.length; index += 1) order.push(index);
  return order.sort((a, b) => values[a]! - values[b]! || weights[a]! - weights[b]!);
}

/** Ascending, without a comparison callback: called hundreds of thousands of times. */
function sortNumbers(values: readonly number[]): Float64Array {
  return new Float64Array(values).sort();
}

export function weightedMad(values: readonly number[], weights: readonly number[], centre: number): number {
  return lowerWeightedMedian(
    values.map((value) => Math.abs(value - centre)),
    weights,
  );
}

/** The middle value, or the mean of the two. Throws a RangeError on an empty list. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError("The median of nothing is not defined");
  const sorted = sortNumbers(values);
  const upper = sorted[sorted.length >> 1]!;
  return sorted.length % 2 === 1 ? upper : (sorted[(sorted.length >> 1) - 1]! + upper) / 2;
}

/** The middle value, or the smaller of the two: inflating half of the values cannot raise it. */
export function lowerMedian(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError("The median of nothing is not defined");
  return sortNumbers(values)[(values.length - 1) >> 1]!;
}

/**
 * The weights as shares of 1, none above `cap`: the excess goes to the others in proportion. If
 * the cap cannot be met (`cap × count < 1`), all positive weights get the same share.
 */
export function capShares(weights: readonly number[], cap: number): number[] {
  let total = 0;
  for (const weight of weights) total += weight;
  if (total <= 0) return weights.map(() => 1 / weights.length);
  const least = NEGLIGIBLE * total;
  let positive = 0;
  for (const weight of weights) if (weight > least) positive += 1;
  if (cap * positive <= 1) return weights.map((weight) => (weight > least ? 1 / positive : 0));
  const shares = weights.map((weight) => (weight > least ? weight / total : 0));
  let capped = 0;
  for (;;) {
    let free = 0;
    let found = 0;
    for (let index = 0; index < shares.length; index += 1) {
      if (shares[index]! > cap) {
        shares[index] = cap;
        found += 1;
      } else if (shares[index]! < cap) free += shares[index]!;
    }
    if (found === 0) return shares;
    capped += found;
    const scale = (1 - capped * cap) / free;
    for (let index = 0; index < shares.length; index += 1) if (shares[index]! < cap) shares[index]! *= scale;
  }
}

/** `part / whole × 100`, or `null` if that is not defined. */
export function percentageOf(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole <= 0 ? null : keepFinite((part / whole) * 100);
}

/** The change in percent (`2.5` is 2.5 %), or `null` if that is not defined. */
export function percentageChange(before: number | null, now: number | null): number | null {
  return before === null || now === null || before <= 0 ? null : keepFinite((now / before - 1) * 100);
}

export function keepFinite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Whether two positive numbers differ by a factor of at most `factor`, the same both ways. */
export function isNear(a: number, b: number, factor: number): boolean {
  return Math.max(a / b, b / a) <= factor;
}
