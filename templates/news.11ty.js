import { ARTICLES } from "../public/js/article-view.js";
import { html, jsonScript } from "../public/js/html.js";
import { externalLink, rootOf } from "./components/link.js";
import { tableSection } from "./components/table.js";
import { takeData } from "./components/take-data.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "news/index.html",
  title: "News",
  description:
    "The newest crypto headlines of many publishers, with links to the articles. Filter by publisher and coin, or subscribe by RSS, Atom or JSON Feed.",
  styles: ["table.css", "docs.css", "data.css"],
  scripts: ["news.js"],
  freshnessOf: ({ news }) => news?.freshness,
};

export function render({ page, shared }) {
  const { news, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1 id="news">News</h1>
${news === null ? html`<p class="lead">No source has answered yet.</p>` : content(news, root)}
`);
}

/** Stories of the page; the script loads the others. */
const PAGE_LENGTH = 30;

function content({ data: articles, publishers, coins, archives, credits }, root) {
  const options = {
    source: publishers.map(({ id, name, articles: count }) => [id, `${name} (${count})`]),
    coin: Object.entries(coins).map(([id, { name, symbol }]) => [id, `${name} (${symbol})`]),
  };
  return html`<p class="lead">Read the newest headlines of ${publishers.length}
${publishers.length === 1 ? "publisher" : "publishers"}, grouped by story. Each one links to the publisher's article.</p>
<ul class="feeds" aria-label="Feeds"><li><a class="button" href="${root}api/news.rss">RSS</a></li>
<li><a class="button" href="${root}api/news.atom">Atom</a></li>
<li><a class="button" href="${root}api/news.feed.json">JSON Feed</a></li></ul>
<section aria-labelledby="headlines"><h2 id="headlines" class="visually-hidden">Headlines</h2>
${tableSection(ARTICLES, { root, data: articles, facts: { coins }, options, pageLength: PAGE_LENGTH })}
<script type="application/json" id="page-facts">${jsonScript({ coins })}</script></section>
<section aria-labelledby="publishers"><h2 id="publishers">Publishers</h2>
<ul class="publishers">${publishers.map(
    ({ name, url, articles: count }) => html`<li>${externalLink(url, name)}
<span class="note">${count} ${count === 1 ? "headline" : "headlines"}</span></li>`,
  )}</ul></section>
${takeData(
  {
    answers: [
      ["api/news.json", "Newest headlines"],
      ["api/news.feed.json", "JSON Feed"],
    ],
    docs: [["docs/api/news/", "Fields"]],
    archives,
    credits,
  },
  root,
)}`;
}
