import { compareText } from "../../../lib/collections.ts";
import type { Article } from "../../normalise/record.ts";
import type { MarketArticle } from "../model/market.ts";
import { ARTICLE_RULES } from "../rules/totals.ts";

/** Names that are everyday words would turn up in every second headline. */
const AMBIGUOUS = new Set(
  (
    "the one core near gas flow just mask magic prime pump official story sun sand beam blur gate link dash safe " +
    "celo render movement optimism harmony audius chip melania trump humanity sign succinct plume initia bio cat dog"
  ).split(" "),
);

export interface Publisher {
  id: string;
  name: string;
  url: string;
}

/**
 * The newest articles of all publishers, each link and title once: the earliest publication is
 * kept. `hash` returns the sha256 of a text in hex. `firstDates`: when earlier builds saw articles
 * first published, by id: some feeds set a new date with each correction.
 */
export function buildArticles(
  feeds: readonly { publisher: Publisher; articles: readonly Article[] }[],
  coins: readonly { id: string; name: string; symbol: string }[],
  hash: (text: string) => string,
  firstDates: ReadonlyMap<string, number> = new Map(),
): MarketArticle[] {
  const all = feeds.flatMap(({ publisher, articles }) =>
    articles.map((article) => {
      const id = hash(article.url).slice(0, 16);
      const publishedAtMs = Math.min(article.publishedAtMs, firstDates.get(id) ?? Number.POSITIVE_INFINITY);
      return { publisher, article: { ...article, id, publishedAtMs } };
    }),
  );
  all.sort(
    (a, b) =>
      a.article.publishedAtMs - b.article.publishedAtMs ||
      compareText(a.article.url, b.article.url) ||
      compareText(a.publisher.id, b.publisher.id),
  );
  const urls = new Set<string>();
  const titles = new Map<string, number>();
  const unique = all.filter(({ article: { url, title, publishedAtMs } }) => {
    const plain = simplifyTitle(title);
    const told = titles.get(plain);
    if (urls.has(url) || (told !== undefined && publishedAtMs - told < ARTICLE_RULES.sameStoryMs)) return false;
    urls.add(url);
    titles.set(plain, publishedAtMs);
    return true;
  });
  const findCoins = createCoinFinder(coins.slice(0, ARTICLE_RULES.coins));
  return unique
    .reverse()
    .slice(0, ARTICLE_RULES.most)
    .map(({ publisher, article }) => ({
      id: article.id,
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

/** Letters and numbers alone, or the title as it is where it has none. */
function simplifyTitle(title: string): string {
  const simple = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
  return simple.trim() === "" ? title : simple.trim();
}

/** Finds coins by whole name as written, or by upper-case ticker of three letters or more. */
function createCoinFinder(coins: readonly { id: string; name: string; symbol: string }[]): (title: string) => string[] {
  const byWord = new Map<string, string>();
  for (const { id, name, symbol } of coins) {
    if (/^[A-Z]{3,6}$/.test(symbol) && !AMBIGUOUS.has(symbol.toLowerCase()) && !byWord.has(symbol))
      byWord.set(symbol, id);
    if (name.length >= 3 && !AMBIGUOUS.has(name.toLowerCase()) && !byWord.has(name)) byWord.set(name, id);
  }
  const longest = [...byWord.keys()].reduce((most, word) => Math.max(most, word.split(" ").length), 1);
  return (title) => {
    const words = title.split(/[^\p{L}\p{N}.$-]+/u).map((word) => word.replace(/^\$|[.-]+$|'s$/g, ""));
    const found = new Set<string>();
    for (let start = 0; start < words.length; ) {
      // The longest name wins: "Ethereum Classic" does not name Ethereum.
      let length = Math.min(longest, words.length - start);
      while (length > 1 && !byWord.has(words.slice(start, start + length).join(" "))) length -= 1;
      const id = byWord.get(words.slice(start, start + length).join(" "));
      if (id !== undefined) found.add(id);
      start += length;
    }
    return [...found].sort();
  };
}
