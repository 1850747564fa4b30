import { coinPath } from "./coin-name.js";
import { externalLink } from "./external-link.js";
import { groupStories } from "./group-stories.js";
import { html } from "./html.js";
import { age } from "./moment.js";
import { findText } from "./table-view.js";

/**
 * The headlines by story: a list without columns. The context has `coins`: those with a page, by
 * id. A story is found by any of its headlines.
 */
export const ARTICLES = {
  name: "articles",
  noun: "stories",
  placeholder: "Words in the title",
  answer: "api/news.json",
  rows: groupStories,
  first: "time",
  orders: {
    time: { title: "Time", read: (article) => article.published_at, descending: true },
    source: { title: "Publisher", read: (article) => article.source.name.toLowerCase(), descending: false },
  },
  filters: {
    source: { title: "Publisher", read: (story) => listMembers(story).map(({ source }) => source.id) },
    coin: { title: "Coin", read: (story) => listMembers(story).flatMap(({ coins }) => coins) },
  },
  find: (stories, text) =>
    findText(stories, text, (story) => listMembers(story).flatMap(({ title, source }) => [title, source.name])),
  render: storyRow,
};

const listMembers = ({ others, ...newest }) => [newest, ...others];

/** `dir`: the language is the publisher's. */
function storyRow(story, { root, coins }) {
  const { title, url, source, published_at, others } = story;
  const named = [...new Set(listMembers(story).flatMap((article) => article.coins))];
  const known = named.flatMap((id) => (Object.hasOwn(coins, id) ? [coins[id]] : []));
  return html`<li class="article"><div class="article-time">${age(published_at)}</div><div>
<h3 dir="auto">${externalLink(url, title)}</h3><p class="note"><span class="publisher">${source.name}</span>${known.map(
    (coin) => html`
<a class="tag" href="${root}${coinPath(coin)}" title="${coin.name}">${coin.symbol}</a>`,
  )}</p>${
    others.length > 0 &&
    html`<ul class="same-story" aria-label="Other headlines of this story">${others.map(
      (article) => html`<li dir="auto"><span class="publisher">${article.source.name}</span>:
${externalLink(article.url, article.title)} <span class="note">${age(article.published_at)}</span></li>`,
    )}</ul>`
  }</div></li>
`;
}
