import { formatMoment, formatPercent } from "./format.js";

/** Beyond this a change in percent tells nobody anything. */
const TELLING = 1000;

/**
 * A chart's points in words, `[times in unix milliseconds, values]`, oldest first: the change from the first one to the last, with the
 * moment of each, because a change that is told elsewhere is measured between others; and the extremes. `null` where fewer than two
 * are known.
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
    percent === null || percent > TELLING
      ? `from ${format(first)} on ${from} to ${format(last)} on ${to}`
      : `${formatPercent(percent, { signed: true })} from the first point (${from}) to the last (${to})`;
  return `${change}, between ${format(low)} and ${format(high)}`;
}
