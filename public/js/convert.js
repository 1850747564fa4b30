import { formatExact, formatRate, group } from "./format.js";

/**
 * An amount as people type it: `1000.5`, `1,000.50`, `1000,5`, `1 000`. A comma before exactly three digits parts thousands, and is a
 * decimal point otherwise. `null` for what is no amount.
 */
export function readAmount(text) {
  const typed = text.replace(/[\s\u00a0']/g, "");
  if (/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed)) return Number(typed.replaceAll(",", ""));
  if (/^(\d+[.,]?\d*|[.,]\d+)$/.test(typed)) return Number(typed.replace(",", "."));
  return null;
}

/** By rates for one US dollar; `null` where one of the currencies has none. */
export function convert(rates, amount, from, to) {
  if (!Object.hasOwn(rates, from) || !Object.hasOwn(rates, to)) return null;
  return (amount / rates[from]) * rates[to];
}

/** An amount of money: 2 decimals, 4 significant digits below a tenth. */
export function formatAmount(value) {
  return value === 0 || value >= 0.1 ? group(value, 2) : formatRate(value);
}

/** What a conversion comes to, as words: the sum, exactly, and both rates. Repeats the amount as it was understood. */
export function describeConversion(rates, amount, from, to) {
  const sum = convert(rates, amount, from, to);
  if (sum === null) return null;
  return {
    given: `${formatAmount(amount)} ${from}`,
    result: `${formatAmount(sum)} ${to}`,
    exact: `${formatExact(Number(sum.toPrecision(12)))} ${to}`,
    rates: `${renderRate(rates, from, to)} · ${renderRate(rates, to, from)}`,
  };
}

/** Lines break between two of them, not within. */
function renderRate(rates, from, to) {
  return `1 ${from} = ${formatRate(convert(rates, 1, from, to))} ${to}`.replaceAll(" ", "\u00a0");
}
