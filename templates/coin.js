import { field } from "../public/js/answer-field.js";
import { formatMoney, formatPrice } from "../public/js/format.js";
import { html } from "../public/js/html.js";
import { age } from "../public/js/moment.js";
import { coinConverter } from "./components/coin-converter.js";
import { coinData } from "./components/coin-data.js";
import { coinEvidence } from "./components/coin-evidence.js";
import { coinStatistics } from "./components/coin-statistics.js";
import { coinPath, externalLink, isWebUrl, rootOf } from "./components/link.js";
import { priceChart } from "./components/price-chart.js";

/** What the layout reads besides the content. */
export function describePage(coin) {
  return {
    title: `${coin.name} (${coin.symbol}) price and evidence`,
    description: describe(coin),
    image: coin.image,
    styles: ["table.css", "coin.css", "chart.css", "vendor/uplot.css"],
    money: true,
    scripts: ["age.js", "coin.js"],
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
  return String(html`
<div data-answer="${coin.path.replace(/\.json$/, "")}">
<nav class="crumbs" aria-label="Breadcrumb"><a href="${root}market/">Market</a> <span aria-hidden="true">/</span>
${coin.name}</nav>
<div class="coin-head">
<div><h1>${coin.name} <span class="coin-symbol">${coin.symbol}</span></h1>
<p class="coin-facts">${
    coin.market_cap_rank !== null &&
    html`<span class="tag">Rank ${coin.market_cap_rank}</span>
`
  }${
    coin.provisional &&
    html`<span class="tag"
title="Listed by a fallback reference only. The id may change.">Provisional</span>
`
  }${coin.categories.slice(0, 4).map((name) => html`<span class="tag">${name}</span> `)}</p></div>
<div class="coin-price"><p class="figure">${field("current_price", coin)}</p>
<p>${field("price_change_percentage_24h", coin)} <span class="note">24h</span></p>
${
  coin.price_low !== null &&
  html`<p class="note"><a href="${root}docs/methodology/#interval">${field("price_interval", coin)}</a></p>`
}</div>
</div>
<p class="coin-source"><a href="#evidence">${source(coin)}</a>${
    coin.last_updated !== null &&
    html`<span> ·
${age(coin.last_updated)}</span>`
  }</p>
${priceChart(coin, root)}
${coinStatistics(coin)}
${coinConverter(coin, { site: shared.data.site, root })}
${coinEvidence(coin, root)}
${sameSymbol(coin, root)}
${about(coin)}
${coinData(coin, root)}
</div>
`);
}

function describe({ name, symbol, current_price, market_cap, evidence }) {
  if (current_price === null) return `${name} (${symbol}): facts and links. No price at present.`;
  const cap = market_cap === null ? "" : `, market cap ${formatMoney(market_cap)}`;
  return `${name} price ${formatPrice(current_price)}${cap}. Computed from ${evidence.included} of ${evidence.total} tickers: each with its weight or the reason for its exclusion.`;
}

/** The source of the price in a few words. */
function source({ current_price, exchanges, price_source, evidence, references }) {
  if (current_price === null) return "No price";
  if (evidence.method === "reference") {
    const kind = price_source === "stale" ? "Stale reference price" : "Reference price";
    return `${kind}${references.length > 0 ? ` from ${references.join(", ")}` : ""}`;
  }
  if (price_source === "stale") return "Last known good price";
  return `From ${exchanges} ${
    exchanges === 1 ? "exchange" : "exchanges"
  }, ${evidence.included} ${evidence.included === 1 ? "ticker" : "tickers"}`;
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

function about({ name, links, platforms, genesis_date, categories }) {
  const known = LINKS.filter(([key]) => isWebUrl(links[key]));
  const contracts = Object.entries(platforms);
  if (known.length + contracts.length + categories.length === 0 && genesis_date === null) return "";
  return html`<section aria-labelledby="about"><h2 id="about">About ${name}</h2>
<dl class="facts-list">
${
  known.length > 0 &&
  html`<div><dt>Links</dt><dd><ul class="inline">
${known.map(([key, title]) => html`<li>${externalLink(links[key], title)}</li>`)}</ul></dd></div>`
}
${categories.length > 0 && html`<div><dt>Categories</dt><dd>${categories.join(", ")}</dd></div>`}
${genesis_date !== null && html`<div><dt>First block</dt><dd>${genesis_date}</dd></div>`}
${contracts.slice(0, 12).map(
  ([chain, address]) => html`<div><dt>Contract on ${chain}</dt>
<dd><code>${address}</code></dd></div>`,
)}
</dl></section>`;
}
