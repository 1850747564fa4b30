import { formatPercent, formatPrice, formatTime } from "../../public/js/format.js";
import { html } from "./html.js";
import { price } from "./number.js";

/** The period that the page itself can draw. */
const DRAWN = "7d";
const TITLES = { "1h": "1 hour", "24h": "24 hours", "7d": "7 days", "30d": "30 days", "1y": "1 year", all: "All days" };
const WIDTH = 720;
const HEIGHT = 260;
/** Hours between two rows of the table that the page carries. */
const TABLE_STEP = 4;

/** The price over time: 7 days as a drawing in the page, and every period by the chart that the browser loads. */
export function priceChart({ name, hours, history }, root) {
  const periods = Object.entries(history);
  return html`<section class="chart-section" aria-labelledby="chart"><div class="section-head"><h2 id="chart">Price</h2>
<div class="periods" role="group" aria-label="Period">${periods.map(([period, path]) => html`<button type="button" data-period="${period}" data-history="${root}api/${path}" data-title="${TITLES[period] ?? period}" aria-pressed="${period === DRAWN}">${period}</button>`)}</div></div>
<div class="chart" data-chart data-vendor="${root}vendor/uplot.js" data-name="${name}">${drawing(hours)}</div>
<p class="chart-readout" data-chart-readout role="status">${summary(hours)}</p>
<details class="chart-table" data-chart-table><summary>The numbers of the chart</summary>
<div class="table-scroll tall" tabindex="0" role="region" aria-label="Numbers of the chart"><table class="numbers"><caption data-chart-caption>7 days, every ${TABLE_STEP} hours, in USD</caption><thead><tr><th scope="col" class="text">Time</th><th scope="col">Price</th></tr></thead><tbody>${rows(hours)}</tbody></table></div></details></section>`;
}

function rows(hours) {
  const newest = hours.toReversed().filter(([, value], at) => at % TABLE_STEP === 0 && value !== null);
  return newest.map(
    ([
      timeMs,
      value,
    ]) => html`<tr><th scope="row" class="text">${formatTime(iso(timeMs))}</th><td>${price(value)}</td></tr>
`,
  );
}

function summary(hours) {
  const known = hours.flatMap(([, value]) => value ?? []);
  if (known.length < 2) return "No prices of the last 7 days are known yet.";
  const percent = known[0] > 0 ? (known.at(-1) / known[0] - 1) * 100 : null;
  return `7 days: ${formatPercent(percent, { signed: true })}, between ${formatPrice(Math.min(...known))} and ${formatPrice(Math.max(...known))}`;
}

/** Gaps stay gaps. Stretched to its box, so its line has a width of its own. */
function drawing(hours) {
  const known = hours.flatMap(([, value]) => value ?? []);
  if (known.length < 2) return "";
  const low = Math.min(...known);
  const range = Math.max(...known) - low || 1;
  let path = "";
  let isDrawing = false;
  hours.forEach(([, value], at) => {
    if (value !== null) {
      const x = Math.round((at / (hours.length - 1)) * WIDTH);
      const y = Math.round(HEIGHT - 12 - ((value - low) / range) * (HEIGHT - 24));
      path += `${isDrawing ? "L" : "M"}${x} ${y}`;
    }
    isDrawing = value !== null;
  });
  return html`<svg class="drawing" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${summary(hours)}"><path d="${path}"/></svg>`;
}

function iso(timeMs) {
  return new Date(timeMs).toISOString();
}
