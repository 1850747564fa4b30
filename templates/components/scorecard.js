import { formatPercent } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";
import { unknown } from "../../public/js/number.js";

/**
 * What an exchange did in the last 30 days: headings, and the value of each in a row.
 *
 * @type {[heading: string, show: (exchange: any) => unknown, note: string][]}
 */
const SCORES = [
  ["Answered", (exchange) => share(exchange.answered_share_30d), "of the builds"],
  ["Distance", (exchange) => distance(exchange.median_deviation_bp_30d), "from the published prices"],
  ["Used", (exchange) => share(exchange.included_share_30d), "of its order books"],
  ["Stalled", (exchange) => share(exchange.stalled_share_30d), "of the builds"],
];

/** A table with a row for each exchange. */
export function scorecardTable(exchanges) {
  return html`<div class="table-scroll" tabindex="0" role="region" aria-labelledby="scores"><table class="numbers scores"><thead>
<tr><th scope="col" class="text">Exchange</th>${SCORES.map(([heading]) => html`<th scope="col">${heading}</th>`)}</tr>
</thead><tbody>${exchanges.map(
    (exchange) => html`<tr><th scope="row" class="text">${exchange.name}</th>
${SCORES.map(([, show]) => html`<td>${show(exchange)}</td>`)}</tr>
`,
  )}</tbody></table></div>`;
}

/** A card for each number of one exchange. */
export function scorecardCards(exchange) {
  return html`<div class="cards figures">${SCORES.map(
    ([heading, show, note]) => html`<article class="card"><h3 class="card-title">${heading}</h3>
<p class="figure">${show(exchange)}</p><p class="note">${note}</p></article>
`,
  )}</div>`;
}

function share(value) {
  // Rounded down: 100 % means all of them.
  return value === null ? unknown() : formatPercent(Math.floor(value * 1000) / 10, { decimals: 1 });
}

function distance(value) {
  return value === null ? unknown() : html`${value.toFixed(1)} bp`;
}
