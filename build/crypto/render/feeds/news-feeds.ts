import type { Artifact } from "../../../kit/platform/artifact.ts";
import type { SiteAddresses } from "../../../kit/render/api.ts";
import { cleanXml, type FeedItem, findLink, renderFeedFiles } from "../../../kit/render/feeds/feeds.ts";
import type { World } from "../../api/world.ts";
import { describeFeed, MAX_ITEMS } from "./describe-feed.ts";

/** The Atom id of the feed. */
const FEED_ID = "urn:uuid:0d6a2b5e-5d2c-4f0e-9f5b-2a8c61f3b7d4";

/** The headlines as RSS, Atom and JSON Feed; no files without headlines. */
export function renderFeeds(world: World, addresses: SiteAddresses): Artifact[] {
  const items = listFeedItems(world).slice(0, MAX_ITEMS);
  if (items.length === 0) return [];
  const about = describeFeed(world, addresses, {
    id: FEED_ID,
    name: "news",
    description: "Crypto news from many publishers: titles and links, newest first.",
    updatedAtMs: Math.max(...items.map(({ publishedAtMs }) => publishedAtMs)),
  });
  return renderFeedFiles(items, about);
}

/** Articles with a web address, as feeds show them. */
export function listFeedItems(world: World): FeedItem[] {
  return world.market.articles.flatMap((article) => {
    const url = findLink(article.url);
    if (url === undefined) return [];
    const author = cleanXml(article.author ?? "");
    return {
      url,
      title: cleanXml(article.title) || url,
      source: { name: cleanXml(article.source.name), url: findLink(article.source.url) ?? url },
      author: author === "" ? null : author,
      publishedAtMs: article.publishedAtMs,
      tags: [...new Set([...article.coins, ...article.categories].map(cleanXml))].filter((tag) => tag !== ""),
    };
  });
}
