import { expect, it } from "vitest";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import { makeCoin, makeMarket, makeWorld } from "../../../fixtures/market.ts";
import { writeTree } from "../../../fixtures/memory-tree.ts";
import { createMemoryHandler } from "../../../fixtures/site.ts";

const coins = [
  makeCoin("large", "LARGE", { rank: 1, marketCap: 3e9, volume: 1e6 }),
  makeCoin("small", "SMALL", { rank: 2, marketCap: 1e9, volume: 2e6 }),
  makeCoin("silent", "SILENT", { rank: 3, marketCap: 5e8, volume: null }),
  makeCoin("unknown", "UNKNOWN", { rank: null, marketCap: null, volume: 3e6 }),
];

it.each([
  ["market_cap_desc", ["large", "small", "silent", "unknown"]],
  ["market_cap_asc", ["silent", "small", "large", "unknown"]],
  ["volume_desc", ["unknown", "small", "large", "silent"]],
  ["volume_asc", ["large", "small", "unknown", "silent"]],
])("order=%s lists coins without the number last", async (order, expected) => {
  const get = createMemoryHandler(await writeTree(endpoints, makeWorld({ ...makeMarket(), coins })));
  const response = await get(`/compat/coingecko/usd/api/v3/coins/markets?order=${order}`);
  expect(((await response.json()) as { id: string }[]).map(({ id }) => id)).toEqual(expected);
});
