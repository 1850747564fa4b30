import { field, usdMoney } from "../public/js/answer-field.js";
import { coinName } from "../public/js/coin-name.js";
import { formatCount, formatPercent } from "../public/js/format.js";
import { html } from "../public/js/html.js";
import { change } from "../public/js/number.js";
import { sparkline } from "../public/js/sparkline.js";
import { gauge } from "./components/gauge.js";
import { rootOf } from "./components/link.js";
import { terminal } from "./components/terminal.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "index.html",
  title: "free crypto market data as plain files",
  scripts: ["try-home.js"],
  money: true,
  prices: true,
};

export function render({ page, shared }) {
  const { home, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<section class="hero">
<div class="hero-text">
<h1>Free crypto market data, as plain files.</h1>
<p class="lead">Prices you can verify${home.counts.exchanges > 0 && `, from ${formatCount(home.counts.exchanges)} exchanges`}.
No key, no account, no rate limits.</p>
<ul class="facts">
<li><strong>${formatCount(home.counts.coins)}</strong> coins</li>
<li><strong>${formatCount(home.counts.exchanges)}</strong> exchanges polled</li>
<li><strong>${formatCount(home.counts.tickers)}</strong> tickers used</li>
<li><strong>${formatCount(home.counts.archives)}</strong> CSV archives</li>
</ul>
<p class="actions"><a class="button primary" href="${root}docs/quick-start/">Quick start</a>
<a class="button" href="${root}docs/fork/">Publish your own copy</a></p>
</div>
${terminal(home, site, root)}
</section>
${home.global !== null && glance(home, root)}
${home.top.length > 0 && topCoins(home.top, root)}
${home.gainers.length + home.losers.length > 0 && movers(home, root)}
${whereNext(home, site, root)}
`);
}

function glance({ global, totalsOf, tvlHistory, tvlAbsence }, root) {
  const counted = totalsOf === null ? "sum of the listed coins" : `all coins on ${totalsOf}`;
  const shares = Object.entries(global.market_cap_percentage).slice(0, 3);
  const others = 100 - shares.reduce((sum, [, share]) => sum + share, 0);
  return html`<section aria-labelledby="glance"><h2 id="glance">Market overview</h2>
<div class="cards overview" data-answer="global" data-form="global">
<article class="card"><h3><a href="${root}global/">Market cap</a></h3>
<p class="figure">${field("total_market_cap", global)}</p>
<p class="note">${change(global.market_cap_change_percentage_24h_usd)} <span>in 24h
<span class="in-usd">(USD)</span></span></p><p class="note">${counted}</p></article>
<article class="card"><h3><a href="${root}global/volume/">24h volume</a></h3>
<p class="figure">${field("market_volume", global)}</p>
<p class="note">${change(global.volume_change_percentage_24h_usd)} <span>in 24h
<span class="in-usd">(USD)</span></span></p><p class="note">${counted}</p></article>
<article class="card"><h3><a href="${root}global/bitcoin-dominance/">Dominance</a></h3>
${shareBar([...shares, ["others", others]])}</article>
<article class="card card-gauge"><h3><a href="${root}fear-greed/">Fear &amp; Greed</a></h3>${
    global.fear_greed === null
      ? html`<p class="note">No data yet</p>`
      : html`${gauge(global.fear_greed)}<p class="note">${global.fear_greed.value_classification}</p>`
  }</article>
<article class="card"><h3><a href="${root}defi/">DeFi TVL</a></h3>${
    tvlAbsence !== null
      ? html`<p class="note">${tvlAbsence}</p>`
      : html`<p class="figure">${usdMoney(global.defi.total_tvl_usd)}</p><div class="note">
${sparkline(tvlHistory, { width: 150, height: 34, label: "30 days" })} <span>30 days
<span class="in-usd">(USD)</span></span></div>`
  }</article>
</div></section>`;
}

/** A bar of shares with a legend. Widths are attributes: the policy forbids inline styles. */
function shareBar(shares) {
  let from = 0;
  const parts = shares.map(([, share], at) => {
    const x = from;
    from += share;
    return html`<rect class="share-${at}" x="${x.toFixed(2)}" width="${Math.max(0, share - 0.6).toFixed(
      2,
    )}" height="8"/>`;
  });
  return html`<svg class="share-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>
<ul class="share-list">${shares.map(
    ([symbol, share], at) =>
      html`<li><span class="swatch share-${at}" aria-hidden="true"></span>${
        at === shares.length - 1 ? "Others" : symbol.toUpperCase()
      } <span class="share">${formatPercent(share, { decimals: 1 })}</span></li>`,
  )}</ul>`;
}

function topCoins(coins, root) {
  return html`<section aria-labelledby="top"><div class="section-head">
<h2 id="top">Largest coins</h2><a href="${root}market/">All coins</a></div>
<div class="table-scroll" tabindex="0" role="group" aria-label="Table of the largest coins"><table class="numbers">
<thead><tr><th scope="col" class="rank">#</th><th scope="col" class="text">Coin</th><th scope="col">Price<span class="sub phone">Market cap</span></th>
<th scope="col" class="optional">1h</th><th scope="col">24h</th><th scope="col" class="optional">7d</th>
<th scope="col" class="optional tablet">Market cap</th><th scope="col" class="optional">24h volume</th>
<th scope="col" class="spark">Last 7 days</th></tr></thead>
<tbody data-answer="coins/limit/10" data-form="rows">${coins.map(
    (coin) => html`<tr data-row="${coin.id}"><td class="rank">${coin.market_cap_rank ?? "–"}</td>
<th scope="row" class="text">${coinName(coin, root)}</th><td class="price">${field("current_price", coin)}<span class="sub phone">${field("market_cap", coin)}</span></td>
<td class="optional">${field("price_change_percentage_1h", coin)}</td>
<td>${field("price_change_percentage_24h", coin)}</td><td class="optional">${field(
      "price_change_percentage_7d",
      coin,
    )}</td><td class="optional tablet">${field("market_cap", coin)}</td>
<td class="optional">${field("total_volume", coin)}</td>
<td class="spark" data-answer="${coin.path.replace(/^coins\/(.*)\.json$/, "sparklines/$1")}"
data-form="sparklines">${field("sparkline", [coin.sparkline, coin.price_change_percentage_7d])}</td></tr>
`,
  )}</tbody></table></div></section>`;
}

function movers({ gainers, losers }, root) {
  const list = (id, title, coins) =>
    html`<article class="card"><h3 id="${id}">${title}</h3>${
      coins.length === 0
        ? html`<p class="note">None</p>`
        : html`<ol class="movers" data-answer="trending" data-form="trending">${coins.map(
            (coin) =>
              html`<li data-row="${coin.id}">${coinName(coin, root)}<span class="mover-price">${field(
                "current_price",
                coin,
              )}</span>${field("price_change_percentage_24h", coin)}</li>`,
          )}</ol>`
    }</article>`;
  return html`<section aria-labelledby="movers"><div class="section-head">
<h2 id="movers">24h movers</h2><a href="${root}movers/">More gainers and losers</a></div>
<div class="cards halves">${list("gainers", "Gainers", gainers)}${list("losers", "Losers", losers)}</div></section>`;
}

function whereNext({ counts }, { sources }, root) {
  const entries = [
    ["docs/quick-start/", "Quick start", "Three minutes: a price, a list, a history as CSV, a past price."],
    ["docs/api/", "API reference", `${counts.endpoints} endpoints as files with predictable names.`],
    ["docs/use/google-sheets/", "Spreadsheets", "One cell for a price, or one CSV of the whole market."],
    ["archives/", "Historical data", "CSV archives with checksums, gaps and column descriptions."],
    ["status/", "Data quality", `${sources.length} sources with age, licence and rejected records.`],
    ["api/openapi.json", "Client generation", "OpenAPI 3.1 and a JSON Schema for every response."],
  ];
  return html`<section aria-labelledby="next"><h2 id="next">Next steps</h2>
<ul class="cards thirds">${entries.map(
    ([path, title, text]) =>
      html`<li class="card link-card"><h3><a href="${root}${path}">${title}</a></h3><p>${text}</p></li>`,
  )}</ul></section>`;
}
