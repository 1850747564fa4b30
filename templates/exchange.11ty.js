import { formatCount, formatPercent, plural } from "../public/js/format.js";
import { html, jsonScript } from "../public/js/html.js";
import { age } from "../public/js/moment.js";
import { money } from "../public/js/number.js";
import { PAIRS } from "../public/js/pair-view.js";
import { externalLink, rootOf } from "./components/link.js";
import { hasScores, scorecardCards } from "./components/scorecard.js";
import { tableSection } from "./components/table.js";

/** A page per polled exchange. */
export const data = {
  layout: "base.11ty.js",
  pagination: { data: "shared.data.exchangePages", size: 1, alias: "exchange", addAllPagesToCollections: true },
  permalink: ({ exchange }) => exchange.file,
  styles: ["table.css", "coin.css", "data.css"],
  scripts: ["exchange.js"],
  eleventyComputed: {
    title: ({ exchange }) => exchange && `${exchange.name} pairs`,
    description: ({ exchange }) =>
      exchange &&
      (exchange.hidesBooks
        ? `${exchange.name}: volume, number of spot pairs, trust and status.`
        : `${exchange.name}: ${exchange.total} spot pairs with price, volume and spread, and which of them make the published prices.`),
  },
};

/** Rows of the page; the script loads the others. */
const PAIRS_LENGTH = 50;
const STATES = { ok: "Up", stale: "Stale", unavailable: "Down" };

export function render({ page, shared, exchange }) {
  const root = rootOf(page.url, shared.data.site.baseUrl);
  const { name, country, year_established: year, url, terms } = exchange;
  const place = [country, year !== null && `since ${year}`].filter(Boolean).join(", ");
  return String(html`
<nav class="crumbs" aria-label="Breadcrumb"><a href="${root}exchanges/">Exchanges</a> <span aria-hidden="true">/</span>
${name}</nav>
<h1>${name}</h1>
<p class="coin-source">${place !== "" && html`${place} · `}${externalLink(url, "Website")}${
    terms !== null &&
    html` ·
${externalLink(terms.url, terms.license)}`
  }</p>
<section class="cards figures" aria-label="Key figures">
<article class="card"><h2 class="card-title">24h volume</h2><p class="figure">${money(exchange.volume_24h_usd)}</p>
<p class="note">${describeVolume(exchange)}</p></article>
${
  exchange.total > 0 &&
  html`<article class="card"><h2 class="card-title">Pairs</h2><p class="figure">${formatCount(exchange.total)}</p>
<p class="note">${formatCount(exchange.coins)} coins</p></article>`
}
${
  exchange.total > 0 &&
  exchange.included !== null &&
  html`<article class="card"><h2 class="card-title">Used for prices</h2>
<p class="figure">${formatCount(exchange.included)}</p><p class="note">of ${formatCount(exchange.total)} pairs${
    exchange.priced_alone > 0 && html`; the only exchange in the price of ${plural(exchange.priced_alone, "coin")}`
  }</p>
</article>`
}
<article class="card"><h2 class="card-title">Trust</h2><p class="figure">${
    exchange.votes ? exchange.trust.toFixed(1) : "–"
  }</p><p class="note"><a href="${root}docs/methodology/#price">from 0 to 1: its effect on prices</a></p></article>
<article class="card"><h2 class="card-title">Status</h2><p class="figure">${STATES[exchange.status]}</p>
<p class="note">last answer ${age(exchange.answered_at)}</p></article>
</section>
${scores(exchange)}
${pairs(exchange, root)}
`);
}

function describeVolume({ share, reported_by: source }) {
  return [
    share !== null && `${formatPercent(share)} of the listed exchanges`,
    source !== null && `reported by ${source}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Nothing on the first day of a site. */
function scores(exchange) {
  if (!hasScores(exchange)) return "";
  return html`<section aria-labelledby="scores"><h2 id="scores">Last 30 days</h2>
<p class="before-table">How well the exchange answered, and how close its prices were. The numbers do not change its
trust. 1 bp is 0.01 %.</p>
${scorecardCards(exchange)}</section>`;
}

function pairs({ id, name, tickers, coinPages: coins, reasons, total, json, hidesBooks }, root) {
  if (hidesBooks) return html`<p class="lead">This site publishes no prices and volumes of single pairs.</p>`;
  if (total === 0) return html`<p class="lead">No pair of ${name} has been read yet.</p>`;
  const options = { reason: reasons.map(([reason, count]) => [reason, `${reason} (${count})`]) };
  return html`<section aria-labelledby="pairs"><div class="section-head">
<h2 id="pairs">Pairs</h2><a href="${root}${json}">View JSON</a></div>
<p>Each pair is used for the published price of its coin, or has a reason why not. Prices and volumes are in USD.</p>
${tableSection(
  { ...PAIRS, answer: json },
  { root, data: { tickers }, facts: { coins }, total, pageLength: PAIRS_LENGTH, options, labelledBy: "pairs" },
)}
<script type="application/json" id="page-facts">${jsonScript({ name: `${id}-pairs`, answer: json, coins })}</script>
</section>`;
}
