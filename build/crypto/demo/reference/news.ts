import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from "../../../lib/time.ts";
import type { Simulator } from "../simulator.ts";
import { listNewsItems, NEWS_SITES, type NewsItem, type NewsSite } from "./news-item.ts";

/** How the articles in a publisher's feed differ from those of others. */
interface Dialect {
  /** Parameters of pictures. */
  imageQuery?: string;
  /** Neither categories nor pictures. */
  plain?: true;
  /** Categories around the item's own. */
  before?: string;
  after?: string;
  /** Round times, sometimes with a second author. */
  rounded?: true;
  /** One more article, dated anew every day. */
  evergreen?: true;
}

const DIALECTS: Readonly<Record<string, Dialect>> = {
  coindesk: { rounded: true, before: "Tech", imageQuery: "?fm=jpg&w=1920&h=1080" },
  cointelegraph: { evergreen: true },
  "the-block": { after: "News", imageQuery: "?fm=jpg&w=1920&h=1080" },
  "u-today": { plain: true },
};

/** The feeds of all publishers; a feed stays the same within an hour. */
export const newsSimulator: Simulator = {
  source: "news",
  hosts: NEWS_SITES.map(({ homepage }) => new URL(homepage).host),
  answer({ url }, demo) {
    const site = NEWS_SITES.find(({ homepage, feed }) => homepage + feed === url.href);
    if (site === undefined) return undefined;
    const body = renderFeed(site, listNewsItems(demo, site), floorTo(demo.now, HOUR_MS));
    return { headers: { "content-type": "application/rss+xml; charset=utf-8" }, body };
  },
};

function renderFeed(site: NewsSite, items: readonly NewsItem[], timeMs: number): string {
  const dialect = DIALECTS[site.id] ?? {};
  const listed = dialect.evergreen === true ? [composeEvergreen(site, timeMs), ...items] : items;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
${listed.map((item) => renderItem(item, dialect)).join("\n")}
</channel>
</rss>
`;
}

function composeEvergreen({ homepage }: NewsSite, timeMs: number): NewsItem {
  return {
    title: "The day in crypto, in short",
    author: "Cointelegraph",
    url: `${homepage}/news/the-day-in-crypto-in-short`,
    number: 1,
    categories: ["Latest"],
    publishedMs: floorTo(timeMs, DAY_MS),
    image: `${homepage}/images/day.jpg`,
  };
}

function renderItem(item: NewsItem, { imageQuery = "", before, after, rounded, plain }: Dialect): string {
  const categories = plain === true ? [] : [before ?? [], item.categories, after ?? []].flat();
  const authors = rounded === true && item.number % 4 === 0 ? ["AI Boost", item.author] : [item.author];
  const publishedMs = rounded === true ? floorTo(item.publishedMs, 30 * MINUTE_MS) : item.publishedMs;
  const picture = item.image === null || plain === true ? null : escapeXml(item.image + imageQuery);
  return [
    "<item>",
    `<title>${escapeXml(item.title)}</title>`,
    `<link>${escapeXml(item.url)}</link>`,
    `<pubDate>${renderMailDate(publishedMs)}</pubDate>`,
    ...authors.map((author) => `<dc:creator>${escapeXml(author)}</dc:creator>`),
    ...categories.map((category) => `<category>${escapeXml(category)}</category>`),
    ...(picture === null ? [] : [`<media:content url="${picture}" medium="image"/>`]),
    "</item>",
  ].join("\n");
}

/** Text as it may stand in an element or an attribute. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** RFC 822 with a numeric zone: `Fri, 20 Nov 2026 09:15:00 +0000`. */
function renderMailDate(timeMs: number): string {
  return new Date(timeMs).toUTCString().replace("GMT", "+0000");
}
