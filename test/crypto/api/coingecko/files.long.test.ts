import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import { DAY_MS, renderDay } from "../../../../build/lib/time.ts";
import { AS_OF_MS, makeHistory, makeMarket, makeWorld } from "../../../fixtures/market.ts";
import { type MemoryTree, readText, verifyMemory, writeTree } from "../../../fixtures/memory-tree.ts";
import { createMemoryHandler, makeCoins } from "../../../fixtures/site.ts";

const ROOT = "compat/coingecko";
const days = Array.from({ length: 60 }, (_, at) => AS_OF_MS - (60 - at) * DAY_MS);
const coins = makeCoins(110).map((coin, at) => {
  if (at === 3) return { ...coin, priceSource: "reference" as const, priceOrigin: "coingecko" };
  return at === 4 ? { ...coin, priceSource: "stale" as const } : coin;
});
const world = makeWorld(
  { ...makeMarket(), coins },
  {
    covered: 12,
    history: makeHistory(AS_OF_MS - 40 * DAY_MS),
    fixings: { days: days.map(renderDay), rates: { EUR: days.map((_, at) => 0.8 + at / 1000) }, sources: ["ecb"] },
  },
);
let tree: MemoryTree;

beforeAll(async () => {
  tree = await writeTree(endpoints, world);
});

describe.each(["usd", "eur", "btc"])("answers in CoinGecko's form in %s", (currency) => {
  it("are the same from the handler as from the files", async () => {
    const stored = [...tree.keys()].filter((path) => path.startsWith(`${ROOT}/${currency}/`));
    expect(stored.length).toBeGreaterThan(30);
    const without: MemoryTree = new Map([...tree].filter(([path]) => !/^(compat|api\/in)\//.test(path)));
    // The complete list in another currency is always stored.
    const list = `api/in/${currency}/coins/limit/all.json`;
    if (tree.has(list)) without.set(list, tree.get(list)!);
    const get = createMemoryHandler(without);
    const different: string[] = [];
    for (const path of stored) {
      const response = await get(`/${path}`);
      if (response.status !== 200 || (await response.text()) !== readText(tree, path)) different.push(path);
    }
    expect(different).toEqual([]);
  });
});

describe.each(["eur", "btc"])("vs_currency=%s", (currency) => {
  it.each(["coins/markets", "coins/markets/page/2", "coins/bitcoin/market_chart", "coins/ethereum/market_chart/range"])(
    "gives the numbers of that currency's tree at any base: %s",
    async (path) => {
      const get = createMemoryHandler(tree);
      const expected = readText(tree, `${ROOT}/${currency}/api/v3/${path}.json`);
      const query = path.includes("/page/") ? "page=2&" : "";
      for (const base of ["usd", "eur", "btc"]) {
        const url = `/${ROOT}/${base}/api/v3/${path.replace("/page/2", "")}?${query}vs_currency=${currency}`;
        expect(await (await get(url)).text(), url).toBe(expected);
      }
    },
  );

  it("gives the numbers of that currency's tree in simple/price", async () => {
    const get = createMemoryHandler(tree);
    const url = `/${ROOT}/usd/api/v3/simple/price?ids=bitcoin,ethereum&vs_currencies=${currency}`;
    const found = JSON.parse(await (await get(url)).text());
    const rows = JSON.parse(readText(tree, `${ROOT}/${currency}/api/v3/coins/markets.json`));
    for (const id of ["bitcoin", "ethereum"]) {
      const row = rows.find((one: { id: string }) => one.id === id);
      const { last_updated_at, ...amounts } = found[id];
      expect(amounts).toEqual({
        [currency]: row.current_price,
        [`${currency}_market_cap`]: row.market_cap,
        [`${currency}_24h_vol`]: row.total_volume,
        [`${currency}_24h_change`]: row.price_change_percentage_24h,
      });
    }
  });
});

describe("the tree", () => {
  it("is valid in every file", async () => {
    const { problems } = await verifyMemory(tree);
    expect(problems.slice(0, 10)).toEqual([]);
  });
});
