import { html } from "./html.js";

/** Rows of a long table at first. */
const FIRST_ROWS = 10;
/** A button for fewer hidden rows is not worth its line. */
const MIN_HIDDEN = 3;

/** Whether a table of so many rows begins with the first of them (`.short` in table.css). */
export const isLong = (rows) => rows >= FIRST_ROWS + MIN_HIDDEN;

/**
 * The button that shows the other rows of a long table, for `show-all.js`. Without scripts all are
 * shown. `id`: of the element with the class `short`; `noun`: what a row is.
 */
export function showAllButton({ id, rows, noun }) {
  if (!isLong(rows)) return "";
  return html`<button type="button" class="button show-all" aria-expanded="false" aria-controls="${id}"
data-show-all="Show all ${rows} ${noun}" data-show-first="Show the first ${FIRST_ROWS}">Show all ${rows} ${noun}</button>`;
}
