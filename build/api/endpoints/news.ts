import { z } from "zod";
import { renderTime } from "../../lib/time.ts";
import type { MarketArticle } from "../../market/market.ts";
import { defineSingle, findRows } from "../define-endpoint.ts";
import { envelope } from "../endpoint.ts";
import { maybeText, object, text, time } from "../field.ts";

const LENGTH = 100;

const Article = object("An article", {
  id: text("First 16 hexadecimal digits of the SHA-256 of the canonical URL"),
  title: text("Title of the article"),
  url: text("Canonical URL of the article"),
  source: object("The publisher", {
    id: text("Id of the source"),
    name: text("Name of the publisher"),
    url: text("URL of the publisher"),
  }),
  author: maybeText("The author"),
  published_at: time("When it was published"),
  coins: z.array(text("Id of a coin")).describe("Coins that the title names"),
  categories: z.array(text("Name of a category")).describe("Categories that the publisher gave it"),
  image: maybeText("URL of an image"),
});

export type Article = z.infer<typeof Article>;

export const news = defineSingle({
  id: "news",
  path: "/news",
  tag: "news",
  title: "News",
  description: "The 100 newest articles: title, link and source only, because the text is the publishers'.",
  kinds: ["article"],
  body: envelope(z.array(Article).max(LENGTH).describe("Articles, newest first")),
  from: ({ market }) => findRows(market.articles),
  compute(articles) {
    const newest = [...articles].sort((a, b) => b.publishedAtMs - a.publishedAtMs || (a.id < b.id ? -1 : 1));
    return { data: newest.slice(0, LENGTH).map(computeArticle) };
  },
});

function computeArticle(article: MarketArticle): Article {
  const { id, title, url, source, author, image } = article;
  return {
    id,
    title,
    url,
    source: { id: source.id, name: source.name, url: source.url },
    author,
    published_at: renderTime(article.publishedAtMs),
    coins: [...article.coins],
    categories: [...article.categories],
    image,
  };
}
