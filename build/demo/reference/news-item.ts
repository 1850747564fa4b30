import { floorTo, HOUR_MS, MINUTE_MS, renderDay, SECOND_MS } from "../../lib/time.ts";
import type { DemoCoin, DemoMarket } from "../demo-market.ts";
import { NEWS_PUBLISHERS, type NewsPublisher } from "./news-publisher.ts";

/** The words of a made-up headline; the renderer of a feed escapes them. */
export interface Headline {
  title: string;
  summary: string;
  categories: string[];
}

export interface HeadlineCoin {
  name: string;
  symbol: string;
}

type Draw = (label: string) => number;

const GROUPS =
  "Developers,Contributors,Node operators,Wallet makers,Researchers,Community members,Educators,Auditors".split(",");
const ACTIONS =
  "publish a roadmap,open a translation effort,finish a documentation sprint,agree on a naming scheme,start a testing week,invite reviews of a proposal,share notes of their meeting,retire an old library,compare three designs,plan a quiet release".split(
    ",",
  );
const PLACES = "Lisbon,Nairobi,Osaka,Tallinn,Bogotá,Wellington,Tromsø,Jaipur,Ghent,Montréal".split(",");
const TOPICS =
  "smaller backups,clearer fee estimates,faster start-up,better error messages,offline signing,screen readers,low-power nodes,readable addresses,long-term archives,shared test data".split(
    ",",
  );
const NUMBERS = "two,three,four,five,seven,nine,eleven,twelve".split(",");
const TAGS = "Markets,Technology,Community,Wallets,Education,Infrastructure,Events,Research".split(",");

/** Patterns with slots in braces; apostrophes, ampersands and quotes are there for the escaping. */
const PATTERNS: readonly string[] = [
  "{group} of {name} {action}",
  "{name} ({ticker}) {topic}: what changed this week",
  "Why {name}'s documentation now begins with {topic}",
  "{place} meetup looks at {topic} in {name} & {other}",
  "{name} and {other} teams {action} in {place}",
  "A beginner's guide to {topic} with {name}",
  "{number} questions about {ticker} that readers ask most",
  "{name} test network passes {number} months without a restart",
  "{group} of {other} {action}, with {name} as the example",
  "Survey: {number} in twelve {name} users want {topic}",
  "“{topic}” is the theme of the {name} week in {place}",
  "{ticker} wallets get {topic} in their next release",
  "How {name} explorers show {topic} today",
  "{place} library lends hardware wallets, adds {name} shelf",
  "{name} newsletter turns {number}, looks back at {topic}",
  "Explained: {topic} in {name}, in {number} pictures",
];

const PLAIN_PATTERNS: readonly string[] = [
  "Open models learn to read {number} old alphabets",
  "{place} students print a telescope, share the plans",
  "The week in {topic}: {number} things to read",
];

/** A headline that names a coin and another one, or none with `plain`. */
export function composeHeadline(coin: HeadlineCoin, other: HeadlineCoin, draw: Draw, plain: boolean): Headline {
  const words: Record<string, string> = {
    name: coin.name,
    ticker: coin.symbol,
    other: other.name,
    group: pick(GROUPS, draw("group")),
    action: pick(ACTIONS, draw("action")),
    place: pick(PLACES, draw("place")),
    topic: pick(TOPICS, draw("topic")),
    number: pick(NUMBERS, draw("number")),
  };
  const fill = (pattern: string) => pattern.replace(/\{(\w+)\}/g, (_match, slot: string) => words[slot] ?? "");
  const title = fill(pick(plain ? PLAIN_PATTERNS : PATTERNS, draw("pattern")));
  return {
    title: title.charAt(0).toUpperCase() + title.slice(1),
    summary: fill(`Notes from {place}, on {topic}. Made up for a sample market; {number} people were asked.`),
    categories: [...new Set([pick(TAGS, draw("tag")), pick(TAGS, draw("second tag")), ...(plain ? [] : [coin.name])])],
  };
}

function pick(values: readonly string[], draw: number): string {
  return values[Math.floor(draw * values.length)]!;
}

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
 * The articles in a publisher's feed, newest first. They depend on the seed and the coins; new ones
 * appear on the full hour.
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
