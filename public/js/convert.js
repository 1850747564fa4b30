import { formatExact, formatRate, group } from "./format.js";

/**
 * Parses `1000.5`, `1,000.50`, `1000,5` or `1 000`. A comma before exactly three digits separates
 * thousands; otherwise it is a decimal point. Returns `null` for other texts.
 */
export function readAmount(text) {
  const typed = text.replace(/[\s\u00a0']/g, "");
  if (/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed)) return Number(typed.replaceAll(",", ""));
  if (/^(\d+[.,]?\d*|[.,]\d+)$/.test(typed)) return Number(typed.replace(",", "."));
  return null;
}

/** Uses rates per US dollar. Returns `null` if a rate is missing. */
export function convert(rates, amount, from, to) {
  if (!Object.hasOwn(rates, from) || !Object.hasOwn(rates, to)) return null;
  return (amount / rates[from]) * rates[to];
}

/** An amount of money: 2 decimals, or 4 significant digits below 0.1. */
export function formatAmount(value) {
  return value === 0 || value >= 0.1 ? group(value, 2) : formatRate(value);
}

/** The texts of a conversion: parsed amount, result, exact result and both rates. */
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

/** Non-breaking spaces keep a rate on one line. */
function renderRate(rates, from, to) {
  return `1 ${from} = ${formatRate(convert(rates, 1, from, to))} ${to}`.replaceAll(" ", "\u00a0");
}
