const NO_MEDIAN = "The median of nothing is not defined";
/** Relative tolerance of half the total weight, for rounding noise. */
const HALF_TOLERANCE = 1e-9;
/** A weight below this share of the total counts as 0: scaling it up would overflow. */
const NEGLIGIBLE = 1e-15;

export interface Weighted {
  value: number;
  weight: number;
}

/**
 * The smallest value at which the cumulated weight reaches half of the total: never between two
 * clusters. If all weights are 0, values count equally. Throws a RangeError on an empty list.
 */
export function lowerWeightedMedian(points: readonly Weighted[]): number {
  // By weight as well, so that the order of the input does not matter.
  const sorted = points.toSorted((a, b) => a.value - b.value || a.weight - b.weight);
  const highest = sorted.at(-1);
  if (highest === undefined) throw new RangeError(NO_MEDIAN);
  let total = 0;
  for (const { weight } of sorted) total += weight;
  const equal = total <= 0;
  const half = (equal ? sorted.length : total) * (0.5 - HALF_TOLERANCE);
  let reached = 0;
  for (const { value, weight } of sorted) {
    reached += equal ? 1 : weight;
    if (reached >= half) return value;
  }
  return highest.value;
}

/** Ascending, without a comparison callback: called hundreds of thousands of times. */
function sortNumbers(values: readonly number[]): Float64Array {
  return new Float64Array(values).sort();
}

/** The weighted median of the distances from `centre`. */
export function weightedMad(points: readonly Weighted[], centre: number): number {
  return lowerWeightedMedian(points.map(({ value, weight }) => ({ value: Math.abs(value - centre), weight })));
}

/** The sum; 0 for no values. */
export function addUp(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The middle value, or the mean of the two. Throws a RangeError on an empty list. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError(NO_MEDIAN);
  const middle = sortNumbers(values).subarray((values.length - 1) >> 1, (values.length >> 1) + 1);
  return middle.reduce((sum, value) => sum + value) / middle.length;
}

/**
 * The middle value, or the smaller of the two: inflating half of the values cannot raise it. Throws
 * a RangeError on an empty list.
 */
export function lowerMedian(values: readonly number[]): number {
  const [middle] = sortNumbers(values).subarray((values.length - 1) >> 1);
  if (middle === undefined) throw new RangeError(NO_MEDIAN);
  return middle;
}

/**
 * The rows with their weights as shares of 1, none above `cap`: the excess goes to the others in
 * proportion. If the cap cannot be met (`cap × count < 1`), all positive weights get the same
 * share.
 */
export function capShares<Row extends { weight: number }>(rows: readonly Row[], cap: number): Row[] {
  const share = (weigh: (weight: number) => number) => rows.map((row) => ({ ...row, weight: weigh(row.weight) }));
  let total = 0;
  for (const { weight } of rows) total += weight;
  if (total <= 0) return share(() => 1 / rows.length);
  const least = NEGLIGIBLE * total;
  const positive = rows.filter(({ weight }) => weight > least).length;
  if (cap * positive <= 1) return share((weight) => (weight > least ? 1 / positive : 0));
  const shares = share((weight) => (weight > least ? weight / total : 0));
  let capped = 0;
  for (;;) {
    const above = shares.filter(({ weight }) => weight > cap);
    if (above.length === 0) return shares;
    for (const row of above) row.weight = cap;
    capped += above.length;
    const below = shares.filter(({ weight }) => weight < cap);
    let free = 0;
    for (const { weight } of below) free += weight;
    const scale = (1 - capped * cap) / free;
    for (const row of below) row.weight *= scale;
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

/** `null` for NaN and infinity. */
export function keepFinite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Whether two positive numbers differ by a factor of at most `factor`, the same both ways. */
export function isNear(a: number, b: number, factor: number): boolean {
  return Math.max(a / b, b / a) <= factor;
}

/** The 0.975 quantile of the normal distribution. */
const NORMAL = 1.959964;

/**
 * The 0.975 quantile of Student's t by the expansion of Cornish and Fisher (Abramowitz and Stegun,
 * 26.7.5): within 1 % from three degrees of freedom on.
 */
export function computeStudentQuantile(degrees: number): number {
  const z = NORMAL;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / degrees + second / degrees ** 2 + third / degrees ** 3;
}
