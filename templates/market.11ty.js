import { formatCount } from "../public/js/format.js";
import { html } from "../public/js/html.js";
import { MARKET, marketRow } from "../public/js/market-view.js";
import { rootOf } from "./components/link.js";
import { orderHead, tableAttributes, tablePager, tableStatus, tableTools } from "./components/table.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "market/index.html",
  title: "Market",
  description:
    "All coins by market cap with price, changes, volume and number of exchanges. Search, filter, sort or download.",
  styles: ["table.css"],
  scripts: ["market.js"],
};

export function render({ page, shared }) {
  const { market } = shared.data;
  const root = rootOf(page.url, shared.data.site.baseUrl);
  return String(html`
<div class="section-head"><h1 id="market">Market</h1>${market.total > 0 && html`<p class="note">Download: <a href="${root}api/coins.csv">CSV</a> · <a href="${root}api/coins/limit/all.json">JSON</a></p>`}</div>
<p class="lead">${formatCount(market.total)} coins by market cap. Click a coin to see the exchanges behind its price.</p>
${market.total === 0 ? html`<p>No source has answered yet.</p>` : list(market, root)}
`);
}

function list({ coins, total, pageLength }, root) {
  return html`${tableTools(MARKET, { label: "Coins", placeholder: "Name or symbol" })}
${tableStatus(coins.length, total, "coins")}
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="market"><table class="numbers listing market" ${tableAttributes({ root, total, pageLength })}><caption class="visually-hidden">Coins with price, changes, market cap, volume and exchanges</caption>
<thead><tr>${head("rank", "#", "rank")}${head("name", "Coin", "text")}${head("price", "Price")}${head("1h", "1h", "optional")}${head("24h", "24h")}${head("7d", "7d", "optional")}${head("cap", "Market cap", "optional")}${head("volume", "24h volume", "optional")}${head("exchanges", "Exchanges", "optional")}<th scope="col" class="spark">Last 7 days</th></tr></thead>
<tbody data-table-rows>${coins.map((coin) => marketRow(coin, root, coin.sparkline))}</tbody></table></div>
${tablePager({ total, pageLength }, html`the <a href="${root}api/coins.csv">CSV</a> and in the <a href="${root}api/coins/limit/all.json">JSON</a>`)}
<p class="note after-table">Volumes are sums over the polled exchanges, or a reference source's if none of them trades the coin.</p>`;
}

const head = (order, title, kind) => orderHead(MARKET, order, title, kind);
