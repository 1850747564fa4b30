import type { World } from "../../api/endpoint.ts";
import { cleanText } from "./xml.ts";

/** An article as all three feeds carry it: title, link and source, because the text is the publisher's. */
export interface FeedItem {
  /** The link; the canonical URL is the article's identity in every feed. */
  url: string;
  title: string;
  source: { name: string; url: string };
  author: string | null;
  publishedAtMs: number;
  tags: readonly string[];
}

/** Articles with a link that a reader may safely open, newest first as the market has them. */
export function listFeedItems(world: World): FeedItem[] {
  return world.market.articles.flatMap((article) => {
    const url = findWebUrl(article.url);
    if (url === undefined) return [];
    const author = cleanText(article.author ?? "");
    return {
      url,
      title: cleanText(article.title) || url,
      source: { name: cleanText(article.source.name), url: findWebUrl(article.source.url) ?? url },
      author: author === "" ? null : author,
      publishedAtMs: article.publishedAtMs,
      tags: [...new Set([...article.coins, ...article.categories].map(cleanText))].filter((tag) => tag !== ""),
    };
  });
}

/** Only http and https: a `javascript:` link would run in some readers. */
function findWebUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined;
}
