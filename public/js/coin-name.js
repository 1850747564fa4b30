import { coinPath } from "./coin-path.js";
import { html } from "./html.js";

/** Name and symbol of a coin, leading to where it is shown. */
export function coinName(coin, root) {
  return html`<a class="coin" href="${root}${coinPath(coin)}"><span class="coin-name">${coin.name}</span> <span class="coin-symbol">${coin.symbol}</span></a>`;
}
