import type { Artifact } from "../../../kit/platform/artifact.ts";
import type { SiteAddresses } from "../../../kit/render/api.ts";
import { markDescription } from "../../../kit/render/demo-mark.ts";
import { type About, cleanText, type FeedItem, findWebUrl, renderFeedFiles } from "../../../kit/render/feeds/feeds.ts";
import type { World } from "../../api/world.ts";

/** Readers show the newest; older articles are in `/api/news`. */
const ITEMS = 100;

/** The Atom id of the feed. */
const FEED_ID = "urn:uuid:0d6a2b5e-5d2c-4f0e-9f5b-2a8c61f3b7d4";

/**
 * RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1. RSS needs an absolute address: `baseUrl`, else
 * `homepage`, else a relative link to the root. Links to the feeds are absolute if `baseUrl` is
 * known.
 */
export function renderFeeds(world: World, { homepage, baseUrl = null }: SiteAddresses): Artifact[] {
  const items = listFeedItems(world).slice(0, ITEMS);
  if (items.length === 0) return [];
  const about: About = {
    id: FEED_ID,
    name: "news",
    title: world.sample ? "Open Crypto Data: news (sample data)" : "Open Crypto Data: news",
    description: markDescription("Crypto news from many publishers: titles and links, newest first.", world),
    homepage,
    updatedAtMs: Math.max(...items.map(({ publishedAtMs }) => publishedAtMs)),
    site: baseUrl ?? homepage ?? SITE_ROOT,
    selfOf: (name) => (baseUrl === null ? name : new URL(`api/${name}`, baseUrl).href),
  };
  return renderFeedFiles(items, about);
}

/** The root of the site as seen from its feeds. */
export const SITE_ROOT = "../";

/** Articles with a web address, as feeds show them. */
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
