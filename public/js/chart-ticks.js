import { group, withSign } from "./format.js";

const DAY_MS = 86_400_000;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A label of the time axis (UTC), for ticks that are `stepMs` apart. */
export function formatTimeTick(timeMs, stepMs) {
  const date = new Date(timeMs);
  const month = MONTHS[date.getUTCMonth()];
  const year = date.getUTCFullYear();
  if (stepMs >= 360 * DAY_MS) return String(year);
  if (stepMs >= 28 * DAY_MS) return `${month} ${year}`;
  const isMidnight = timeMs % DAY_MS === 0;
  return stepMs >= DAY_MS || isMidnight ? `${month} ${date.getUTCDate()}` : date.toISOString().slice(11, 16);
}

/** @type {readonly [size: number, letter: string][]} */
const UNITS = [
  [1e12, "T"],
  [1e9, "B"],
  [1e6, "M"],
];
/** @type {readonly [size: number, letter: string]} */
const NO_UNIT = [1, ""];

/** A label of an axis of money with ticks `step` apart: enough digits that neighbours differ. */
export function formatLevel(value, step, currency = "usd") {
  const [unit, letter] = UNITS.find(([size]) => value >= size) ?? NO_UNIT;
  const decimals = countDecimals(step / unit);
  return withSign(value, `${group(value / unit, unit === 1 && decimals === 1 ? 2 : decimals)}${letter}`, currency);
}

/** How many decimals a step has, such as 2 of 0.25. */
function countDecimals(step) {
  for (let decimals = 0; decimals < 20; decimals += 1) {
    const size = step * 10 ** decimals;
    // Rounding errors of a step are far smaller than its last digit.
    if (Math.round(size) > 0 && Math.abs(size - Math.round(size)) < 0.001) return decimals;
  }
  return 20;
}

/** About five round levels at even steps, from below the lowest value to above the highest. */
export function listLevels(low, high) {
  const rough = (high - low || Math.abs(high) || 1) / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * size >= rough * 0.999) * size;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return { step, levels: Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step) };
}

/** At most about `count` ticks of a logarithmic axis: round values, or powers of ten and parts. */
export function listLogTicks(min, max, count) {
  if (max / min < 10) {
    const rough = (max - min) / count;
    const size = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].find((factor) => factor * size >= rough) * size;
    const first = Math.ceil(min / step);
    return Array.from({ length: Math.max(0, Math.floor(max / step) - first + 1) }, (_, at) => (first + at) * step);
  }
  const low = Math.floor(Math.log10(min));
  const high = Math.ceil(Math.log10(max));
  const decades = (factors, every) =>
    Array.from({ length: high - low + 1 }, (_, at) => low + at)
      .filter((power) => power % every === 0)
      .flatMap((power) => factors.map((factor) => Number(`${factor}e${power}`)))
      .filter((value) => value >= min && value <= max);
  const choices = [decades([1, 2, 5], 1), decades([1], 1), decades([1], 2), decades([1], 3)];
  return choices.find((ticks) => ticks.length <= count) ?? choices.at(-1);
}
