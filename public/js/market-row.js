import { coinName } from "./coin-name.js";
import { html } from "./html.js";
import { change, coinPrice, money } from "./number.js";
import { sparkline } from "./sparkline.js";

/** One row of the market, the same from the build and in the browser. `line`: prices of 7 days, absent until they are loaded. */
export function marketRow(coin, root, line) {
  return html`<tr><td class="rank">${coin.market_cap_rank ?? "–"}</td><th scope="row" class="text">${coinName(coin, root)}</th><td class="price">${coinPrice(coin)}</td><td class="optional">${change(coin.price_change_percentage_1h)}</td><td>${change(coin.price_change_percentage_24h)}</td><td class="optional">${change(coin.price_change_percentage_7d)}</td><td class="optional">${money(coin.market_cap)}</td><td class="optional">${money(coin.total_volume)}</td><td class="optional">${venues(coin)}</td><td class="spark">${line && sparkline(line)}</td></tr>
`;
}

/** How many exchanges a price rests on, or in a word why none does. */
function venues({ current_price, price_source, exchanges }) {
  if (current_price === null) return html`<span class="unknown" title="no price is known">–</span>`;
  if (price_source === "reference")
    return html`<span class="tag" title="the price of a reference source">reference</span>`;
  if (price_source === "stale") return html`<span class="unknown" title="no exchange has a new price">–</span>`;
  return html`<span title="the price rests on ${exchanges} ${exchanges === 1 ? "exchange" : "exchanges"}">${exchanges}</span>`;
}
