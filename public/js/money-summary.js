import { formatMoney, formatPercent } from "./format.js";

/** Beyond this a change in percent tells nobody anything. */
const TELLING = 1000;

/** A sum in USD over a period in words; `values` are known, oldest first. */
export function summariseMoney(values) {
  const [first, last] = [values[0], values.at(-1)];
  let [low, high] = [first, first];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const percent = first > 0 ? (last / first - 1) * 100 : null;
  const change =
    percent === null || percent > TELLING
      ? `from ${formatMoney(first)} to ${formatMoney(last)}`
      : formatPercent(percent, { signed: true });
  return `${change}, between ${formatMoney(low)} and ${formatMoney(high)}`;
}
