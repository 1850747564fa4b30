import { describe, expect, it } from "vitest";
import { createDemoMarket } from "../../../../build/crypto/demo/create-demo-market.ts";
import type { Article } from "../../../../build/crypto/normalise/record.ts";
import { newsPublishers } from "../../../../build/crypto/sources/news/news-publishers.ts";
import type { Source } from "../../../../build/crypto/sources/source.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../build/lib/time.ts";
import { ask, readSource } from "./read-simulated.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 15);
const createWorld = (now: number) => createDemoMarket({ seed: 7, coins: 100, now });
const demo = createWorld(NOW);
const read = (source: Source, at = demo) => readSource(source, at).get("articles")!.records as Article[];
const names = demo.coins.flatMap(({ name, symbol }) => [name, symbol]);

describe.each(newsPublishers)("the feed of $name", (source) => {
  const articles = read(source);
  const url = source.feeds[0]!.requests({} as never)[0]!.url;

  it("has 15 to 31 articles of the past, most of which name a coin of the market", () => {
    expect(articles.length).toBeGreaterThanOrEqual(15);
    expect(articles.length).toBeLessThanOrEqual(31);
    expect(articles.every(({ publishedAtMs }) => publishedAtMs <= NOW)).toBe(true);
    const naming = articles.filter(({ title }) => names.some((name) => title.includes(name)));
    expect(naming.length).toBeGreaterThan(articles.length / 2);
  });

  it("is constant within an hour and keeps its earlier articles", () => {
    const at = (now: number) => ask(createWorld(now), url).body;
    expect(at(NOW + 30 * MINUTE_MS)).toBe(at(NOW));
    const before = new Map(read(source, createWorld(NOW - 4 * HOUR_MS)).map((article) => [article.url, article]));
    const kept = articles.filter(
      (article) => before.has(article.url) && !article.url.endsWith("/the-day-in-crypto-in-short"),
    );
    expect(kept.length).toBeGreaterThan(articles.length / 2);
    for (const article of kept) expect(article).toEqual(before.get(article.url));
    expect(at(NOW + DAY_MS)).not.toBe(at(NOW));
  });

  it("reads as plain text, without a trace of markup or escapes", () => {
    for (const { title, author, url: link } of articles) {
      expect(`${title} ${author}`).not.toMatch(/&(amp|#\d+|quot);|<[a-z]/);
      expect(link).not.toMatch(/utm_/);
    }
  });
});

describe("all feeds together", () => {
  it("share a few articles by their address", () => {
    const counts = new Map<string, number>();
    for (const source of newsPublishers) {
      for (const url of new Set(read(source).map((article) => article.url)))
        counts.set(url, (counts.get(url) ?? 0) + 1);
    }
    const shared = [...counts.values()].filter((count) => count > 1).length;
    expect(shared).toBeGreaterThanOrEqual(2);
    expect(shared).toBeLessThan(20);
  });

  it("leave some articles without a picture", () => {
    const images = newsPublishers
      .filter(({ id }) => id !== "u-today")
      .flatMap((source) => read(source).map(({ image }) => image));
    const without = images.filter((image) => image === null).length;
    expect(without).toBeGreaterThan(3);
    expect(without).toBeLessThan(images.length / 4);
  });
});
