import { floorTo, HOUR_MS, MINUTE_MS, renderDay, SECOND_MS } from "../../../lib/time.ts";
import { NEWS_PUBLISHERS, type NewsPublisher } from "../../sources/news/news-publishers.ts";
import type { DemoCoin, DemoMarket } from "../demo-market.ts";

/** How a publisher writes. Names of people are invented. */
interface Habits {
  /** Between two articles on average. */
  minutes: number;
  /** Articles in the feed. */
  items: number;
  authors: readonly string[];
  /** The path of an article from its words in lower case, its number and its day. */
  path(slug: string, number: number, day: string): string;
  /** Share of articles that lead to another publisher, and which one. */
  reposts?: { from: string; share: number };
  /** Share of articles about other things. */
  plainShare?: number;
}

export type NewsSite = NewsPublisher & Habits;

const HABITS: Readonly<Record<string, Habits>> = {
  coindesk: {
    minutes: 55,
    items: 25,
    authors: ["Ada Lindqvist", "Bruno Okafor", "Chidi Marsh"],
    path: (slug, _number, day) => `tech/${day.replaceAll("-", "/")}/${slug}`,
  },
  cointelegraph: {
    minutes: 48,
    items: 30,
    authors: ["Cointelegraph by Dana Verhoef", "Cointelegraph by Emil Castro"],
    path: (slug) => `news/${slug}`,
  },
  decrypt: {
    minutes: 95,
    items: 20,
    authors: ["Farah Quist", "Decrypt Staff"],
    plainShare: 0.3,
    path: (slug, number) => `${380_000 + (number % 20_000)}/${slug}`,
  },
  "the-block": {
    minutes: 70,
    items: 20,
    authors: ["Goran Pale", "Hana Whitlock"],
    path: (slug, number, day) => `news/ecosystems/${day}-${slug}-${410_000 + (number % 90_000)}`,
  },
  "bitcoin-magazine": {
    minutes: 170,
    items: 15,
    authors: ["Ivo Santangelo", "Jun Ferreira"],
    path: (slug) => `news/${slug}`,
  },
  cryptoslate: { minutes: 110, items: 20, authors: ["Kaja Brandt", "Luis Omondi"], path: (slug) => `${slug}/` },
  "u-today": { minutes: 60, items: 30, authors: ["Mira Osei", "Nils Harrow"], path: (slug) => slug },
  bitcoinist: {
    minutes: 100,
    items: 20,
    authors: ["Olena Dray", "Pita Rowe"],
    path: (slug) => `${slug}/`,
    reposts: { from: "cryptoslate", share: 0.15 },
  },
  cryptopotato: {
    minutes: 90,
    items: 20,
    authors: ["Quentin Abara", "Rosa Vale"],
    path: (slug) => `${slug}/`,
    reposts: { from: "the-block", share: 0.12 },
  },
  blockworks: {
    minutes: 130,
    items: 20,
    authors: ["Sunniva Teague", "Tomas Ilunga"],
    path: (slug) => `news/${slug}`,
    reposts: { from: "cointelegraph", share: 0.12 },
  },
};

/** A publisher without habits here writes once an hour. */
const USUAL: Habits = { minutes: 60, items: 20, authors: ["Staff"], path: (slug) => slug };

export const NEWS_SITES: readonly NewsSite[] = NEWS_PUBLISHERS.map((publisher) => ({
  ...publisher,
  ...(HABITS[publisher.id] ?? USUAL),
}));

const GROUPS =
  "Developers,Contributors,Node operators,Wallet makers,Researchers,Community members,Educators,Auditors".split(",");
const ACTIONS = [
  "publish a roadmap",
  "open a translation effort",
  "finish a documentation sprint",
  "agree on a naming scheme",
  "start a testing week",
  "invite reviews of a proposal",
  "share notes of their meeting",
  "retire an old library",
  "compare three designs",
  "plan a quiet release",
];
const PLACES = "Lisbon,Nairobi,Osaka,Tallinn,Bogotá,Wellington,Tromsø,Jaipur,Ghent,Montréal".split(",");
const TOPICS = [
  "smaller backups",
  "clearer fee estimates",
  "faster start-up",
  "better error messages",
  "offline signing",
  "screen readers",
  "low-power nodes",
  "readable addresses",
  "long-term archives",
  "shared test data",
];
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
function composeHeadline(coin: DemoCoin, other: DemoCoin, draw: (label: string) => number, plain: boolean) {
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
    categories: [...new Set([pick(TAGS, draw("tag")), pick(TAGS, draw("second tag")), ...(plain ? [] : [coin.name])])],
  };
}

function pick(values: readonly string[], draw: number): string {
  return values[Math.floor(draw * values.length)]!;
}

/** An article as made up; the renderer of a feed escapes its texts. */
export interface NewsItem {
  title: string;
  categories: string[];
  /** Counts up through a publisher's life. */
  number: number;
  /** Canonical; another publisher's where the article is a repost. */
  url: string;
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
export function listNewsItems(demo: DemoMarket, site: NewsSite): NewsItem[] {
  const until = floorTo(demo.now, HOUR_MS);
  const coins = sortCoins(demo);
  const items: NewsItem[] = [];
  for (let number = getLatestNumber(site, until); items.length < site.items; number--) {
    if (getPublishedMs(demo, site, number) <= until) items.push(composeItem(demo, site, number, coins));
  }
  return items.sort((a, b) => b.publishedMs - a.publishedMs || b.number - a.number);
}

function composeItem(demo: DemoMarket, site: NewsSite, number: number, coins: readonly DemoCoin[]): NewsItem {
  const publishedMs = getPublishedMs(demo, site, number);
  const draw = (label: string) => demo.noise(`news:${site.id}:${number}:${label}`);
  const origin = site.reposts;
  if (origin !== undefined && draw("repost") < origin.share) {
    const from = NEWS_SITES.find(({ id }) => id === origin.from)!;
    const original = composeItem(demo, from, getLatestNumber(from, publishedMs) - 1, coins);
    return { ...original, number, publishedMs };
  }
  const pick = (label: string) => coins[Math.floor(draw(label) ** 2 * coins.length)]!;
  const headline = composeHeadline(pick("coin"), pick("other"), draw, draw("plain") < (site.plainShare ?? 0));
  const slug = `${slugify(headline.title)}-${number.toString(36)}`;
  return {
    ...headline,
    number,
    url: `${site.homepage}/${site.path(slug, number, renderDay(publishedMs))}`,
    publishedMs,
    author: site.authors[Math.floor(draw("author") * site.authors.length)]!,
    image: draw("image") < WITHOUT_IMAGE ? null : `${site.homepage}/images/${number}.jpg`,
  };
}

/** Old coins first, whatever they are worth now: more is written about them. */
function sortCoins(demo: DemoMarket): DemoCoin[] {
  return [...demo.coins].sort((a, b) => a.launchedMs - b.launchedMs || (a.id < b.id ? -1 : 1));
}

function getPublishedMs(demo: DemoMarket, site: NewsSite, number: number): number {
  const intervalMs = site.minutes * MINUTE_MS;
  const late = demo.noise(`news:${site.id}:${number}:late`) * 0.9 * intervalMs;
  return floorTo(number * intervalMs + late, SECOND_MS);
}

function getLatestNumber(site: NewsSite, timeMs: number): number {
  return Math.floor(timeMs / (site.minutes * MINUTE_MS));
}

function slugify(title: string): string {
  return title
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9 -]/g, "")
    .trim()
    .replace(/[ -]+/g, "-");
}
