import { formatExact, group, NONE } from "./format.js";
import { html } from "./html.js";

/* Pure functions of a result: columns by name, and rows as lists of values. */

/** Rows that the table shows; the CSV has all. */
export const SHOWN_ROWS = 500;
const MAX_SERIES = 4;
/** A month, a day or a time. */
const MOMENT = /^\d{4}-\d\d(-\d\d(T\d\d:\d\d:\d\dZ)?)?$/;

export function resultTable(columns, rows) {
  const isNumber = columns.map((_, at) => rows.some((row) => typeof row[at] === "number"));
  const kind = (at) => !isNumber[at] && html` class="text"`;
  return html`<thead><tr>${columns.map((name, at) => html`<th scope="col"${kind(at)}>${name}</th>`)}</tr></thead>
<tbody>${rows
    .slice(0, SHOWN_ROWS)
    .map((row) => html`<tr>${row.map((value, at) => html`<td${kind(at)}>${resultCell(value)}</td>`)}</tr>`)}</tbody>`;
}

function resultCell(value) {
  if (value === null || value === undefined) return html`<span class="unknown">${NONE}</span>`;
  if (typeof value !== "number") return String(value);
  return html`<data value="${value}" title="${formatExact(value)}">${formatNumber(value)}</data>`;
}

/** No decimals of whole numbers and from a million on, two from 1000 on, else six digits. */
function formatNumber(value) {
  const size = Math.abs(value);
  if (Number.isInteger(value) || size >= 1e6) return group(value);
  return size >= 1000 ? group(value, 2) : String(Number(value.toPrecision(6)));
}

/**
 * The columns of a chart, times in unix milliseconds first, and the names of the lines; `null` if
 * the first column holds no times in ascending order, or no other column holds numbers.
 */
export function findChart(columns, rows) {
  if (rows.length < 2 || !rows.every(([first]) => typeof first === "string" && MOMENT.test(first))) return null;
  const times = rows.map(([first]) => Date.parse(first));
  if (times.some((timeMs, at) => at > 0 && !(timeMs > times[at - 1]))) return null;
  const lines = columns
    .map((name, at) => ({ name, at }))
    .filter(({ at }) => at > 0 && rows.some((row) => typeof row[at] === "number"))
    .slice(0, MAX_SERIES);
  if (lines.length === 0) return null;
  const values = lines.map(({ at }) => rows.map((row) => (typeof row[at] === "number" ? row[at] : null)));
  return { names: lines.map(({ name }) => name), columns: [times, ...values] };
}
