import { describe, expect, it } from "vitest";
import { buildArticles } from "../../../../build/crypto/market/totals/build-articles.ts";
import type { Article } from "../../../../build/crypto/normalise/record.ts";
import { computeSha256 } from "../../../../build/lib/hash.ts";
import { NOW, RECORDS } from "../../normalise/records.ts";

const HOUR_MS = 3_600_000;
const publisher = (id: string) => ({ id, name: id.toUpperCase(), url: `https://${id}.example` });

const article = (title: string, hoursAgo: number, url = `https://x.example/${title}-${hoursAgo}`): Article => ({
  ...RECORDS.article,
  title,
  url,
  publishedAtMs: NOW - hoursAgo * HOUR_MS,
});

const COINS = [
  { id: "bitcoin", name: "Bitcoin", symbol: "BTC" },
  { id: "ethereum", name: "Ethereum", symbol: "ETH" },
  { id: "ripple", name: "XRP", symbol: "XRP" },
  { id: "bitcoin-cash", name: "Bitcoin Cash", symbol: "BCH" },
  { id: "ethereum-classic", name: "Ethereum Classic", symbol: "ETC" },
  { id: "world-liberty-financial", name: "World Liberty Financial", symbol: "WLFI" },
  { id: "near", name: "NEAR Protocol", symbol: "NEAR" },
  { id: "other-bitcoin", name: "Bitcoin", symbol: "BTC" },
];

const build = (...articles: Article[]) =>
  buildArticles([{ publisher: publisher("a"), articles }], COINS, (text) => Buffer.from(text).toString("hex"));
const coinsIn = (title: string) => build(article(title, 1))[0]?.coins;

describe("the articles", () => {
  it("are the hundred newest, newest first", () => {
    const many = Array.from({ length: 150 }, (_, index) => article(`Story ${index}`, index));
    const built = build(...many.toReversed());
    expect(built).toHaveLength(100);
    expect(built[0]?.title).toBe("Story 0");
    expect(built.at(-1)?.title).toBe("Story 99");
  });

  it("are named by the hash of their link, and carry their publisher", () => {
    const [built] = build(article("Story", 1, "https://x.example/1"));
    expect(built).toMatchObject({
      id: Buffer.from("https://x.example/1").toString("hex").slice(0, 16),
      source: publisher("a"),
    });
  });

  it.each<[string, Article[], string[]]>([
    [
      "once per link, as published first",
      [article("Corrected", 1, "https://x.example/1"), article("Title", 2, "https://x.example/1")],
      ["Title"],
    ],
    [
      "once per title, however it is spelled",
      [article("Bitcoin hits $100k!", 2), article("BITCOIN hits 100K", 1), article("Bitcoin hits", 1)],
      ["Bitcoin hits", "Bitcoin hits $100k!"],
    ],
    [
      "each day in a daily column",
      [article("Today", 49), article("Today", 25), article("Today", 1)],
      Array(3).fill("Today"),
    ],
    ["each, without any letter in the titles", [article("🚀🚀", 1), article("🔥", 2)], ["🚀🚀", "🔥"]],
  ])("appear %s", (_, articles, titles) => {
    expect(build(...articles).map(({ title }) => title)).toEqual(titles);
  });

  it("keep the first date that a build saw, although their feed sets a new one", () => {
    const feeds = [{ publisher: publisher("a"), articles: [article("Corrected", 1), article("New", 2)] }];
    const corrected = buildArticles(feeds, COINS, computeSha256)[0]!;
    const first = NOW - 40 * 24 * HOUR_MS;
    const again = buildArticles(feeds, COINS, computeSha256, new Map([[corrected.id, first]]));
    expect(again.map(({ title, publishedAtMs }) => [title, publishedAtMs])).toEqual([
      ["New", NOW - 2 * HOUR_MS],
      ["Corrected", first],
    ]);
  });

  it("do not depend on the order of publishers", () => {
    const one = { publisher: publisher("a"), articles: [article("Story", 1, "https://x.example/1")] };
    const two = { publisher: publisher("b"), articles: [article("Story", 1, "https://x.example/1")] };
    const hash = () => "0".repeat(64);
    expect(buildArticles([one, two], COINS, hash)).toEqual(buildArticles([two, one], COINS, hash));
  });
});

describe("the coins of a headline", () => {
  it.each<[string, string[]]>([
    ["Bitcoin slips as Ethereum gains", ["bitcoin", "ethereum"]],
    ["$BTC and (XRP) rally", ["bitcoin", "ripple"]],
    ["Bitcoin’s week, Ethereum's month", ["bitcoin", "ethereum"]],
    ["Bitcoin Cash forks again", ["bitcoin-cash"]],
    ["Why Ethereum Classic is not Ethereum", ["ethereum", "ethereum-classic"]],
    ["bitcoin in lower case is a word", []],
    ["Getting NEAR to the goal", []],
    ["BTCUSD is no ticker of a coin", []],
    ["", []],
  ])("%s", (title, coins) => {
    expect(coinsIn(title)).toEqual(coins);
  });

  it("are the largest of their name", () => {
    expect(coinsIn("Bitcoin")).toEqual(["bitcoin"]);
  });
});
