import { formatPercent } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";
import { unknown } from "../../public/js/number.js";

/**
 * What an exchange did in the last 30 days: heading, field, its form, and what it is a share of.
 *
 * @type {[heading: string, field: string, show: (value: number) => unknown, note: string][]}
 */
const SCORES = [
  ["Answered", "answered_share_30d", share, "of the builds"],
  ["Distance", "median_deviation_bp_30d", distance, "from the published prices"],
  ["Used", "included_share_30d", share, "of its pairs"],
  ["Stalled", "stalled_share_30d", share, "of the builds"],
];

/** A table with a row for each exchange. */
export function scorecardTable(exchanges) {
  return html`<div class="table-scroll" tabindex="0" role="group" aria-labelledby="scores"><table class="numbers scores"><thead>
<tr><th scope="col" class="text">Exchange</th>${SCORES.map(([heading]) => html`<th scope="col">${heading}</th>`)}</tr>
</thead><tbody>${exchanges.map(
    (exchange) => html`<tr><th scope="row" class="text">${exchange.name}</th>
${SCORES.map(([, field, show]) => html`<td>${showKnown(exchange[field], show)}</td>`)}</tr>
`,
  )}</tbody></table></div>`;
}

/** Whether a number is known: there is none on the first day of a site. */
export function hasScores(exchange) {
  return SCORES.some(([, field]) => exchange[field] !== null);
}

/** A card for each number of one exchange. */
export function scorecardCards(exchange) {
  return html`<div class="cards figures">${SCORES.map(
    ([heading, field, show, note]) => html`<article class="card"><h3 class="card-title">${heading}</h3>
<p class="figure">${showKnown(exchange[field], show)}</p><p class="note">${note}</p></article>
`,
  )}</div>`;
}

function showKnown(value, show) {
  return value === null ? unknown() : show(value);
}

function share(value) {
  // Rounded down: 100 % means all of them.
  return formatPercent(Math.floor(value * 1000) / 10, { decimals: 1 });
}

function distance(value) {
  return html`${value.toFixed(1)} bp`;
}
