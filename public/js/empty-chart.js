import { html } from "./html.js";

/** Shown instead of a chart without data. */
export function emptyChart(text) {
  return html`<p class="chart-empty" aria-hidden="true">${text}</p>`;
}

/** The same text for screen readers only. */
export function hiddenText(text) {
  return html`<span class="visually-hidden">${text}</span>`;
}
