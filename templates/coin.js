import { COIN_PARTS, describeSource } from "../public/js/coin-parts.js";
import { formatMoney, formatPrice, formatTime } from "../public/js/format.js";
import { html } from "../public/js/html.js";
import { coinConverter } from "./components/coin-converter.js";
import { coinData } from "./components/coin-data.js";
import { getData } from "./components/get-data.js";
import { coinPath, externalLink, isWebUrl, rootOf } from "./components/link.js";
import { DRAWN, priceChart } from "./components/price-chart.js";

/** What the layout reads besides the content. `picture`: the name of a coin's own link preview. */
export function describePage(coin, picture) {
  return {
    title: `${coin.name} (${coin.symbol}) price and evidence`,
    description: describe(coin),
    image: coin.picture === undefined ? undefined : picture,
    styles: ["table.css", "coin.css", "chart.css", "vendor/uplot.css"],
    money: true,
    prices: true,
    scripts: ["age.js", "coin.js", "coin-now.js", "verify-price.js", "show-all.js"],
    freshnessOf: () => coin.freshness,
  };
}

const LINKS = [
  ["homepage", "Website"],
  ["explorer", "Explorer"],
  ["source_code", "Source code"],
  ["whitepaper", "White paper"],
  ["twitter", "X"],
  ["reddit", "Reddit"],
];

export function render({ page, shared, coin }) {
  const root = rootOf(page.url, shared.data.site.baseUrl);
  const part = (name) => html`<div data-part="${name}">${COIN_PARTS[name](coin, root)}</div>`;
  return String(html`
<div data-answer="${coin.path.replace(/\.json$/, "")}" data-form="coin" data-hour="${coin.freshness.sparkline_7d.to}" data-site="${JSON.stringify(coin.context)}">
<nav class="crumbs" aria-label="Breadcrumb"><a href="${root}market/">Market</a> <span aria-hidden="true">/</span>
${coin.name}</nav>
<div class="coin-head">
${part("title")}
${part("price")}
</div>
${part("source")}
<p class="note hourly" data-hourly>Numbers of ${formatTime(coin.freshness.updated_at)}: this page is rendered at most once an
hour. The <a href="${root}api/${coin.path}">JSON</a> has the current numbers.</p>
<div class="coin-columns">
${priceChart(coin, root, getData(coin, coin.history[DRAWN], { site: shared.data.site, root }))}
${part("statistics")}
</div>
${coinConverter(coin, { site: shared.data.site, root })}
${part("evidence")}
${sameSymbol(coin, root)}
${about(coin, root)}
${coinData(coin, root)}
</div>
`);
}

function describe(coin) {
  const { name, symbol, current_price, market_cap, price_source, evidence } = coin;
  if (current_price === null) return `${name} (${symbol}): facts and links. No price at present.`;
  const cap = market_cap === null ? "" : `, market cap ${formatMoney(market_cap)}`;
  const source =
    price_source === "aggregated"
      ? `Computed from ${evidence.included} of ${evidence.total} tickers: each with its weight or the reason for its exclusion`
      : describeSource(coin);
  return `${name} price ${formatPrice(current_price)}${cap}. ${source}.`;
}

function sameSymbol({ symbol, same_symbol: others }, root) {
  if (others.length === 0) return "";
  return html`<section aria-labelledby="same-symbol"><h2 id="same-symbol">Other coins named ${symbol}</h2>
<p class="note">Symbols are not unique, and a symbol may equal the id of another coin.
The price above does not include these coins.</p>
<ul class="others">${others.map(
    (other) => html`<li><a href="${root}${coinPath(other)}">${other.name}</a>
<span class="note">${other.market_cap_rank === null ? "unranked" : html`rank ${other.market_cap_rank}`},
<code>${other.id}</code></span></li>`,
  )}</ul></section>`;
}

function about({ name, links, platforms, genesis_date, categories, known_as }, root) {
  const known = LINKS.filter(([key]) => isWebUrl(links[key]));
  const contracts = Object.entries(platforms);
  const names = [...known_as.lists, ...known_as.codes];
  if (known.length + contracts.length + categories.length + names.length === 0 && genesis_date === null) return "";
  return html`<section aria-labelledby="about"><h2 id="about">About ${name}</h2>
<dl class="facts-list">
${
  known.length > 0 &&
  html`<div><dt>Links</dt><dd><ul class="inline">
${known.map(([key, title]) => html`<li>${externalLink(links[key], title)}</li>`)}</ul></dd></div>`
}
${categories.length > 0 && html`<div><dt>Categories</dt><dd>${categories.join(", ")}</dd></div>`}
${genesis_date !== null && html`<div><dt>First block</dt><dd>${genesis_date}</dd></div>`}
${names.length > 0 && html`<div><dt><a href="${root}ids/">Known as</a></dt><dd>${knownAs(known_as)}</dd></div>`}
${contracts.slice(0, 12).map(
  ([chain, address]) => html`<div><dt>Contract on ${chain}</dt>
<dd><code>${address}</code></dd></div>`,
)}
</dl></section>`;
}

/** Ids at lists, then codes with the number of exchanges that use them. */
function knownAs({ lists, codes }) {
  return html`<ul class="inline">${lists.map(
    ({ place, name }) => html`<li><code>${name}</code> <span class="note">${place}</span></li>`,
  )}${codes.map(
    ({ name, places }) =>
      html`<li><code>${name}</code> <span class="note" title="${places.join(", ")}">${
        places.length === 1 ? places[0] : `${places.length} exchanges`
      }</span></li>`,
  )}</ul>`;
}
