import { formatExact, formatPercent, formatTime } from "../../public/js/format.js";
import { html } from "./html.js";
import { bar, money, price } from "./number.js";

const METHODS = {
  volume_weighted: "Weighted by volume across exchanges, each no more than its trust allows.",
  single_source: "One exchange alone: trusted enough to stand by itself, but nobody confirms it.",
  held: "The evidence of this build was not good enough, so the last sound price stands until it is.",
  reference: "No exchange that we read has enough trades, so the price is that of a reference source.",
  none: "No exchange that we read, and no reference, has a price.",
};

/** What the price rests on, book by book: anyone can do the sum again. */
export function coinEvidence({ evidence, references, current_price, path }, root) {
  const { method, as_of, spread_percentage: spread, tickers, total, included } = evidence;
  return html`<section aria-labelledby="evidence"><div class="section-head"><h2 id="evidence">Evidence of the price</h2><a href="${root}api/${path}">The same as JSON</a></div>
<p>${METHODS[method]}${references.length > 0 && method === "reference" && html` Here: ${references.join(", ")}.`}</p>
${
  total === 0
    ? ""
    : html`<ul class="facts"><li><strong>${included}</strong> of ${total} order books included</li>${spread !== null && html`<li><strong>${formatPercent(spread)}</strong> between the furthest two exchanges</li>`}${as_of !== null && html`<li>newest of <strong>${formatTime(as_of).slice(11)}</strong></li>`}</ul>
<div class="table-scroll tall" tabindex="0" role="region" aria-label="Table of the evidence"><table class="numbers evidence"><thead><tr><th scope="col" class="text">Exchange</th><th scope="col" class="text">Pair</th><th scope="col">Price</th><th scope="col">Off by</th><th scope="col">Volume, 24 h</th><th scope="col">Weight</th><th scope="col" class="text">Included</th></tr></thead>
<tbody>${tickers.map(row)}</tbody>
${included > 0 && tickers.length === total && html`<tfoot><tr><th scope="row" class="text" colspan="2">Sum of price × weight, all ${included}</th><td>${price(sum(tickers))}</td><td colspan="4" class="text note">published: ${price(current_price)}</td></tr></tfoot>`}</table></div>
${tickers.length < total && html`<p class="note">The first ${tickers.length} of ${total}; all are in the JSON.</p>`}`
}</section>`;
}

function row({
  exchange,
  pair,
  price_usd,
  deviation_percentage: off,
  volume_24h_usd: volume,
  weight,
  included,
  reason,
}) {
  return html`<tr class="${included ? "in" : "out"}"><th scope="row" class="text">${exchange}</th><td class="text">${pair}</td><td>${price(price_usd)}</td><td>${off === null ? "–" : formatPercent(off, { signed: true })}</td><td>${money(volume)}</td><td>${included ? share(weight) : "–"}</td><td class="text">${included ? html`<span class="yes" aria-hidden="true">✓</span> yes` : html`<span aria-hidden="true">✕</span> ${reason ?? "no"}`}</td></tr>
`;
}

function share(weight) {
  const percent = weight * 100;
  return html`${bar(percent)} <data value="${weight}" title="${formatExact(percent)} %">${formatPercent(percent)}</data>`;
}

function sum(tickers) {
  const total = tickers.reduce(
    (so_far, { price_usd, weight, included }) => so_far + (included ? price_usd * weight : 0),
    0,
  );
  // As the interface rounds.
  return Number(total.toPrecision(12));
}
