import { floorTo, HOUR_MS } from "../../lib/time.ts";
import type { Simulator } from "../simulator.ts";
import { renderCoindeskFeed, renderTheBlockFeed } from "./arc-feed.ts";
import { listNewsItems, type NewsItem } from "./news-item.ts";
import { NEWS_PUBLISHERS, type NewsPublisher } from "./news-publisher.ts";
import { renderCointelegraphFeed, renderDecryptFeed, renderUTodayFeed } from "./plain-feed.ts";
import { renderWordpressFeed, type WordpressHabits } from "./wordpress-feed.ts";

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
