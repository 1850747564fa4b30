import { formatPercent } from "./format.js";
import { html } from "./html.js";
import { directionOf } from "./number.js";

/** Minimum range of the vertical axis, as a share of the price. */
const LEAST_RANGE = 0.005;

/** Percent. The sign of a smaller change depends on the points that are drawn. */
const FLAT = 0.1;

/** The range of a vertical axis: small noise of a stable price must not fill the height. */
export function widenRange(low, high) {
  const missing = Math.max(0, Math.abs(high) * LEAST_RANGE - (high - low));
  return [low - missing / 2, high + missing / 2];
}

/**
 * A small line of values at even steps; gaps break the line. The colour shows the change:
 * `percent`, if the page shows that number, too.
 */
export function sparkline(values, /** @type {any} */ { width = 112, height = 32, label = "7 days", percent } = {}) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return html`<span class="unknown">–</span>`;
  const drawn = known[0] > 0 ? (known.at(-1) / known[0] - 1) * 100 : null;
  const direction = percent == null ? drawnDirection(drawn) : directionOf(percent);
  return html`<svg class="sparkline ${direction}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"
role="img" aria-label="${label}: ${formatPercent(percent ?? drawn, { signed: true })}"><path d="${traceLine(values, width, height)}"/></svg>`;
}

function drawnDirection(percent) {
  return percent === null || Math.abs(percent) < FLAT ? "flat" : directionOf(percent);
}

/** The line as an SVG path; empty with fewer than two values. */
export function traceLine(values, width, height, pad = 2) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return "";
  const [low, high] = widenRange(Math.min(...known), Math.max(...known));
  const range = high - low;
  const x = (at) => round((at / (values.length - 1)) * width);
  const y = (value) => round(range === 0 ? height / 2 : height - pad - ((value - low) / range) * (height - 2 * pad));
  let path = "";
  let isDrawing = false;
  values.forEach((value, at) => {
    if (value !== null) path += `${isDrawing ? "L" : "M"}${x(at)} ${y(value)}`;
    isDrawing = value !== null;
  });
  return path;
}

function round(value) {
  return Math.round(value * 10) / 10;
}
