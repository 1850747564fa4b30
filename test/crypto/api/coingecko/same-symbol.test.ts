import { expect, it } from "vitest";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import type { PriceSource } from "../../../../build/crypto/market/model/market.ts";
import { makeCoin, makeMarket, makeWorld } from "../../../fixtures/market.ts";
import { writeTree } from "../../../fixtures/memory-tree.ts";
import { createMemoryHandler } from "../../../fixtures/site.ts";

/** A site with two coins of one symbol and name; `priceSource` is that of the larger one. */
async function openSite(priceSource: PriceSource) {
  const coins = [
    makeCoin("large", "ABC", { name: "Twin", marketCap: 3e9, price: 101, priceSource }),
    makeCoin("small", "ABC", { name: "Twin", key: "small", rank: 2, marketCap: 1e9, price: 2 }),
    makeCoin("bitcoin", "BTC", { rank: 3, marketCap: 1e8, price: 50_000 }),
  ];
  const get = createMemoryHandler(await writeTree(endpoints, makeWorld({ ...makeMarket(), coins })));
  return async (path: string) => (await get(`/compat/coingecko/usd/api/v3/${path}`)).json();
}

it("a symbol or a name means the largest coin, and all coins have their ids", async () => {
  const ask = await openSite("aggregated");
  expect(await ask("simple/price?symbols=abc&vs_currencies=usd")).toMatchObject({ abc: { usd: 101 } });
  expect(await ask("simple/price?names=Twin&vs_currencies=usd")).toMatchObject({ Twin: { usd: 101 } });
  expect(await ask("coins/markets?symbols=abc")).toMatchObject([{ id: "large" }]);
  expect(await ask("coins/markets?symbols=abc&include_tokens=all")).toMatchObject([{ id: "large" }, { id: "small" }]);
});

it.each<PriceSource>(["stale", "reference"])("neither means a smaller coin where that price is %s", async (source) => {
  const ask = await openSite(source);
  expect(await ask("simple/price?symbols=abc,btc&vs_currencies=usd")).toEqual({ btc: expect.anything() });
  expect(await ask("simple/price?names=Twin&vs_currencies=usd")).toEqual({});
  expect(await ask("coins/markets?symbols=abc")).toEqual([]);
  expect(await ask("coins/markets?symbols=abc&include_tokens=all")).toMatchObject([{ id: "small" }]);
});
