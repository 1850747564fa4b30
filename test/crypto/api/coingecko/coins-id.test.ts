import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import { makeCoin, makeMarket, makeWorld } from "../../../fixtures/market.ts";
import { type MemoryTree, readText, writeTree } from "../../../fixtures/memory-tree.ts";
import { createMemoryHandler } from "../../../fixtures/site.ts";

const ROOT = "compat/coingecko/usd/api/v3";
let tree: MemoryTree;

beforeAll(async () => {
  const ethereum = makeCoin("ethereum", "ETH", { rank: 2, price: 2_500, marketCap: 3e11, volume: 2e9 });
  const [bitcoin] = makeMarket().coins;
  tree = await writeTree(endpoints, makeWorld({ coins: [bitcoin!, ethereum] }));
});

async function ask(path: string, from = tree) {
  const response = await createMemoryHandler(from)(`/compat/coingecko/${path}`);
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

describe("a map by currency", () => {
  const CODES = ["usd", "eur", "btc"] as const;
  const read = (currency: string, path: string) =>
    JSON.parse(readText(tree, `compat/coingecko/${currency}/api/v3/${path}.json`));

  it("of a coin has, on any base, the number that each currency's own list has", async () => {
    for (const base of CODES) {
      const { market_data: data } = read(base, "coins/ethereum");
      for (const code of CODES) {
        const row = read(code, "coins/markets").find(({ id }: { id: string }) => id === "ethereum");
        expect(data.current_price[code], `${base} ${code}`).toBe(row.current_price);
        expect(data.market_cap[code]).toBe(row.market_cap);
        expect(data.total_volume[code]).toBe(row.total_volume);
        expect(data.price_change_24h_in_currency[code]).toBe(row.price_change_24h);
        expect(data.price_change_percentage_7d_in_currency[code]).toBe(row.price_change_percentage_7d_in_currency);
        expect(data.ath[code]).toBeNull();
      }
      expect(data.price_change_24h).toBe(data.price_change_24h_in_currency[base]);
    }
  });

  it("of the whole market and of gains has the same currencies on any base", () => {
    const changes = (base: string) =>
      read(base, "search/trending").coins.map(
        ({ item }: { item: { data: Record<string, unknown> } }) => item.data["price_change_percentage_24h"],
      );
    const { total_market_cap: caps } = read("usd", "global").data;
    expect(Object.keys(caps)).toEqual(CODES);
    expect(Object.keys(changes("usd")[0])).toEqual(CODES);
    for (const base of CODES) {
      expect(read(base, "global").data).toEqual(read("usd", "global").data);
      expect(changes(base)).toEqual(changes("usd"));
    }
  });

  it("leaves out a currency without a rate", async () => {
    const without = await writeTree(endpoints, makeWorld({ exchangeRates: null }));
    const file = JSON.parse(readText(without, `${ROOT}/coins/bitcoin.json`));
    expect(Object.keys(file.market_data.current_price)).toEqual(["usd", "btc"]);
    expect((await ask("usd/api/v3/coins/bitcoin", without)).body).toEqual(file);
  });
});
