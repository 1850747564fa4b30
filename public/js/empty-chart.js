import { html } from "./html.js";

/** What stands in the place of a chart without points. */
export function emptyChart(text) {
  return html`<p class="chart-empty" aria-hidden="true">${text}</p>`;
}

/** The same below it, for those who are told what changes there. */
export function saidInChart(text) {
  return html`<span class="visually-hidden">${text}</span>`;
}
