import { floorTo, HOUR_MS } from "../../lib/time.ts";
import type { Simulator } from "../simulator.ts";
import {
  escapeXml,
  renderCdata,
  renderCoindeskFeed,
  renderCointelegraphFeed,
  renderDecryptFeed,
  renderMailDate,
  renderTheBlockFeed,
  renderUTodayFeed,
} from "./news-feeds.ts";
import { listNewsItems, type NewsItem } from "./news-item.ts";
import { NEWS_PUBLISHERS, type NewsPublisher } from "./news-publisher.ts";

export interface WordpressHabits {
  /** Code inside the article, as from an embedded widget. */
  script: boolean;
  /** `[&#8230;]` at the end of the description. */
  shortened: boolean;
  /** The channel claims to be older than its newest item. */
  lateBuildDate: boolean;
}

/** The feed of a WordPress site: CDATA, whole articles, and a line of boilerplate. */
export function renderWordpressFeed(
  publisher: NewsPublisher,
  items: readonly NewsItem[],
  timeMs: number,
  habits: WordpressHabits,
): string {
  const builtMs = habits.lateBuildDate ? timeMs - 9 * HOUR_MS : timeMs;
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:atom="http://www.w3.org/2005/Atom"
	xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
	xmlns:media="http://search.yahoo.com/mrss/"
>

<channel>
	<title>${escapeXml(publisher.name)}</title>
	<atom:link href="https://${publisher.host}${publisher.feedPath}" rel="self" type="application/rss+xml" />
	<link>${publisher.site}/</link>
	<description>Sample headlines</description>
	<lastBuildDate>${renderMailDate(builtMs)}</lastBuildDate>
	<language>en-US</language>
	<sy:updatePeriod>
	hourly	</sy:updatePeriod>
	<sy:updateFrequency>
	1	</sy:updateFrequency>
${items.map((item) => renderItem(publisher, item, habits)).join("\n")}
</channel>
</rss>
`;
}

function renderItem(publisher: NewsPublisher, item: NewsItem, habits: WordpressHabits): string {
  const link = item.repost ? `${item.url}?utm_source=${publisher.id}&utm_medium=syndication` : item.url;
  const more = habits.shortened ? " [&#8230;]" : "";
  const title = escapeXml(item.title);
  const boilerplate = `<p>The post <a href="${link}">${title}</a> appeared first on <a href="${publisher.site}">${publisher.name}</a>.</p>`;
  const script = habits.script ? '<script>window.widgets = (window.widgets || []).concat("sample");</script>' : "";
  const image = item.image === null ? "" : `\n\t\t<media:content url="${item.image}" medium="image" />`;
  const categories = item.categories.map((category) => `\n\t\t<category>${renderCdata(category)}</category>`).join("");
  return `	<item>
		<title>${title}</title>
		<link>${escapeXml(link)}</link>

		<dc:creator>${renderCdata(item.author)}</dc:creator>
		<pubDate>${renderMailDate(item.publishedMs)}</pubDate>${categories}
		<guid isPermaLink="false">${publisher.site}/?p=${item.number}</guid>${image}

		<description>${renderCdata(`<p>${escapeXml(item.summary)}${more}</p>\n${boilerplate}\n`)}</description>
		<content:encoded>${renderCdata(`<p>${escapeXml(item.summary)}</p>\n${script}${boilerplate}`)}</content:encoded>
	</item>`;
}

type Render = (publisher: NewsPublisher, items: readonly NewsItem[], timeMs: number) => string;

const wordpress =
  (habits: WordpressHabits): Render =>
  (publisher, items, timeMs) =>
    renderWordpressFeed(publisher, items, timeMs, habits);

const RENDERERS: Readonly<Record<string, Render>> = {
  coindesk: renderCoindeskFeed,
  cointelegraph: renderCointelegraphFeed,
  decrypt: renderDecryptFeed,
  "the-block": renderTheBlockFeed,
  "bitcoin-magazine": wordpress({ script: true, shortened: false, lateBuildDate: false }),
  cryptoslate: wordpress({ script: false, shortened: true, lateBuildDate: true }),
  "u-today": renderUTodayFeed,
  bitcoinist: wordpress({ script: false, shortened: true, lateBuildDate: false }),
  cryptopotato: wordpress({ script: false, shortened: true, lateBuildDate: false }),
  blockworks: wordpress({ script: false, shortened: false, lateBuildDate: false }),
};

/** The feeds of all publishers, each in its own dialect; a feed stays the same within an hour. */
export const newsSimulator: Simulator = {
  source: "news",
  hosts: NEWS_PUBLISHERS.map(({ host }) => host),
  answer({ url }, demo) {
    const publisher = NEWS_PUBLISHERS.find(({ host, feedPath }) => host === url.host && feedPath === url.pathname);
    const render = publisher === undefined ? undefined : RENDERERS[publisher.id];
    if (publisher === undefined || render === undefined) return undefined;
    const body = render(publisher, listNewsItems(demo, publisher), floorTo(demo.now, HOUR_MS));
    return { headers: { "content-type": "application/rss+xml; charset=utf-8" }, body };
  },
};
