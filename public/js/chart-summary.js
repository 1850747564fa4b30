import { listKnown } from "./chart-series.js";
import { formatMoment, formatPercent } from "./format.js";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** @type {readonly [size: number, name: string][]} */
const UNITS = [
  [MINUTE_MS, "minute"],
  [HOUR_MS, "hour"],
  [DAY_MS, "day"],
];
/** What a summary is about where a period has no point for some of its days. */
export const KNOWN_DAYS = "Known days";
/** Larger changes are shown as two values instead of percent. */
const MAX_PERCENT = 1000;

/**
 * A chart in words: its change from the first to the last point with their times, and its extremes.
 * Points are `[times in unix milliseconds, values]`, oldest first. `published`: the change of the
 * period in percent units, if the API has one; the page shows no second number. `extremes`: the
 * lowest and the highest value of each point, if a point is more than a value. `format`:
 * with the parameters of `formatPrice`. `nameTime`: the time of a point as text. `null`: no value.
 */
export function summariseChange(
  [times, values],
  format,
  published,
  [lows, highs] = [values, values],
  nameTime = formatMoment,
) {
  const known = listKnown(values);
  if (known.length === 0) return null;
  const firstAt = known[0];
  const lastAt = known.at(-1);
  const first = values[firstAt];
  const last = values[lastAt];
  if (known.length === 1) return `1 point, ${format(first)} on ${nameTime(times[firstAt])}`;
  let low = lows[firstAt];
  let high = highs[firstAt];
  for (const at of known) {
    if (lows[at] < low) low = lows[at];
    if (highs[at] > high) high = highs[at];
  }
  const [lowest, highest] = [format(low, undefined, high), format(high, undefined, low)];
  const extremes = lowest === highest ? "" : `, between ${lowest} and ${highest}`;
  if (Number.isFinite(published)) return `${formatPercent(published, { signed: true })}${extremes}`;
  const percent = computePercent(first, last);
  const from = nameTime(times[firstAt]);
  const to = nameTime(times[lastAt]);
  const change =
    percent === null || percent > MAX_PERCENT
      ? `from ${format(first, undefined, last)} on ${from} to ${format(last, undefined, first)} on ${to}`
      : `${formatPercent(percent, { signed: true })} from the first point (${from}) to the last (${to})`;
  return `${change}${extremes}`;
}

/** The change from a first value to another: `+2.50%`. Empty if it has no meaningful percentage. */
export function describeChange(first, value) {
  const percent = computePercent(first, value);
  return percent === null || percent > MAX_PERCENT ? "" : formatPercent(percent, { signed: true });
}

function computePercent(first, value) {
  return first > 0 ? (value / first - 1) * 100 : null;
}

/** An index (0 to 100) in words: `[times, values]` of a chart. `null`: no value. */
export function summariseIndex([times, values]) {
  const [firstAt] = listKnown(values);
  if (firstAt === undefined) return null;
  const known = values.filter((value) => value !== null);
  if (known.length === 1) return `1 point, ${known[0]} on ${formatMoment(times[firstAt])}`;
  let low = known[0];
  let high = known[0];
  let sum = 0;
  for (const value of known) {
    if (value < low) low = value;
    if (value > high) high = value;
    sum += value;
  }
  return `between ${low} and ${high}, ${Math.round(sum / known.length)} on average`;
}

/**
 * How much of a period has points: `12 of 30 days`. Empty if it is complete, without points or of
 * unknown length. A point covers the time until the next one, or a step before a gap. The period
 * ends with the step of the last point: a point at or before its start covers what lies within it.
 */
export function describeCoverage([times, values], stepMs, lengthMs) {
  const startMs = times.at(-1) + stepMs - lengthMs;
  let coveredMs = 0;
  for (const [at, timeMs] of times.entries()) {
    const distanceMs = (times[at + 1] ?? timeMs + stepMs) - timeMs;
    const endMs = timeMs + (distanceMs > 1.5 * stepMs ? stepMs : distanceMs);
    if (values[at] !== null) coveredMs += Math.max(0, endMs - Math.max(timeMs, startMs));
  }
  const unitAt = lengthMs > 2 * DAY_MS ? 2 : lengthMs > HOUR_MS ? 1 : 0;
  const [unitMs, unit] = UNITS[unitAt];
  const count = Math.round(coveredMs / unitMs);
  const total = Math.round(lengthMs / unitMs);
  if (coveredMs === 0 || !(count < total)) return "";
  if (count > 0) return `${count} of ${total} ${unit}s`;
  const [smallerMs, smaller] = UNITS[unitAt - 1];
  const part = Math.max(1, Math.round(coveredMs / smallerMs));
  return `${part} ${smaller}${part === 1 ? "" : "s"} of ${total} ${unit}s`;
}
