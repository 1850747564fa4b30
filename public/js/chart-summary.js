import { formatMoment, formatPercent } from "./format.js";

/** Larger changes are shown as two values instead of percent. */
const MAX_PERCENT = 1000;

/**
 * A chart in words: its change from the first to the last point with their times, and its extremes.
 * Points are `[times in unix milliseconds, values]`, oldest first. `null`: fewer than two values.
 */
export function summariseChange([times, values], format) {
  const known = values.flatMap((value, at) => (value === null ? [] : [at]));
  if (known.length < 2) return null;
  const [firstAt, lastAt] = [known[0], known.at(-1)];
  const [first, last] = [values[firstAt], values[lastAt]];
  let [low, high] = [first, first];
  for (const at of known) {
    if (values[at] < low) low = values[at];
    if (values[at] > high) high = values[at];
  }
  const percent = first > 0 ? (last / first - 1) * 100 : null;
  const [from, to] = [formatMoment(times[firstAt]), formatMoment(times[lastAt])];
  const change =
    percent === null || percent > MAX_PERCENT
      ? `from ${format(first)} on ${from} to ${format(last)} on ${to}`
      : `${formatPercent(percent, { signed: true })} from the first point (${from}) to the last (${to})`;
  return `${change}, between ${format(low)} and ${format(high)}`;
}

/** An index (0 to 100) in words: `[times, values]` of a chart. `null`: fewer than two values. */
export function summariseIndex([, values]) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  let [low, high, sum] = [known[0], known[0], 0];
  for (const value of known) {
    if (value < low) low = value;
    if (value > high) high = value;
    sum += value;
  }
  return `between ${low} and ${high}, ${Math.round(sum / known.length)} on average`;
}
