import { field } from "../../public/js/answer-field.js";
import { coinName } from "../../public/js/coin-name.js";
import { formatCount, formatWhole } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";
import { isLong, showAllButton } from "../../public/js/show-all-view.js";

/** The page of a window with its gainers and losers. `windows`: the pages of all windows. */
export function moversPage({ id, title, criteria, gainers, losers, answer }, windows, root) {
  const isEmpty = gainers.length + losers.length === 0;
  return html`<h1>Gainers and losers</h1>
<p class="lead">The biggest price changes of ${title} among the top ${formatCount(criteria.coins)} coins with over
${formatWhole(criteria.minVolumeUsd)} of daily volume.</p>
<nav class="windows" aria-label="Time window"><ul>${windows.map(
    (window) =>
      html`<li><a class="button" href="${root}${window.path}"${
        window.id === id &&
        html`
aria-current="page"`
      }>${window.title}</a></li>`,
  )}</ul></nav>
${
  isEmpty
    ? html`<p class="note windows-empty">No changes over ${title} yet.</p>`
    : html`<p class="note phone"><a href="#losers">Skip to the losers</a></p>
<div class="movers-lists" data-answer="${answer}" data-form="rows">
${list(id, "Gainers", gainers, root)}${list(id, "Losers", losers, root)}</div>
<p class="note in-usd">Ranked by USD change. Prices, volumes and changes are in the chosen currency.</p>
<p class="note after-table">Stablecoins, wrapped coins and stale prices are left out.
<a href="${root}market/?order=${id === "30d" ? "rank" : id}">All coins in the market
table</a> · ${
        id === "24h"
          ? html`<a href="${root}api/trending.json">These lists as JSON</a>`
          : html`<a href="${root}api/${answer}.json">Coins and changes as JSON</a>`
      }</p>`
}`;
}

function list(window, title, coins, root) {
  const id = title.toLowerCase();
  const rowsId = `${id}-rows`;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${
    coins.length === 0
      ? html`<p class="note">None</p>`
      : html`<div class="table-scroll${isLong(coins.length) && " short phones"}" id="${rowsId}" tabindex="0" role="group"
aria-labelledby="${id}">
<table class="numbers listing"><thead><tr><th scope="col" class="rank">#</th><th scope="col" class="text">Coin</th>
<th scope="col">Price</th><th scope="col">${window}</th><th scope="col" class="optional tablet">24h volume</th></tr></thead>
<tbody>${coins.map(
          (coin, at) =>
            html`<tr data-row="${coin.id}"><td class="rank">${at + 1}</td>
<th scope="row" class="text">${coinName(coin, root)}</th><td class="price">${field("current_price", coin)}</td>
<td>${field(`price_change_percentage_${window}`, coin)}</td><td class="optional tablet">${field("total_volume", coin)}</td>
</tr>
`,
        )}</tbody></table></div>
${showAllButton({ id: rowsId, rows: coins.length, noun: id })}`
  }</section>`;
}
