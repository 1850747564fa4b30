import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import type { Simulator } from "../simulator.ts";
import { listNewsItems, NEWS_SITES, type NewsItem, type NewsSite } from "./news-item.ts";

/** What a publisher's feed does unlike others. */
interface Dialect {
  /** Texts are escaped twice: once more than the format needs. */
  twice?: true;
  /** Texts are entities instead of CDATA. */
  entities?: true;
  /** Parameters of links; the permalink is clean. */
  tracking?: string;
  /** Parameters of pictures. */
  imageQuery?: string;
  /** Pictures are enclosures with an invented length, and thumbnails. */
  enclosed?: true;
  /** Neither categories nor pictures. */
  plain?: true;
  /** Categories around the item's own. */
  before?: readonly string[];
  after?: readonly string[];
  /** Round times, sometimes with a second author. */
  rounded?: true;
  /** One more article, dated anew every day. */
  evergreen?: true;
  /** In the description of an item. */
  more?: string;
  script?: true;
  /** Between the links of the channel. */
  channelLink?: string;
  /** White space before the address of the site. */
  indent?: string;
}

const SHORTENED: Dialect = { entities: true, more: " [&#8230;]" };

const DIALECTS: Readonly<Record<string, Dialect>> = {
  coindesk: {
    rounded: true,
    before: ["Tech"],
    imageQuery: "?fm=jpg&w=1920&h=1080",
    channelLink: '<atom:link rel="hub" href="true"/>',
  },
  cointelegraph: { entities: true, evergreen: true, tracking: "?utm_source=rss_feed&utm_medium=rss" },
  decrypt: { entities: true, twice: true, enclosed: true, before: ["", ""] },
  "the-block": {
    twice: true,
    after: ["News"],
    imageQuery: "?fm=jpg&w=1920&h=1080",
    channelLink: '<atom:link href="https://www.theblock.co/rss.xml?paged=2" rel="next"/>',
  },
  "bitcoin-magazine": { entities: true, script: true },
  cryptoslate: SHORTENED,
  "u-today": { entities: true, plain: true, indent: "\n        " },
  bitcoinist: SHORTENED,
  cryptopotato: SHORTENED,
  blockworks: { entities: true },
};

/** The feeds of all publishers, each with its quirks; a feed stays the same within an hour. */
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
  const { name, homepage, feed, id } = site;
  const dialect = DIALECTS[id] ?? {};
  const listed = dialect.evergreen === true ? [composeEvergreen(site, timeMs), ...items] : items;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"
  xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeXml(name)}: Sample News &amp; Prices</title>
<link>${dialect.indent ?? ""}${homepage}</link>
<atom:link rel="self" type="application/rss+xml" href="${homepage}${feed}"/>${dialect.channelLink ?? ""}
<description>What&amp;#039;s new in a sample market</description>
<lastBuildDate>${renderMailDate(timeMs)}</lastBuildDate>
${listed.map((item) => renderItem(site, item, dialect)).join("\n")}
</channel>
</rss>
`;
}

function composeEvergreen({ homepage }: NewsSite, timeMs: number): NewsItem {
  return {
    title: "The day in crypto, in short",
    summary: "A list that grows through the day.",
    author: "Cointelegraph",
    url: `${homepage}/news/the-day-in-crypto-in-short`,
    repost: false,
    number: 1,
    categories: ["Latest"],
    publishedMs: floorTo(timeMs, DAY_MS),
    image: `${homepage}/images/day.jpg`,
  };
}

function renderItem({ id, homepage, name }: NewsSite, item: NewsItem, dialect: Dialect): string {
  const { tracking, before = [], after = [], more = "", script, rounded, plain } = dialect;
  const text = (value: string) => {
    const once = dialect.twice === true ? value.replaceAll("&", "&amp;").replaceAll("'", "&#039;") : value;
    return dialect.entities === true ? escapeXml(once) : renderCdata(once);
  };
  const link = item.repost ? `${item.url}?utm_source=${id}&utm_medium=syndication` : item.url;
  const categories = plain === true ? [] : [...before, ...item.categories, ...after];
  const authors = rounded === true && item.number % 4 === 0 ? ["AI Boost", item.author] : [item.author];
  const publishedMs = rounded === true ? floorTo(item.publishedMs, 30 * MINUTE_MS) : item.publishedMs;
  const boilerplate = `The post <a href="${link}">${escapeXml(item.title)}</a> appeared first on ${name}.`;
  const content = `<p>${escapeXml(item.summary)}${more}</p>${script === true ? "<script>window.x = 1;</script>" : ""}`;
  return `<item>
<title>${text(item.title)}</title>
<link>${tracking === undefined ? escapeXml(link) : renderCdata(link + tracking)}</link>
${tracking === undefined ? `<guid isPermaLink="false">${homepage}/?p=${item.number}</guid>` : `<guid>${link}</guid>`}
<pubDate>${renderMailDate(publishedMs)}</pubDate>
${authors.map((author) => `<dc:creator>${text(author)}</dc:creator>`).join("\n")}
${categories.map((category) => `<category>${category === "" ? "" : text(category)}</category>`).join("\n")}
<description>${renderCdata(content)}</description>
<content:encoded>${renderCdata(`${content}<p>${boilerplate}</p>`)}</content:encoded>
${item.image === null || plain === true ? "" : renderImage(item.image, dialect)}
</item>`;
}

function renderImage(image: string, { imageQuery = "", enclosed }: Dialect): string {
  const url = escapeXml(image + imageQuery);
  if (enclosed !== true) return `<media:content url="${url}" type="image/*" medium="image"/>`;
  return `<enclosure url="${url}" length="1000000" type="image/jpeg"/><media:thumbnail url="${url}"/>`;
}

/** Text as it may stand in an element or an attribute. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function renderCdata(text: string): string {
  return `<![CDATA[${text.replaceAll("]]>", "]]&gt;")}]]>`;
}

/** RFC 822 with a numeric zone: `Fri, 20 Nov 2026 09:15:00 +0000`. */
function renderMailDate(timeMs: number): string {
  return new Date(timeMs).toUTCString().replace("GMT", "+0000");
}
