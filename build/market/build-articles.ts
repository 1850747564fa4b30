import type { Article } from "../normalise/record.ts";
import type { MarketArticle } from "./market.ts";

const MOST = 100;
/** Names that are everyday words would turn up in every second headline. */
const AMBIGUOUS =
  /^(the|one|core|near|gas|flow|just|mask|magic|prime|pump|official|story|sun|sand|beam|blur|gate|link|dash|safe|celo|render|movement|optimism|harmony|audius|chip|melania|trump|humanity|sign|succinct|plume|initia|bio|cat|dog)$/i;
/** Only the largest coins are looked for in headlines: below, names collide with common words. */
const LARGEST = 300;

export interface Publisher {
  id: string;
  name: string;
  url: string;
}

/**
 * The newest articles of all publishers, each once: by canonical link, then by title, the earliest publication wins.
 * `hash` gives the sha256 of a text in hex.
 */
export function buildArticles(
  feeds: readonly { publisher: Publisher; articles: readonly Article[] }[],
  coins: readonly { id: string; name: string; symbol: string }[],
  hash: (text: string) => string,
): MarketArticle[] {
  const all = feeds.flatMap(({ publisher, articles }) => articles.map((article) => ({ publisher, article })));
  all.sort((a, b) => a.article.publishedAtMs - b.article.publishedAtMs || (a.article.url < b.article.url ? -1 : 1));
  const urls = new Set<string>();
  const titles = new Set<string>();
  const unique = all.filter(({ article }) => {
    const title = article.title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
    if (urls.has(article.url) || titles.has(title)) return false;
    urls.add(article.url);
    titles.add(title);
    return true;
  });
  const findCoins = createCoinFinder(coins.slice(0, LARGEST));
  return unique
    .reverse()
    .slice(0, MOST)
    .map(({ publisher, article }) => ({
      id: hash(article.url).slice(0, 16),
      title: article.title,
      url: article.url,
      source: publisher,
      author: article.author,
      publishedAtMs: article.publishedAtMs,
      coins: findCoins(article.title),
      categories: article.categories,
      image: article.image,
    }));
}

/** Finds the coins that a headline names: by whole name as written, or by upper-case ticker of three letters and more. */
function createCoinFinder(coins: readonly { id: string; name: string; symbol: string }[]): (title: string) => string[] {
  const byWord = new Map<string, string>();
  for (const { id, name, symbol } of coins) {
    if (/^[A-Z]{3,6}$/.test(symbol) && !AMBIGUOUS.test(symbol) && !byWord.has(symbol)) byWord.set(symbol, id);
    if (name.length >= 3 && !AMBIGUOUS.test(name) && !byWord.has(name)) byWord.set(name, id);
  }
  const longest = Math.max(1, ...[...byWord.keys()].map((word) => word.split(" ").length));
  return (title) => {
    const words = title.split(/[^\p{L}\p{N}.$-]+/u).map((word) => word.replace(/^\$|[.-]+$|'s$/g, ""));
    const found = new Set<string>();
    for (let start = 0; start < words.length; start += 1) {
      for (let length = 1; length <= longest && start + length <= words.length; length += 1) {
        const id = byWord.get(words.slice(start, start + length).join(" "));
        if (id !== undefined) found.add(id);
      }
    }
    return [...found].sort();
  };
}
