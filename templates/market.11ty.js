import { formatCount } from "../public/js/format.js";
import { marketRow } from "../public/js/market-row.js";
import { FILTERS, ORDERS } from "../public/js/market-view.js";
import { html } from "./components/html.js";
import { rootOf } from "./components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "market/index.html",
  title: "Market",
  description:
    "Every coin by market cap, with its price, changes, volume and how many exchanges the price rests on. Search, filter and sort it, or take it as a file.",
  styles: ["market.css"],
  scripts: ["market.js"],
};

export function render({ page, shared }) {
  const { market } = shared.data;
  const root = rootOf(page.url, shared.data.site.baseUrl);
  return String(html`
<div class="section-head"><h1 id="market">Market</h1>${market.total > 0 && html`<p class="note">The whole list: <a href="${root}api/coins.csv">CSV</a> · <a href="${root}api/coins/limit/all.json">JSON</a></p>`}</div>
<p class="lead">${formatCount(market.total)} coins by market cap. Each price leads to the exchanges behind it.</p>
${market.total === 0 ? html`<p>No source has answered yet.</p>` : list(market, root)}
`);
}

function list({ coins, total, pageLength }, root) {
  return html`${tools()}
<p class="market-status" data-market-status role="status">1–${formatCount(coins.length)} of ${formatCount(total)} coins</p>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="market"><table class="numbers market" data-market data-root="${root}" data-total="${total}" data-page-length="${pageLength}" aria-busy="false"><caption class="visually-hidden">Coins with price, changes, market cap, volume and exchanges</caption>
<thead><tr>${head("rank", "#", "rank")}${head("name", "Coin", "text")}${head("price", "Price")}${head("1h", "1 h", "optional")}${head("24h", "24 h")}${head("7d", "7 d", "optional")}${head("cap", "Market cap", "optional")}${head("volume", "Volume, 24 h", "optional")}${head("exchanges", "Exchanges", "optional")}<th scope="col" class="spark">7 days</th></tr></thead>
<tbody>${coins.map((coin) => marketRow(coin, root, coin.sparkline))}</tbody></table></div>
<nav class="pager" aria-label="Pages of the list" data-pager${total <= pageLength && html` hidden`}><button type="button" class="button" data-previous disabled>Previous</button><span data-page-of>Page 1 of ${Math.ceil(total / pageLength)}</span><button type="button" class="button" data-next>Next</button></nav>
${total > pageLength && html`<noscript><p class="note">These are the first ${pageLength}. Without JavaScript, the others are in the <a href="${root}api/coins.csv">CSV</a> and in the <a href="${root}api/coins/limit/all.json">JSON</a>.</p></noscript>`}`;
}

function head(order, title, kind) {
  return html`<th scope="col"${kind !== undefined && html` class="${kind}"`} data-order="${order}"${order === "rank" && html` aria-sort="ascending"`}>${title}</th>`;
}

/** Shown only where they work. */
function tools() {
  return html`<form class="market-tools" role="search" aria-label="The market" data-market-tools>
<label class="field grow"><span>Search</span><input type="search" name="search" maxlength="64" placeholder="Name or symbol" autocomplete="off" spellcheck="false"></label>
${Object.entries(FILTERS).map(([name, { title, choices }]) => html`<label class="field"><span>${title}</span><select name="${name}">${Object.entries(choices).map(([value, [text]]) => html`<option value="${value}">${text}</option>`)}</select></label>`)}
<label class="field"><span>Order</span><select name="order">${Object.entries(ORDERS).flatMap(([order, { title, descending }]) => [descending, !descending].map((down) => html`<option value="${order} ${down ? "down" : "up"}">${title} ${down ? "↓" : "↑"}</option>`))}</select></label>
<button type="button" name="reset" class="button" hidden>Show all</button>
</form>`;
}
