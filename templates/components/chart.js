import { emptyChart, hiddenText } from "../../public/js/empty-chart.js";
import { html } from "../../public/js/html.js";

const WIDTH = 720;
const HEIGHT = 260;

/**
 * The static part of a chart: a drawing of one period, its summary and its data table.
 * `js/chart-box.js` adds the other periods. `periods`: `id` (button label), `title`, `history` (a
 * file), `days`. `shown`: id of the drawn period. `name`: subject. `unit`: of the table.
 */
export function chart({ heading, name, unit, periods, shown, values, range, summary, caption, heads, rows }, root) {
  return html`<section class="chart-section" aria-labelledby="chart"><div class="section-head"><h2 id="chart">${heading}</h2>
<div class="periods" role="group" aria-label="Period">${periods.map(({ id, title, history, days }) => html`<button type="button" data-period="${id}" data-history="${root}${history}" data-title="${title}"${days !== undefined && html` data-days="${days}"`} aria-pressed="${id === shown}">${id}</button>`)}</div></div>
<div class="chart" data-chart data-vendor="${root}vendor/uplot.js" data-name="${name}" data-unit="${unit}">${drawing(values, summary, range)}</div>
<p class="chart-readout" data-chart-readout role="status">${isDrawn(values) ? summary : hiddenText(summary)}</p>
<details class="chart-table" data-chart-table><summary>Chart data</summary>
<div class="table-scroll tall" tabindex="0" role="region" aria-label="Chart data"><table class="numbers"><caption data-chart-caption>${caption}</caption><thead><tr>${heads.map((head, at) => html`<th scope="col"${at === 0 && html` class="text"`}>${head}</th>`)}</tr></thead><tbody>${rows.map(
    ([first, ...cells]) =>
      html`<tr><th scope="row" class="text">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  )}</tbody></table></div></details></section>`;
}

/** A line needs two points. */
const isDrawn = (values) => values.filter((value) => value !== null).length >= 2;

/** Draws values at even steps; gaps break the line. */
function drawing(values, summary, range) {
  const known = values.filter((value) => value !== null);
  if (!isDrawn(values)) return emptyChart(summary);
  const [low, high] = range ?? [Math.min(...known), Math.max(...known)];
  const height = high - low || 1;
  let path = "";
  let isDrawing = false;
  values.forEach((value, at) => {
    if (value !== null) {
      const x = Math.round((at / (values.length - 1)) * WIDTH);
      const y = Math.round(HEIGHT - 12 - ((value - low) / height) * (HEIGHT - 24));
      path += `${isDrawing ? "L" : "M"}${x} ${y}`;
    }
    isDrawing = value !== null;
  });
  return html`<svg class="drawing" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${summary}"><path d="${path}"/></svg>`;
}
