import { floorTo, MINUTE_MS } from "../../lib/time.ts";
import type { NewsItem } from "./news-item.ts";
import type { NewsPublisher } from "./news-publisher.ts";
import { escapeXml, renderCdata, renderMailDate } from "./xml-text.ts";

/** CoinDesk: articles share round times, some have two authors and no picture; empty elements, a hub called "true". */
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
