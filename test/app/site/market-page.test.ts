import { describe, expect, it } from "vitest";
import { CoinRow } from "../../../build/crypto/api/rows/coin-row.ts";
import { SEARCHED } from "../../../build/crypto/api/rows/find-coin.ts";
import { searchRows } from "../../../build/kit/api/search.ts";
import { MARKET, nameLine } from "../../../public/js/market-view.js";
import { isPlain, readView, selectRows, writeView } from "../../../public/js/table-view.js";
import { makeCoin, makeUnknownCoin, makeWorld, NOTHING, UNKNOWN_CHANGES } from "../../fixtures/market.ts";
import { renderPage } from "../../fixtures/pages.ts";
import { makeCoins, renderAnswer } from "../../fixtures/site.ts";

describe("the market page", () => {
  const PATH = "market/index.html";

  it("lists the 100 largest coins without a script and links to the rest", async () => {
    const world = makeWorld({ coins: makeCoins() });
    const page = await renderPage(world, PATH);
    const links = [...page.matchAll(/<a class="coin" href="\.\.\/([^"]+)"/g)].map(([, path]) => path);
    const rows = JSON.parse(renderAnswer(world, "coins")).data as { path: string }[];
    expect(links).toEqual(rows.map(({ path }) => path.replace(/\.json$/, "/")));
    expect(links).toHaveLength(100);
    expect(page).toMatch(/<noscript>.*href="\.\.\/api\/coins\.csv"/);
  });

  it("shows exact prices in tooltips, and a fall with a sign besides the colour", async () => {
    const changePercentage = { ...UNKNOWN_CHANGES, "24h": -2.5, "7d": 0 };
    const coins = [makeCoin("one", "ONE", { price: 1234.56789, changePercentage })];
    const page = await renderPage(makeWorld({ coins }), PATH);
    expect(page).toContain('<data value="1234.56789" title="1,234.56789 USD">$1,234.57</data>');
    expect(page).toContain('<span aria-hidden="true">▼</span><span class="visually-hidden">down</span> 2.50%</data>');
    expect(page).toMatch(/data-pager hidden>/);
  });

  it("marks stale prices with their time", async () => {
    const priceTimeMs = Date.UTC(2026, 9, 28, 9, 17);
    const coins = [makeCoin("old", "OLD", { priceSource: "stale", priceTimeMs }), makeCoin("new", "NEW", { rank: 2 })];
    const page = await renderPage(makeWorld({ coins }), PATH);
    expect(page.match(/class="tag stale"/g)).toHaveLength(1);
    expect(page).toMatch(
      /<td class="price"><data [^>]*>[^<]*<\/data> <span class="tag stale" title="no newer price since 2026-10-28 09:17 UTC">stale/,
    );
  });

  it("has a message without data", async () => {
    const page = await renderPage(makeWorld(NOTHING), PATH);
    expect(page).toContain("No source has answered yet.");
    expect(page).not.toContain("data-table-tools");
  });
});

describe("a market view", () => {
  const coins: CoinRow[] = [
    makeCoin("bitcoin", "BTC", { rank: 1, price: 900, marketCap: 2e12 }),
    makeCoin("ether", "ETH", { rank: 2, price: 40, marketCap: 5e9, priceSource: "reference" }),
    makeCoin("bit-token", "BGB", { rank: 3, price: 40, marketCap: 3e8, priceSource: "stale" }),
    makeCoin("cobit", "CO", { rank: 4, price: 7, marketCap: null }),
    makeUnknownCoin("nothing", "BIT"),
  ].map((coin) => ({ ...CoinRow.compute(coin), price_change_percentage_24h: coin.symbol === "ETH" ? -1 : null }));

  function show(query: string, pageLength = 10): string[] {
    return selectRows(MARKET, coins, readView(MARKET, query), pageLength).rows.map(({ symbol }: CoinRow) => symbol);
  }

  it("is the static page by default", () => {
    expect(show("")).toEqual(["BTC", "ETH", "BGB", "CO", "BIT"]);
    expect(isPlain(MARKET, readView(MARKET, "page=3"))).toBe(true);
    expect(isPlain(MARKET, readView(MARKET, "order=price"))).toBe(false);
  });

  it("is written as it was read, without unknown parameters", () => {
    for (const query of ["", "search=bit&order=cap", "move=up&order=price&direction=up&page=2", "direction=down"]) {
      expect(writeView(MARKET, readView(MARKET, query))).toBe(query);
    }
    expect(writeView(MARKET, readView(MARKET, "order=__proto__&move=constructor&page=-1&direction=sideways&x=1"))).toBe(
      "",
    );
  });

  it("sorts unknown values last in both directions, and is stable", () => {
    expect(show("order=price")).toEqual(["BTC", "ETH", "BGB", "CO", "BIT"]);
    expect(show("order=price&direction=up")).toEqual(["CO", "ETH", "BGB", "BTC", "BIT"]);
    expect(show("direction=down")).toEqual(["CO", "BGB", "ETH", "BTC", "BIT"]);
    expect(show("order=name")).toEqual(["BGB", "BTC", "CO", "ETH", "BIT"]);
  });

  it("searches like the API", () => {
    for (const search of ["bit", "B", "o", "bitcoin", "none"]) {
      expect([search, show(`search=${search}`)]).toEqual([
        search,
        searchRows(coins, search, SEARCHED).map(({ symbol }) => symbol),
      ]);
    }
  });

  it("applies all filters and drops unknown values", () => {
    expect(show("move=down")).toEqual(["ETH"]);
    expect(show("move=up")).toEqual([]);
    expect(show("size=small")).toEqual(["BGB"]);
    expect(show("size=middle&source=reference")).toEqual(["ETH"]);
    expect(show("source=stale")).toEqual(["BGB"]);
    expect(show("source=reference")).toEqual(["ETH"]);
  });

  it("filters by the market cap in USD, whatever the currency of the rows", () => {
    const inYen = coins.map((coin) => ({
      ...coin,
      market_cap: coin.market_cap === null ? null : coin.market_cap * 150,
    }));
    const view = readView(MARKET, "size=middle");
    const context = { currency: "jpy", rate: 150 };
    expect(selectRows(MARKET, inYen, view, 10, context).rows.map(({ symbol }: CoinRow) => symbol)).toEqual(["ETH"]);
  });

  it("has pages, and shows the last one instead of a later one", () => {
    expect(show("page=2", 2)).toEqual(["BGB", "CO"]);
    const { rows, ...rest } = selectRows(MARKET, coins, readView(MARKET, "page=9"), 2);
    expect([rows.length, rest]).toEqual([1, { total: 5, page: 3, pages: 3 }]);
  });
  it("finds the line of each coin, also of one whose symbol another coin has", () => {
    const own = makeCoin("bitcoin", "BTC", { rank: 1 });
    const others = [
      makeCoin("btc", "BTC", { rank: 2, key: "btc-2" }),
      makeCoin("BTC", "ONE", { rank: 3, key: "bitcoin" }),
    ];
    const world = makeWorld({ coins: [own, ...others] });
    const rows: CoinRow[] = JSON.parse(renderAnswer(world, "coins")).data;
    const lines = JSON.parse(renderAnswer(world, "sparklines")).data;
    expect(rows.map(nameLine)).toEqual(Object.keys(lines));
    expect(rows.map(nameLine)).toEqual(["BTC", "btc-2", "bitcoin"]);
  });
});
