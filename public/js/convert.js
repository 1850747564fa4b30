import { countPriceDecimals, formatCoins, formatExact, formatRate, group, NEAR_ONE } from "./format.js";

/**
 * Parses `1000.5`, `1,000.50`, `1000,5` or `1 000`. A comma before exactly three digits separates
 * thousands, except after a zero; otherwise it is a decimal point. Returns `null` for other texts.
 */
export function readAmount(text) {
  const typed = text.replace(/[\s\u00a0']/g, "");
  if (/^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(typed)) return Number(typed.replaceAll(",", ""));
  if (/^(\d+[.,]?\d*|[.,]\d+)$/.test(typed)) return Number(typed.replace(",", "."));
  return null;
}

/**
 * Uses rates per US dollar, by the code of a currency (`EUR`) or the key of a coin (`btc`). Returns
 * `null` if a rate is missing.
 */
export function convert(rates, amount, from, to) {
  if (!Object.hasOwn(rates, from) || !Object.hasOwn(rates, to)) return null;
  return (amount / rates[from]) * rates[to];
}

/** Keys of coins are in lower case. */
export function isCurrency(code) {
  return /^[A-Z]{3}$/.test(code);
}

/**
 * An amount of money: 2 decimals, or 4 significant digits below 0.1. Of a coin: up to 8 significant
 * digits.
 */
export function formatAmount(value, code = "USD") {
  if (!isCurrency(code)) return formatCoins(value);
  return value === 0 || value >= 0.1 ? group(value, 2) : formatRate(value);
}

/** What a coin is worth: near and below one unit like its price, because cents hide differences. */
export function formatWorth(value) {
  return value > 0 && value < NEAR_ONE ? group(value, countPriceDecimals(value)) : formatAmount(value);
}

/**
 * The texts of a conversion: parsed amount, result, exact result and both rates. `nameOf`: the
 * symbol of a coin, by its key.
 */
export function describeConversion(rates, amount, from, to, nameOf = (code) => code) {
  const sum = convert(rates, amount, from, to);
  if (sum === null) return null;
  const rate = (one, other) => renderRate(convert(rates, 1, one, other), nameOf(one), nameOf(other));
  return {
    given: `${formatAmount(amount, from)} ${nameOf(from)}`,
    result: `${formatAmount(sum, to)} ${nameOf(to)}`,
    exact: `${formatExact(Number(sum.toPrecision(12)))} ${nameOf(to)}`,
    rates: `${rate(from, to)}\n${rate(to, from)}`,
  };
}

/** Non-breaking spaces keep a rate on one line. */
function renderRate(rate, from, to) {
  return `1 ${from} = ${formatRate(rate)} ${to}`.replaceAll(" ", "\u00a0");
}
