import { beforeAll, expect, it } from "vitest";
import type { MemoryTree } from "../../fixtures/memory-tree.ts";
import { makeCoins, makeSite } from "../../fixtures/site.ts";
import { findWrongNames, openHandlers } from "./every-name.ts";

let tree: MemoryTree;

beforeAll(async () => {
  tree = (await makeSite({ coins: makeCoins(3) })).tree;
});

it.each(["node", "worker", "client"] as const)(
  "answers each id and symbol in a currency about the same coin as in USD: %s",
  async (handler) => {
    const ask = (await openHandlers(tree))[handler];
    expect((await ask("/api/in/eur/coins/A%2FB/history")).status).toBe(200);
    expect(await findWrongNames(ask, "eur")).toEqual([]);
  },
);
