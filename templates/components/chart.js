import { hiddenText } from "../../public/js/empty-chart.js";
import { html } from "../../public/js/html.js";
import { stillDrawing } from "./still-drawing.js";

const COPIES = [
  ["url", "URL"],
  ["json", "JSON"],
  ["csv", "CSV"],
];

/**
 * The static part of a chart: a drawing of one period, its summary and its data table.
 * `js/chart-box.js` adds the other periods. `periods`: `id` (button label), `title`, `history` (a
 * file), `candles` (a file, where there is one), `hours` (length). `shown`: id of the drawn period.
 * `drawn`: its `times`, `values`, `range` and labels, see `stillDrawing`. `name`: subject. `unit`:
 * of the table. `coverage`: how much of the period has points. `tools`: `log`, `bars` and
 * `candles`, if they make sense. `more`: markup in the row of the data table.
 */
export function chart(
  /** @type {any} */
  { heading, name, unit, periods, shown, drawn, summary, coverage, tools, caption, heads, rows, more },
  root,
) {
  return html`<section class="chart-section" aria-labelledby="chart"><div class="section-head">
<h2 id="chart">${heading}</h2>
<div class="periods" role="group" aria-label="Period">${periods.map(
    ({ id, title, history, candles, hours }) =>
      html`<button type="button" data-period="${id}" data-history="${root}${history}"
data-title="${title}"${
        candles !== undefined &&
        html`
data-candles="${root}${candles}"`
      }${
        hours !== undefined &&
        html`
data-hours="${hours}"`
      } aria-pressed="${id === shown}">${id}</button>`,
  )}</div></div>
<div class="chart" data-chart data-vendor="${root}vendor/uplot.js" data-name="${name}" data-unit="${unit}">
${stillDrawing({ ...drawn, summary })}</div>
<div class="chart-foot"><p class="chart-coverage" data-chart-coverage>${coverage}</p>${toolbar(tools)}</div>
<p class="chart-readout" data-chart-readout role="status">${isDrawn(drawn) ? summary : hiddenText(summary)}</p>
<div class="chart-more"><details class="chart-table" data-chart-table><summary>Chart data</summary>
<div class="table-scroll tall" tabindex="0" role="group" aria-label="Chart data"><table class="numbers">
<caption data-chart-caption>${caption}</caption><thead><tr>${heads.map(
    (head, at) => html`<th scope="col"${at === 0 && html` class="text"`}>${head}</th>`,
  )}</tr></thead><tbody>${rows.map(
    ([first, ...cells]) =>
      html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  )}</tbody></table></div></details>
${more}</div></section>`;
}

const isDrawn = ({ values }) => values.some((value) => value !== null);

/** Needs the script. */
function toolbar(tools) {
  return html`<div class="chart-tools" data-chart-tools role="group" aria-label="Chart">
${tools.includes("log") && html`<button type="button" name="log" aria-pressed="false">Log scale</button>`}
${tools.includes("bars") && html`<button type="button" name="bars" aria-pressed="true">Volume</button>`}
${tools.includes("candles") && html`<button type="button" name="candles" aria-pressed="false">Candles</button>`}
<button type="button" name="zoom">Zoom in</button>
<button type="button" name="whole" hidden>Reset zoom</button>
<span class="chart-copy" data-chart-copy role="group" aria-label="Copy"><span
aria-hidden="true">Copy</span>${COPIES.map(
    ([id, label]) =>
      html`<button type="button" name="copy" value="${id}"><span class="visually-hidden">Copy
</span>${label}</button>`,
  )}</span></div>`;
}
