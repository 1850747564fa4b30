import { html } from "./html.js";
import { monogram } from "./monogram.js";

/** Name and symbol of a coin with a link to its page. */
export function coinName(coin, root) {
  return html`<a class="coin" href="${root}${coinPath(coin)}">${monogram(coin)}<span><span
class="coin-name">${breakName(coin.name)}</span> <span class="coin-symbol">${coin.symbol}</span></span></a>`;
}

/** `PancakeSwap` may break before its second capital: phones have no room for it. */
function breakName(name) {
  return name.split(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/u).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`);
}

/** Path of a coin's page relative to the site's root: the API path without `.json`. */
export function coinPath(coin) {
  return coin.path.replace(/\.json$/, "/");
}
