import { describe, expect, it } from "vitest";
import { coins } from "../../../../build/crypto/api/endpoints/coins.ts";
import { buildSearchWords, createSearchIndex } from "../../../../build/crypto/api/rows/coin-index.ts";
import { CoinRow } from "../../../../build/crypto/api/rows/coin-row.ts";
import { SEARCHED } from "../../../../build/crypto/api/rows/find-coin.ts";
import { fileOf } from "../../../../build/kit/api/query.ts";
import { searchRows } from "../../../../build/kit/api/search.ts";
import { makeCoin, makeMarket, makeUnknownCoin, makeWorld } from "../../../fixtures/market.ts";

const ids = (params: Record<string, string | number>, world = makeWorld()) =>
  (coins.compute(world, params).data as CoinRow[]).map(({ id }) => id);

describe("coins", () => {
  it("serves search, limit and offset in this order", () => {
    expect(ids({})).toEqual(["bitcoin", "tether", "bitget-token", "batcat", "dollar-sign"]);
    expect(ids({ limit: 2, offset: 1 })).toEqual(["tether", "bitget-token"]);
    expect(ids({ search: "bit" })).toEqual(["bitcoin", "bitget-token"]);
    expect(ids({ search: "btc" })).toEqual(["bitcoin", "batcat"]);
    expect(ids({ search: "btc", limit: 1, offset: 1 })).toEqual(["batcat"]);
    expect(ids({ search: "nothing" })).toEqual([]);
    expect(ids({ offset: 99 })).toEqual([]);
  });

  it("has a file for every limit, every multiple below the total, and the searches", () => {
    const many = Array.from({ length: 101 }, (_, n) => makeCoin("a", "A", { key: `a${n}` }));
    const files = [...coins.variants(makeWorld({ coins: many }))].map((params) =>
      fileOf(coins.path, coins.parameters, params),
    );
    const pages = (limit: number) => files.filter((file) => file.startsWith(`coins/limit/${limit}/offset/`));
    expect(files).toEqual(expect.arrayContaining(["coins.json", "coins/limit/1000.json", "coins/limit/all.json"]));
    expect(files).not.toContain("coins/limit/100.json");
    expect(pages(10)).toHaveLength(10);
    expect(pages(10).at(-1)).toBe("coins/limit/10/offset/100.json");
    expect(pages(25)).toEqual([25, 50, 75, 100].map((offset) => `coins/limit/25/offset/${offset}.json`));
    expect(pages(100)).toEqual(["coins/limit/100/offset/100.json"]);
    expect(pages(200)).toEqual([]);
    expect(files).toContain("coins/search/a.json");
  });

  it("has no page that begins at the total", () => {
    const twenty = Array.from({ length: 20 }, (_, n) => makeCoin("a", "A", { key: `a${n}` }));
    const starts = [...coins.variants(makeWorld({ coins: twenty }))].filter(({ limit }) => limit === 10);
    expect(starts).toEqual([{ limit: 10 }, { limit: 10, offset: 10 }]);
  });
});

describe("buildSearchWords", () => {
  it("has symbols, words of names, and their first one and two letters, if they need no escape", () => {
    const words = buildSearchWords([makeCoin("x", "$BTC", { name: "Yearn.Finance (Old) v2" })]);
    expect(words.sort()).toEqual(["y", "ye", "yearn", "f", "fi", "finance", "o", "ol", "old", "v", "v2"].sort());
  });

  it("omits words that are too long for the parameter or cannot name a file", () => {
    const words = buildSearchWords([
      makeCoin("x", "CON", { name: `${"a".repeat(65)} ${"b".repeat(64)} index list 🐶🐱 狗` }),
    ]);
    const kept = ["c", "co", "a", "aa", "b", "bb", "b".repeat(64), "i", "in", "l", "li", "list"];
    expect(words.sort()).toEqual(kept.sort());
  });

  it("finds at least one coin with each", () => {
    const { coins: all } = makeMarket();
    for (const word of buildSearchWords(all)) expect(searchRows(all, word, SEARCHED)).not.toEqual([]);
  });
});

describe("createSearchIndex", () => {
  it("finds every coin that matches", () => {
    const market = makeMarket();
    const findCandidates = createSearchIndex(market.coins);
    const texts = market.coins.flatMap(({ id, name, symbol }) => [id, name, symbol, `${name} `, `x${name}`]);
    for (const text of texts.flatMap((one) => [one, one.slice(1), one.slice(-3), one.slice(0, 1), ""])) {
      expect(searchRows(findCandidates(text), text, SEARCHED)).toEqual(searchRows(market.coins, text, SEARCHED));
    }
  });
});

describe("CoinRow", () => {
  it("is null if unknown, and links to its key", () => {
    const row = CoinRow.compute(makeUnknownCoin("x", "$A/B", { key: "dollar-sign" }));
    expect(row).toMatchObject({ path: "coins/dollar-sign.json", current_price: null, ath_date: null });
    expect(Object.values(row)).not.toContain(undefined);
  });
});
