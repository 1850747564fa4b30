import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import { makeWorld } from "../../../fixtures/market.ts";
import { type MemoryTree, readText, writeTree } from "../../../fixtures/memory-tree.ts";
import { createMemoryHandler } from "../../../fixtures/site.ts";

const ROOT = "compat/coingecko/usd/api/v3";
let tree: MemoryTree;

beforeAll(async () => {
  tree = await writeTree(endpoints, makeWorld());
});

async function ask(path: string) {
  const response = await createMemoryHandler(tree)(`/compat/coingecko/${path}`);
  return { status: response.status, body: await response.json() };
}

describe("market_data of a coin", () => {
  it("has null for changes over 14, 60 and 200 days, which this project does not know", () => {
    const { market_data: data } = JSON.parse(readText(tree, `${ROOT}/coins/bitcoin.json`));
    for (const window of ["14d", "60d", "200d"]) {
      expect(data[`price_change_percentage_${window}`], window).toBeNull();
      expect(data[`price_change_percentage_${window}_in_currency`].usd, window).toBeNull();
    }
  });

  it.each(["usd", "eur", "btc"])("has the line of coins/markets in %s on request", async (currency) => {
    const root = `${currency}/api/v3/coins`;
    const { body: detail } = await ask(`${root}/bitcoin?sparkline=true`);
    const { body: rows } = await ask(`${root}/markets?ids=bitcoin&sparkline=true`);
    expect(detail.market_data.sparkline_7d.price.length).toBeGreaterThan(10);
    expect(detail.market_data.sparkline_7d).toEqual(rows[0].sparkline_in_7d);
    const { body: plain } = await ask(`${root}/bitcoin?sparkline=false`);
    expect(plain.market_data).not.toHaveProperty("sparkline_7d");
  });

  it("refuses a sparkline that is neither true nor false", async () => {
    expect((await ask("usd/api/v3/coins/bitcoin?sparkline=yes")).status).toBe(400);
  });
});
