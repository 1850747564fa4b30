import { describe, expect, it } from "vitest";
import { searchRows } from "../../build/api/query.ts";
import type { CoinRow } from "../../build/api/rows/coin-row.ts";
import { computeCoinRow } from "../../build/api/rows/coin-row.ts";
import { MARKET } from "../../public/js/market-view.js";
import { isPlain, readView, selectRows, writeView } from "../../public/js/table-view.js";
import { makeCoin, makeUnknownCoin } from "../api/sample-market.ts";

const coins: CoinRow[] = [
  makeCoin("bitcoin", "BTC", { rank: 1, price: 900, marketCap: 2e12 }),
  makeCoin("ether", "ETH", { rank: 2, price: 40, marketCap: 5e9, priceSource: "reference" }),
  makeCoin("bit-token", "BGB", { rank: 3, price: 40, marketCap: 3e8, priceSource: "stale" }),
  makeCoin("cobit", "CO", { rank: 4, price: 7, marketCap: null }),
  makeUnknownCoin("nothing", "BIT"),
].map((coin) => ({ ...computeCoinRow(coin), price_change_percentage_24h: coin.symbol === "ETH" ? -1 : null }));

function show(query: string, pageLength = 10): string[] {
  return selectRows(MARKET, coins, readView(MARKET, query), pageLength).rows.map(({ symbol }: CoinRow) => symbol);
}

describe("a view of the market", () => {
  it("is that of the page where nothing is asked for", () => {
    expect(show("")).toEqual(["BTC", "ETH", "BGB", "CO", "BIT"]);
    expect(isPlain(MARKET, readView(MARKET, "page=3"))).toBe(true);
    expect(isPlain(MARKET, readView(MARKET, "order=price"))).toBe(false);
  });

  it("is written as it was read, and without what it does not know", () => {
    for (const query of ["", "search=bit&order=cap", "move=up&order=price&direction=up&page=2", "direction=down"]) {
      expect(writeView(MARKET, readView(MARKET, query))).toBe(query);
    }
    expect(writeView(MARKET, readView(MARKET, "order=__proto__&move=constructor&page=-1&direction=sideways&x=1"))).toBe(
      "",
    );
  });

  it("puts what is unknown last, whichever way it is ordered, and keeps the order of equals", () => {
    expect(show("order=price")).toEqual(["BTC", "ETH", "BGB", "CO", "BIT"]);
    expect(show("order=price&direction=up")).toEqual(["CO", "ETH", "BGB", "BTC", "BIT"]);
    expect(show("direction=down")).toEqual(["CO", "BGB", "ETH", "BTC", "BIT"]);
    expect(show("order=name")).toEqual(["BGB", "BTC", "CO", "ETH", "BIT"]);
  });

  it("searches as the interface does", () => {
    for (const search of ["bit", "B", "o", "bitcoin", "none"]) {
      expect([search, show(`search=${search}`)]).toEqual([
        search,
        searchRows(coins, search).map(({ symbol }) => symbol),
      ]);
    }
  });

  it("keeps only what every filter lets through, and nothing unknown", () => {
    expect(show("move=down")).toEqual(["ETH"]);
    expect(show("move=up")).toEqual([]);
    expect(show("size=small")).toEqual(["BGB"]);
    expect(show("size=middle&source=reference")).toEqual(["ETH"]);
    expect(show("source=stale")).toEqual(["BGB"]);
    expect(show("source=reference")).toEqual(["ETH"]);
  });

  it("has pages, of which the last is shown where a later one is asked for", () => {
    expect(show("page=2", 2)).toEqual(["BGB", "CO"]);
    const { rows, ...rest } = selectRows(MARKET, coins, readView(MARKET, "page=9"), 2);
    expect([rows.length, rest]).toEqual([1, { total: 5, page: 3, pages: 3 }]);
  });
});
