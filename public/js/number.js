import { formatExact, formatMoney, formatPercent, formatPrice, NONE } from "./format.js";
import { html } from "./html.js";

/** A price in USD; the exact number on hover and for programs. */
export function price(value) {
  return value === null || value === undefined
    ? unknown()
    : html`<data value="${value}" title="${formatExact(value)} USD">${formatPrice(value)}</data>`;
}

/** A sum in USD, short; the exact number on hover and for programs. */
export function money(value) {
  return value === null || value === undefined
    ? unknown()
    : html`<data value="${value}" title="${formatExact(value)} USD">${formatMoney(value)}</data>`;
}

/** A change in percent: an arrow and a sign beside the colour. */
export function change(value) {
  if (value === null || value === undefined) return unknown();
  const text = formatPercent(Math.abs(value));
  const direction = /^[0.]+%$/.test(text) ? "flat" : value > 0 ? "up" : "down";
  const arrow = { up: "▲", down: "▼", flat: "" }[direction];
  const word = { up: "up", down: "down", flat: "unchanged," }[direction];
  return html`<data class="change ${direction}" value="${value}" title="${formatExact(value)} %"><span aria-hidden="true">${arrow}</span><span class="visually-hidden">${word}</span> ${text}</data>`;
}

function unknown() {
  return html`<span class="unknown" title="unknown">${NONE}</span>`;
}
