import { listLevels } from "../../public/js/chart-ticks.js";
import { emptyChart } from "../../public/js/empty-chart.js";
import { html } from "../../public/js/html.js";
import { widenRange } from "../../public/js/sparkline.js";

const WIDTH = 720;
const HEIGHT = 260;

/**
 * A drawing of values at even steps; gaps break the line. A value between gaps is a dot.
 *
 * - `range`: lowest and highest value of the drawing, if not those of the values
 * - `level(value, step)`: a label of the value axis; `time(timeMs)`: of the time axis
 */
export function stillDrawing({ times, values, range, summary, level, time }) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return emptyChart(summary);
  if (known.length === 1) return picture(html`<path d="M${WIDTH / 2} ${HEIGHT / 2}h0"/>`, summary, "single");
  const { levels, step } = listLevels(...(range ?? widenRange(Math.min(...known), Math.max(...known))));
  const low = levels[0];
  const height = (levels.at(-1) ?? low) - low;
  const place = (value) => Math.round(HEIGHT - ((value - low) / height) * HEIGHT);
  const grid = levels.map((value) => `M0 ${place(value)}H${WIDTH}`).join("");
  const ends = [times[0], times[Math.floor((times.length - 1) / 2)], times.at(-1)];
  return html`<div class="still">${picture(
    html`<path class="grid" d="${grid}"/><path d="${line(values, place)}"/>`,
    summary,
  )}<ol class="still-levels" aria-hidden="true">${levels
    .toReversed()
    .map((value) => html`<li>${level(value, step)}</li>`)}</ol>
<ol class="still-times" aria-hidden="true">${ends.map((timeMs) => html`<li>${time(timeMs)}</li>`)}</ol></div>`;
}

function line(values, place) {
  let path = "";
  values.forEach((value, at) => {
    if (value === null) return;
    const x = Math.round((at / (values.length - 1)) * WIDTH);
    const isFirst = (values[at - 1] ?? null) === null;
    // A line of no length has round ends, so it is a dot.
    path += `${isFirst ? "M" : "L"}${x} ${place(value)}${isFirst && (values[at + 1] ?? null) === null ? "h0" : ""}`;
  });
  return path;
}

function picture(paths, summary, kind = "") {
  return html`<svg class="drawing${kind && ` ${kind}`}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none"
role="img" aria-label="${summary}">${paths}</svg>`;
}
