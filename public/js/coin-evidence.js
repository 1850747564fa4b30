import { formatExact, formatPercent, formatTime } from "./format.js";
import { html } from "./html.js";
import { bar, money, price } from "./number.js";
import { isLong, showAllButton } from "./show-all-view.js";
import { verifyPriceButton } from "./verify-price-view.js";

const METHODS = {
  volume_weighted: "Volume-weighted across exchanges; each exchange's weight is capped by its trust score.",
  single_source: "From a single trusted exchange, without confirmation by another one.",
  held: "This build has not enough evidence, so the last known good price is kept.",
  reference: "No polled exchange has enough volume, so the price comes from a reference source.",
  none: "Neither a polled exchange nor a reference source has a price.",
};

/** Limits the size of a page; its JSON has all tickers. */
const MAX_TICKERS = 40;

/**
 * The evidence of a price as a page shows it: the largest weight first, then the excluded tickers
 * by volume. `references`: names of the sources of the response without markets. `names`: of
 * sources, by id. `hasExchangePages`: there is one for each exchange. `hidesBooks`: the response
 * has no prices and volumes of exchanges.
 *
 * @param {{ data: Record<string, any>, meta: Readonly<Record<string, any>> }} answer
 * @param {{
 *   names: Readonly<Record<string, string>>,
 *   hasExchangePages: boolean,
 *   hidesBooks: boolean,
 * }} site
 */
export function describeEvidence({ data, meta }, { names, hasExchangePages, hidesBooks }) {
  const { price_evidence: evidence, current_price: published } = data;
  const nameOf = (id) => names[id] ?? id;
  const venues = new Set(evidence.tickers.map(({ exchange }) => exchange));
  const tickers = evidence.tickers.toSorted(
    (a, b) =>
      Number(b.included) - Number(a.included) ||
      b.weight - a.weight ||
      (b.volume_24h_usd ?? -1) - (a.volume_24h_usd ?? -1),
  );
  return {
    references: meta.sources.filter((id) => !venues.has(id)).map(nameOf),
    evidence: {
      ...evidence,
      hidesBooks,
      total: tickers.length,
      included: tickers.filter(({ included }) => included).length,
      tickers: tickers.slice(0, MAX_TICKERS).map((ticker) => ({
        ...ticker,
        exchange: nameOf(ticker.exchange),
        exchange_page: hasExchangePages ? `exchanges/${ticker.exchange}/` : null,
        deviation_percentage: computeDeviation(ticker.price_usd, published),
      })),
    },
  };
}

function computeDeviation(priceUsd, published) {
  return priceUsd === null || published === null || published === 0 ? null : (priceUsd / published - 1) * 100;
}

/** The tickers of the price with their weights, so that readers can check the sum. */
export function coinEvidence(coin, root) {
  const { evidence, references, current_price, path } = coin;
  const { method, as_of, spread_percentage: spread, tickers, total, included, hidesBooks } = evidence;
  const largest = Math.max(...tickers.map(({ weight }) => weight));
  return html`<section aria-labelledby="evidence"><div class="section-head">
<h2 id="evidence">Price evidence</h2><a href="${root}api/${path}">View JSON</a></div>
<p>${METHODS[method]}${references.length > 0 && method === "reference" && html` Source: ${references.join(", ")}.`}</p>
${
  total === 0
    ? ""
    : html`${
        hidesBooks
          ? html`<p class="note">This site publishes the weights,
but not the prices and volumes of the exchanges.</p>`
          : html`<p class="note in-usd">Prices and volumes of tickers are in
USD.</p>`
      }
<ul class="facts"><li><strong>${included}</strong> of ${total} tickers included</li>
${
  spread !== null &&
  html`<li><strong>${formatPercent(spread)}</strong> from lowest to
highest exchange</li>`
}${as_of !== null && html`<li><strong>${formatTime(as_of).slice(11)}</strong> newest ticker</li>`}</ul>
<div class="table-scroll${isLong(tickers.length) && " short"}" id="tickers" tabindex="0" role="group"
aria-label="Table of price evidence">
<table class="numbers evidence"><thead><tr><th scope="col" class="text">Exchange</th>
<th scope="col" class="text optional tablet">Pair</th><th scope="col">Price</th><th scope="col" class="optional">Deviation</th>
<th scope="col" class="optional">24h volume</th><th scope="col">Weight</th><th scope="col" class="text">Included</th>
</tr></thead>
<tbody>${tickers.map((ticker) => row(ticker, { published: current_price, largest, root }))}</tbody>
${
  included > 0 &&
  tickers.length === total &&
  (hidesBooks
    ? sumOfWeights(tickers, included)
    : html`<tfoot><tr>
<th scope="row" class="text">Sum of price × weight (${included} tickers)</th><td class="optional tablet"></td>
<td>${price(sum(tickers), "usd", current_price)}</td><td class="optional" colspan="2"></td><td colspan="2" class="text note">published:
${price(current_price)}</td></tr></tfoot>`)
}</table></div>
${showAllButton({ id: "tickers", rows: tickers.length, noun: "tickers" })}
${tickers.length < total && html`<p class="note after-table">Only ${tickers.length} of ${total} tickers are on this page; the JSON has all.</p>`}
${verifyPriceButton(coin)}`
}</section>`;
}

function row(
  {
    exchange,
    exchange_page: page,
    pair,
    price_usd,
    deviation_percentage: off,
    volume_24h_usd: volume,
    weight,
    included,
    reason,
  },
  { published, largest, root },
) {
  return html`<tr class="${included ? "in" : "out"}"><th scope="row" class="text">${
    page === null ? exchange : html`<a href="${root}${page}">${exchange}</a>`
  }<span class="sub phone">${pair}</span></th>
<td class="text optional tablet">${pair}</td><td>${price(price_usd, "usd", published)}</td>
<td class="optional">${off === null ? "–" : formatPercent(off, { signed: true })}</td>
<td class="optional">${money(volume)}</td><td>${included ? share(weight, largest) : "–"}</td>
<td class="text">${
    included
      ? html`<span class="yes" aria-hidden="true">✓</span>
yes`
      : html`<span aria-hidden="true">✕</span> ${reason ?? "no"}`
  }</td></tr>
`;
}

/** The number is the weight of the JSON; the text is in percent. */
function share(weight, largest) {
  const percent = weight * 100;
  return html`${bar(weight, largest)} <data value="${weight}"
title="${formatExact(percent)} %">${formatPercent(percent)}</data>`;
}

function sumOfWeights(tickers, included) {
  const total = tickers.reduce((so_far, { weight }) => so_far + weight, 0);
  return html`<tfoot><tr><th scope="row" class="text">Sum of weights (${included} tickers)</th>
<td class="optional tablet"></td><td></td><td class="optional" colspan="2"></td><td>${formatPercent(total * 100)}</td><td></td>
</tr></tfoot>`;
}

function sum(tickers) {
  const total = tickers.reduce(
    (so_far, { price_usd, weight, included }) => so_far + (included ? price_usd * weight : 0),
    0,
  );
  // Rounds like the API.
  return Number(total.toPrecision(12));
}
