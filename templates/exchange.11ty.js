import { formatCount, formatPercent } from "../public/js/format.js";
import { html } from "../public/js/html.js";
import { age } from "../public/js/moment.js";
import { money, price, unknown } from "../public/js/number.js";
import { coinPath, externalLink, rootOf } from "./components/link.js";
import { hasScores, scorecardCards } from "./components/scorecard.js";

/** A page per polled exchange. */
export const data = {
  layout: "base.11ty.js",
  pagination: { data: "shared.data.exchangePages", size: 1, alias: "exchange", addAllPagesToCollections: true },
  permalink: ({ exchange }) => exchange.file,
  styles: ["coin.css", "data.css"],
  scripts: ["age.js"],
  eleventyComputed: {
    title: ({ exchange }) => exchange && `${exchange.name} order books`,
    description: ({ exchange }) =>
      exchange &&
      (exchange.hidesBooks
        ? `${exchange.name}: volume, number of spot pairs, trust and status.`
        : `${exchange.name}: ${exchange.total} spot pairs with price, volume and spread, and which of them make the published prices.`),
  },
};

const STATES = { ok: "Current", stale: "Stale", unavailable: "No response" };

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
<p class="note">${exchange.share === null ? "" : `${formatPercent(exchange.share)} of the listed exchanges`}</p>
</article>
<article class="card"><h2 class="card-title">Order books</h2><p class="figure">${formatCount(exchange.total)}</p>
<p class="note">${formatCount(exchange.coins)} coins</p></article>
${
  exchange.included !== null &&
  html`<article class="card"><h2 class="card-title">Used for prices</h2>
<p class="figure">${formatCount(exchange.included)}</p><p class="note">of ${formatCount(exchange.total)} order books</p>
</article>`
}
<article class="card"><h2 class="card-title">Trust</h2><p class="figure">${
    exchange.votes ? exchange.trust.toFixed(1) : "–"
  }</p><p class="note"><a href="${root}docs/methodology/#price">from 0 to 1: its effect on prices</a></p></article>
<article class="card"><h2 class="card-title">Status</h2><p class="figure">${STATES[exchange.status]}</p>
<p class="note">${exchange.last_updated !== null && age(exchange.last_updated)}</p></article>
</section>
<section aria-labelledby="scores"><h2 id="scores">Last 30 days</h2>
${
  hasScores(exchange)
    ? html`<p class="before-table">How well the exchange answered, and how close its prices were. The numbers do not change its
trust. 1 bp is 0.01 %.</p>
${scorecardCards(exchange)}`
    : html`<p class="note">How well the exchange answers, and how close its prices are, appears from the second day of a site.</p>`
}</section>
${books(exchange, root)}
`);
}

function books({ tickers, total, json, hidesBooks }, root) {
  if (hidesBooks) return html`<p class="lead">This site publishes no prices and volumes of single order books.</p>`;
  if (total === 0) return html`<p class="lead">No order book was read yet.</p>`;
  return html`<section aria-labelledby="books"><div class="section-head">
<h2 id="books">Order books</h2><a href="${root}${json}">View JSON</a></div>
<p class="before-table">The largest volume first, in USD. The last column says why a book is not used.</p>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="books"><table class="numbers evidence"><thead><tr>
<th scope="col" class="text">Pair</th><th scope="col" class="text optional tablet">Coin</th><th scope="col">Price</th>
<th scope="col">24h volume</th><th scope="col" class="optional tablet">Spread</th><th scope="col" class="text">Used</th></tr>
</thead>
<tbody>${tickers.map((ticker) => row(ticker, root))}</tbody></table></div>
${
  tickers.length < total &&
  html`<p class="note after-table">${tickers.length} of ${formatCount(total)} order books: the largest,
and the largest of those that are not used. The JSON has all.</p>`
}</section>`;
}

function row({ pair, coin, price_usd, volume_24h_usd: volume, spread_percentage: spread, included, reason }, root) {
  const link = coin === null ? unknown() : coin.name;
  return html`<tr class="${included ? "in" : "out"}"><th scope="row" class="text">${
    coin === null ? pair : html`<a href="${root}${coinPath(coin)}">${breakPair(pair)}</a>`
  }</th><td class="text optional tablet">${link}</td>
<td>${price(price_usd)}</td><td>${money(volume)}</td><td class="optional tablet">${
    spread === null ? unknown() : formatPercent(spread)
  }</td><td class="text">${
    included
      ? html`<span class="yes" aria-hidden="true">✓</span>
yes`
      : html`<span aria-hidden="true">✕</span> ${reason ?? "no"}`
  }</td></tr>
`;
}

/** `BTC/USD`, on phones over two lines if it is long. */
function breakPair(pair) {
  const [base, quote] = pair.split("/");
  return quote === undefined ? pair : html`${base}/<wbr>${quote}`;
}
