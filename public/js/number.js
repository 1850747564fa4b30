import { formatCount, formatExact, formatMoney, formatPercent, formatPrice, NONE } from "./format.js";
import { html } from "./html.js";

/**
 * A price, in USD unless a lower-case code says otherwise; the exact number in the tooltip.
 * `beside`: of `formatPrice`.
 */
export function price(value, currency = "usd", beside = value) {
  return value === null || value === undefined
    ? unknown()
    : html`<data value="${value}" title="${formatExact(value)} ${currency.toUpperCase()}">${shortenZeros(formatPrice(value, currency, beside))}</data>`;
}

/** Zeros after the decimal point that are written as their number. */
const MANY_ZEROS = /(?<=\b0\.)0{5,}(?=[1-9])/;

/** `0.0000000042` → `0.0₈42`: a zero with the number of zeros, as on charts of small prices. */
function shortenZeros(text) {
  return text.replace(
    MANY_ZEROS,
    (zeros) => `0${[...String(zeros.length)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[digit]).join("")}`,
  );
}

/** The price of a coin, with a badge if it is stale or of a reference source. */
export function coinPrice({ current_price: value, price_source: source, last_updated: time }, currency) {
  const isStale = source === "stale" && value !== null;
  const isReference = source === "reference" && value !== null;
  const since = time ? ` since ${time.slice(0, 16).replace("T", " ")} UTC` : "";
  return html`${price(value, currency)}${
    isStale &&
    html`
<span class="tag stale" title="no newer price${since}">stale</span>`
  }${
    isReference &&
    html`
<span class="tag" title="price of a reference source: no polled exchange trades enough">ref.</span>`
  }`;
}

/** How far fair exchange prices may be from the price, in percent; the interval in the tooltip. */
export function uncertainty({ current_price: value, price_low: low, price_high: high }, currency = "usd") {
  if (low === null || low === undefined || high === null || high === undefined || value === null) return unknown();
  const percent = (high / value - 1) * 100;
  const range = `95 % of fair exchange prices: ${formatPrice(low, currency, high)} to ${formatPrice(high, currency, low)}`;
  return html`<data value="${percent}" title="${range}">± ${formatPercent(percent, { decimals: percent < 0.1 ? 3 : 2 })}</data>`;
}

/** A sum, short, in USD unless a code says otherwise; the exact number in the tooltip. */
export function money(value, currency = "usd") {
  return value === null || value === undefined
    ? unknown()
    : html`<data value="${value}" title="${formatExact(value)} ${currency.toUpperCase()}">${formatMoney(value, currency)}</data>`;
}

/** Where a change goes, as its number with two decimals shows it. */
export function directionOf(percent) {
  if (Number(Math.abs(percent).toFixed(2)) === 0) return "flat";
  return percent > 0 ? "up" : "down";
}

/** A change in percent, with an arrow besides the colour. */
export function change(value) {
  if (value === null || value === undefined) return unknown();
  const size = Math.abs(value);
  const text = formatPercent(size, { decimals: size >= 1000 ? 0 : 2 });
  const direction = directionOf(value);
  const arrow = { up: "▲", down: "▼", flat: "" }[direction];
  const word = { up: "up", down: "down", flat: "unchanged," }[direction];
  return html`<data class="change ${direction}" value="${value}" title="${formatExact(value)} %"><span
aria-hidden="true">${arrow}</span><span class="visually-hidden">${word}</span> ${text}</data>`;
}

/** A share of `whole` as a bar. Width is an attribute: the policy forbids inline styles. */
export function bar(part, whole = 100) {
  const width = Math.min(100, Math.max(0, (part / whole) * 100));
  return html`<svg class="bar${whole === 100 ? "" : " to-largest"}" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect width="${width.toFixed(1)}" height="6"/></svg>`;
}

/** A share in percent with a bar, full at the largest share; the exact number in the tooltip. */
export function share(percent, largest = 100) {
  return percent === null || percent === undefined
    ? unknown()
    : html`${bar(percent, largest)} <data value="${percent}" title="${formatExact(percent)} %">${formatPercent(percent)}</data>`;
}

export function count(value) {
  return value === null || value === undefined ? unknown() : html`<data value="${value}">${formatCount(value)}</data>`;
}

export function unknown() {
  return html`<span class="unknown" title="unknown">${NONE}</span>`;
}
