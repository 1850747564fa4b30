import { coinPath } from "./coin-name.js";
import { externalLink } from "./external-link.js";
import { html } from "./html.js";
import { age } from "./moment.js";
import { findText } from "./table-view.js";

/** The headlines: a list without columns. The context has `coins`: those with a page, by id. */
export const ARTICLES = {
  name: "articles",
  noun: "headlines",
  placeholder: "Words in the title",
  answer: "api/news.json",
  first: "time",
  orders: {
    time: { title: "Time", read: (article) => article.published_at, descending: true },
    source: { title: "Publisher", read: (article) => article.source.name.toLowerCase(), descending: false },
  },
  filters: {
    source: { title: "Publisher", read: (article) => article.source.id },
    coin: { title: "Coin", read: (article) => article.coins },
  },
  find: (articles, text) => findText(articles, text, ({ title, source }) => [title, source.name]),
  render: articleRow,
};

/** `dir`: the language is the publisher's. */
function articleRow({ title, url, source, published_at, coins: named }, { root, coins }) {
  const known = named.flatMap((id) => (Object.hasOwn(coins, id) ? [coins[id]] : []));
  return html`<li class="article"><div class="article-time">${age(published_at)}</div><div>
<h3 dir="auto">${externalLink(url, title)}</h3><p class="note">${source.name}${known.map(
    (coin) => html`
<a class="tag" href="${root}${coinPath(coin)}" title="${coin.name}">${coin.symbol}</a>`,
  )}</p></div></li>
`;
}
