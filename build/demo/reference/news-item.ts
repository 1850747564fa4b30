import { floorTo, HOUR_MS, MINUTE_MS, renderDay, SECOND_MS } from "../../lib/time.ts";
import type { DemoCoin, DemoMarket } from "../demo-market.ts";
import { composeHeadline, type Headline } from "./headline.ts";
import { NEWS_PUBLISHERS, type NewsPublisher } from "./news-publisher.ts";

export interface NewsItem extends Headline {
  /** Counts up through a publisher's life. */
  number: number;
  /** Canonical; another publisher's where the article is a repost. */
  url: string;
  repost: boolean;
  publishedMs: number;
  author: string;
  image: string | null;
}

/** The share of articles without a picture. */
const WITHOUT_IMAGE = 0.1;

/**
 * The articles in a publisher's feed, newest first. Which articles exist, and when, depends on the seed and the market's coins
 * alone, and new ones appear on the full hour, so a feed stays the same within it.
 */
export function listNewsItems(demo: DemoMarket, publisher: NewsPublisher): NewsItem[] {
  const until = floorTo(demo.now, HOUR_MS);
  const coins = sortCoins(demo);
  const items: NewsItem[] = [];
  for (let number = getLatestNumber(publisher, until); items.length < publisher.items; number--) {
    if (getPublishedMs(demo, publisher, number) <= until) items.push(composeItem(demo, publisher, number, coins));
  }
  return items.sort((a, b) => b.publishedMs - a.publishedMs || b.number - a.number);
}

function composeItem(demo: DemoMarket, publisher: NewsPublisher, number: number, coins: readonly DemoCoin[]): NewsItem {
  const publishedMs = getPublishedMs(demo, publisher, number);
  const draw = (label: string) => demo.noise(`news:${publisher.id}:${number}:${label}`);
  const origin = publisher.reposts;
  if (origin !== undefined && draw("repost") < origin.share) {
    const from = getPublisher(origin.from);
    const original = composeItem(demo, from, getLatestNumber(from, publishedMs) - 1, coins);
    return { ...original, number, publishedMs, repost: true };
  }
  const pick = (label: string) => coins[Math.floor(draw(label) ** 2 * coins.length)]!;
  const headline = composeHeadline(pick("coin"), pick("other"), draw, draw("plain") < (publisher.plainShare ?? 0));
  const slug = `${slugify(headline.title)}-${number.toString(36)}`;
  return {
    ...headline,
    number,
    url: publisher.link(slug, number, renderDay(publishedMs)),
    repost: false,
    publishedMs,
    author: publisher.authors[Math.floor(draw("author") * publisher.authors.length)]!,
    image: draw("image") < WITHOUT_IMAGE ? null : `${publisher.site}/images/${number}.jpg`,
  };
}

/** Old coins first, whatever they are worth now: more is written about them. */
function sortCoins(demo: DemoMarket): DemoCoin[] {
  return [...demo.coins].sort((a, b) => a.launchedMs - b.launchedMs || (a.id < b.id ? -1 : 1));
}

function getPublishedMs(demo: DemoMarket, publisher: NewsPublisher, number: number): number {
  const intervalMs = publisher.intervalMinutes * MINUTE_MS;
  const late = demo.noise(`news:${publisher.id}:${number}:late`) * 0.9 * intervalMs;
  return floorTo(number * intervalMs + late, SECOND_MS);
}

function getLatestNumber(publisher: NewsPublisher, timeMs: number): number {
  return Math.floor(timeMs / (publisher.intervalMinutes * MINUTE_MS));
}

function getPublisher(id: string): NewsPublisher {
  const publisher = NEWS_PUBLISHERS.find((candidate) => candidate.id === id);
  if (publisher === undefined) throw new RangeError(`No publisher is called ${id}`);
  return publisher;
}

function slugify(title: string): string {
  return title
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9 -]/g, "")
    .trim()
    .replace(/[ -]+/g, "-");
}
