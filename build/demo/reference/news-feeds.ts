import { DAY_MS, floorTo, MINUTE_MS } from "../../lib/time.ts";
import type { NewsItem } from "./news-item.ts";
import type { NewsPublisher } from "./news-publisher.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it may stand in an element or an attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

export function renderCdata(text: string): string {
  return `<![CDATA[${text.replaceAll("]]>", "]]&gt;")}]]>`;
}

/** RFC 822 with a numeric zone: `Fri, 20 Nov 2026 09:15:00 +0000`. */
export function renderMailDate(timeMs: number): string {
  return new Date(timeMs).toUTCString().replace("GMT", "+0000");
}

/** CoinDesk: round times, sometimes two authors, empty elements, a hub called "true". */
export function renderCoindeskFeed(publisher: NewsPublisher, items: readonly NewsItem[], timeMs: number): string {
  const rendered = items.map((item) => {
    const creators = item.number % 4 === 0 ? ["AI Boost", item.author] : [item.author];
    return `    <item>
      <title>${renderCdata(item.title)}</title>
      <link>${escapeXml(item.url)}</link>${renderMedia(item)}
      <guid isPermaLink="false">${renderUuid(item.number)}</guid>
      <pubDate>${renderMailDate(floorTo(item.publishedMs, 30 * MINUTE_MS))}</pubDate>
      <description>${renderCdata(item.summary)}</description>
${creators.map((creator) => `      <dc:creator>${escapeXml(creator)}</dc:creator>`).join("\n")}
      <content:encoded/>
      <dc:description/>
      <category domain="${publisher.site}/tech">${renderCdata("Tech")}</category>
${item.categories.map((category) => `      <category domain="tag">${renderCdata(category)}</category>`).join("\n")}
    </item>`;
  });
  return renderChannel(publisher, timeMs, '<atom:link rel="hub" href="true"/>', rendered);
}

/** The Block: ampersands escaped inside CDATA, where nothing needs to be. */
export function renderTheBlockFeed(publisher: NewsPublisher, items: readonly NewsItem[], timeMs: number): string {
  const twice = (text: string) => renderCdata(text.replaceAll("&", "&amp;"));
  const rendered = items.map(
    (item) => `        <item>
        <title>${twice(item.title)}</title>
        <link>${escapeXml(item.url)}</link>${renderMedia(item)}        <guid isPermaLink="false">${renderUuid(item.number)}</guid>
        <pubDate>${renderMailDate(item.publishedMs)}</pubDate>
            <description>${twice(item.summary)}</description>            <dc:creator>${renderCdata(item.author)}</dc:creator>
        <content:encoded/>
        ${item.categories.map((category) => `<category domain="tag">${twice(category)}</category>`).join("\n\t\t")}
		<category domain="${publisher.site}/">News</category>
                </item>`,
  );
  const next = `<atom:link href="https://${publisher.host}${publisher.feedPath}?paged=2" rel="next" type="application/rss+xml" />`;
  return renderChannel(publisher, timeMs, next, rendered);
}

function renderChannel(publisher: NewsPublisher, timeMs: number, link: string, items: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" xmlns:media="http://search.yahoo.com/mrss/" version="2.0">
  <channel>
    <title>${escapeXml(publisher.name)}: Sample News &amp; Prices</title>
    <link>${publisher.site}/</link>
    <atom:link rel="self" type="application/rss+xml" href="https://${publisher.host}${publisher.feedPath}"/>
    ${link}
    <description>Sample headlines</description>
    <lastBuildDate>${renderMailDate(timeMs)}</lastBuildDate>
    <language>en-US</language>
    <ttl>5</ttl>
    <sy:updatePeriod>hourly</sy:updatePeriod>
${items.join("\n")}
  </channel>
</rss>
`;
}

function renderMedia(item: NewsItem): string {
  if (item.image === null) return "\n";
  return `\n      <media:content url="${escapeXml(`${item.image}?fm=jpg&w=1920&h=1080`)}" type="image/*" medium="image"/>`;
}

function renderUuid(number: number): string {
  const hex = number.toString(16).padStart(12, "0").slice(-12);
  return `5a3b1e00-0000-4000-8000-${hex}`;
}

/** Cointelegraph: tracking parameters, clean permalinks, one article that is dated anew daily. */
export function renderCointelegraphFeed(publisher: NewsPublisher, items: readonly NewsItem[], timeMs: number): string {
  const evergreen: NewsItem = {
    ...{ title: "The day in crypto, in short", summary: "A list that grows through the day.", author: "Cointelegraph" },
    ...{ url: `${publisher.site}/news/the-day-in-crypto-in-short`, repost: false, number: 1, categories: ["Latest"] },
    ...{ publishedMs: floorTo(timeMs, DAY_MS), image: `${publisher.site}/images/day.jpg` },
  };
  const rendered = [evergreen, ...items].map((item) => {
    const image = item.image === null ? "" : `<img src="${item.image}" alt="${escapeXml(item.title)}">`;
    const media =
      item.image === null
        ? ""
        : `
      <media:content url="${item.image}" type="image/jpeg" medium="image"><media:credit role="publishing company">Cointelegraph</media:credit></media:content>
      <enclosure url="${item.image}" length="848525" type="image/jpeg"/>`;
    return `    <item>
      <title>${escapeXml(item.title)}</title>
      <pubDate>${renderMailDate(item.publishedMs)}</pubDate>
      <atom:updated>${renderMailDate(item.publishedMs)}</atom:updated>
      <guid isPermaLink="true">${item.url}</guid>
      <link>${renderCdata(`${item.url}?utm_source=rss_feed&utm_medium=rss&utm_campaign=rss_partner_inbound`)}</link>
      <description>${renderCdata(`<p style="float:right">${image}</p><p>${escapeXml(item.summary)}</p>`)}</description>
      <dc:creator>${escapeXml(item.author)}</dc:creator>${media}
${item.categories.map((category) => `      <category>${escapeXml(category)}</category>`).join("\n")}
    </item>`;
  });
  return renderRss(publisher, timeMs, `<link>${publisher.site}</link>`, rendered);
}

/** Decrypt: text escaped twice, empty categories, invented lengths of pictures. */
export function renderDecryptFeed(publisher: NewsPublisher, items: readonly NewsItem[], timeMs: number): string {
  const twice = (text: string) => escapeXml(text.replaceAll("&", "&amp;").replaceAll("'", "&#039;"));
  const rendered = items.map((item) => {
    const image =
      item.image === null
        ? ""
        : `
    <enclosure url="${item.image}" length="1000000" type="image/jpeg" />
    <media:thumbnail url="${item.image}" height="720" width="1280"/>`;
    return `      <item>
  <title>${twice(item.title)}</title>
  <link>${item.url}</link>
  <pubDate>${renderMailDate(item.publishedMs)}</pubDate>

    <description>${twice(item.summary)}</description>

  <dc:creator>${escapeXml(item.author)}</dc:creator>

    <guid isPermaLink="false">${publisher.site}/?p=${item.number}</guid>
${image}

      <category></category>

      <category></category>
${item.categories.map((category) => `\n      <category>${twice(category)}</category>`).join("\n")}

</item>`;
  });
  return renderRss(publisher, timeMs, `<link>https://${publisher.host}${publisher.feedPath}</link>`, rendered);
}

/** U.Today: a line break inside the channel's links; no categories and no pictures. */
export function renderUTodayFeed(publisher: NewsPublisher, items: readonly NewsItem[], timeMs: number): string {
  const rendered = items.map(
    (item) => `        <item>
  <title>${escapeXml(item.title)}</title>
  <link>${item.url}</link>
  <description>${escapeXml(item.summary)}</description>
  <pubDate>${renderMailDate(item.publishedMs)}</pubDate>
    <dc:creator>${escapeXml(item.author)}</dc:creator>
    <guid isPermaLink="true">${item.url}</guid>
    </item>`,
  );
  return renderRss(publisher, timeMs, `<link>\n        ${publisher.site}</link>`, rendered);
}

function renderRss(publisher: NewsPublisher, timeMs: number, link: string, items: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${escapeXml(publisher.name)}</title>
    ${link}
    <atom:link href="https://${publisher.host}${publisher.feedPath}" rel="self" type="application/rss+xml"/>
    <description>What&amp;#039;s new in a sample market</description>
    <lastBuildDate>${renderMailDate(timeMs)}</lastBuildDate>
    <language>en</language>
${items.join("\n")}
  </channel>
</rss>
`;
}
