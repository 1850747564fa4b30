import { formatCount } from "../public/js/format.js";
import { html } from "../public/js/html.js";
import { MARKET } from "../public/js/market-view.js";
import { rootOf } from "./components/link.js";
import { tableSection } from "./components/table.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "market/index.html",
  title: "Market",
  description:
    "All coins by market cap with price, changes, volume and number of exchanges. Search, filter, sort or download.",
  words: "coins list ranking screener",
  styles: ["table.css"],
  scripts: ["market.js"],
  money: true,
  prices: true,
};

export function render({ page, shared }) {
  const { market } = shared.data;
  const root = rootOf(page.url, shared.data.site.baseUrl);
  return String(html`
<div class="section-head"><h1 id="market">Market</h1>${
    market.total > 0 &&
    html`<p class="note">All coins in <span data-quoted-unit>USD</span>:
<a href="${root}api/coins.csv" data-quoted>CSV</a> · <a href="${root}api/coins/limit/all.json" data-quoted>JSON</a></p>`
  }</div>
<p class="lead">${formatCount(market.total)} coins by market cap. Click a coin to see the exchanges behind its
price.</p>
${market.total === 0 ? html`<p>No source has answered yet.</p>` : list(market, root)}
`);
}

function list({ coins, total, pageLength }, root) {
  const rest = html`the <a href="${root}api/coins.csv">CSV</a> and in the <a href="${root}${MARKET.answer}">JSON</a>`;
  const facts = { line: (coin) => coin.sparkline };
  return html`${tableSection(MARKET, { root, data: coins, total, pageLength, facts, labelledBy: "market", rest })}
<p class="note after-table">Volumes are sums over the polled exchanges, or a reference source's if none of them trades
the coin.</p>`;
}
