import { html } from "./html.js";
import { monogram } from "./monogram.js";

/** Name and symbol of a coin with a link to its page. */
export function coinName(coin, root) {
  return html`<a class="coin" href="${root}${coinPath(coin)}">${monogram(coin)}<span><span
class="coin-name">${coin.name}</span> <span class="coin-symbol">${coin.symbol}</span></span></a>`;
}

/** Path of a coin's page relative to the site's root: the API path without `.json`. */
export function coinPath(coin) {
  return coin.path.replace(/\.json$/, "/");
}
