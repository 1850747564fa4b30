import { coinPath } from "./coin-path.js";
import { externalLink } from "./external-link.js";
import { html } from "./html.js";
import { age } from "./moment.js";

/** One headline, the same from the build and in the browser. `coins`: those that have a page, by id. Its language is the publisher's. */
export function articleRow({ title, url, source, published_at, coins: named }, root, coins) {
  const known = named.flatMap((id) => (Object.hasOwn(coins, id) ? [coins[id]] : []));
  return html`<li class="article"><div class="article-time">${age(published_at)}</div><div><h3 dir="auto">${externalLink(url, title)}</h3><p class="note">${source.name}${known.map((coin) => html` <a class="tag" href="${root}${coinPath(coin)}" title="${coin.name}">${coin.symbol}</a>`)}</p></div></li>
`;
}
