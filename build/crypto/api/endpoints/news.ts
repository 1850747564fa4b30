import { z } from "zod";
import { envelope } from "../../../kit/api/endpoint.ts";
import { defineRow, field, maybeText, type RowOf, text, texts, time } from "../../../kit/api/row.ts";
import type { MarketArticle } from "../../market/model/market.ts";
import { defineSingle, findRows } from "../define-endpoint.ts";

const LENGTH = 100;

const PublisherRow = defineRow<MarketArticle["source"]>()("The publisher", {
  id: text("Id of the source", (publisher) => publisher.id),
  name: text("Name of the publisher", (publisher) => publisher.name),
  url: text("URL of the publisher", (publisher) => publisher.url),
});

export const ArticleRow = defineRow<MarketArticle>()("An article", {
  id: text("First 16 hexadecimal digits of the SHA-256 of the canonical URL", (article) => article.id),
  title: text("Title of the article", (article) => article.title),
  url: text("Canonical URL of the article", (article) => article.url),
  source: field(PublisherRow.schema, (article) => PublisherRow.compute(article.source)),
  author: maybeText("The author", (article) => article.author),
  published_at: time("When it was published", (article) => article.publishedAtMs),
  coins: texts("Coins that the title names", "Id of a coin", (article) => article.coins),
  categories: texts("Categories that the publisher gave it", "Name of a category", (article) => article.categories),
  image: maybeText("URL of an image", (article) => article.image),
});

export type Article = RowOf<typeof ArticleRow>;

export const news = defineSingle({
  id: "news",
  path: "/news",
  docs: {
    tag: "market",
    title: "News",
    description: "The 100 newest articles: title, link and source only, because the text is the publishers'.",
  },
  kinds: ["article"],
  body: envelope(z.array(ArticleRow.schema).max(LENGTH).describe("Articles, newest first")),
  from: ({ market }) => findRows(market.articles),
  compute(articles) {
    const newest = [...articles].sort((a, b) => b.publishedAtMs - a.publishedAtMs || (a.id < b.id ? -1 : 1));
    return { data: newest.slice(0, LENGTH).map(ArticleRow.compute) };
  },
});
