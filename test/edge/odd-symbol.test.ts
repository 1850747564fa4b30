import { beforeAll, describe, expect, it } from "vitest";
import { createMemoryHandler } from "./memory-handler.ts";
import { makeSite, ODD_SYMBOLS, renderAnswer, type Site } from "./site.ts";

let site: Site;
let get: ReturnType<typeof createMemoryHandler>;

beforeAll(async () => {
  site = await makeSite();
  get = createMemoryHandler(site.tree);
});

const getJson = async (path: string) => JSON.parse(await (await get(path)).text());
const findCoin = (symbol: string) => site.world.market.coins.find((coin) => coin.symbol === symbol)!;

/**
 * A URL cannot hold a segment of dots alone, however it is escaped; one that ends in `.json` names a file, and one with
 * an escape names a key.
 */
const NOT_IN_A_PATH = [".", "..", "BTC.JSON", "%41"];

describe.each(ODD_SYMBOLS)("the coin %s", (symbol) => {
  it("is found by the path in its row, and so is its history", async () => {
    const { key } = findCoin(symbol);
    const rows = JSON.parse(await (await get("/api/coins/limit/all.json")).text()).data;
    const { path } = rows.find((row: { symbol: string }) => row.symbol === symbol);
    const detail = await (await get(`/api/${path}`)).text();
    expect(detail).toBe(renderAnswer(site.world, "coin", { symbol: key }));
    const { history } = JSON.parse(detail).data;
    for (const [period, file] of Object.entries(history)) {
      const { data } = await getJson(`/api/${file}`);
      expect(data).toMatchObject({ symbol, period });
    }
  });

  it("is found by its id", async () => {
    const { id, key } = findCoin(symbol);
    expect(await (await get(`/api/coins/${id}`)).text()).toBe(renderAnswer(site.world, "coin", { symbol: key }));
  });

  it("is found by a search for its symbol", async () => {
    const { data } = await getJson(`/api/coins?search=${encodeURIComponent(symbol)}`);
    expect(data[0].symbol).toBe(symbol);
  });

  it("has a sparkline by its symbol, alone and among others", async () => {
    const { key } = findCoin(symbol);
    const expected = JSON.parse(renderAnswer(site.world, "sparklines", { symbols: key })).data[symbol];
    const asked = encodeURIComponent(symbol.toLowerCase());
    const alone = await getJson(`/api/sparklines/${encodeURIComponent(key)}.json`);
    expect(alone.data[symbol]).toEqual(expected);
    if (symbol.includes(",")) return;
    for (const symbols of [asked, `btc,${asked}`]) {
      const { data } = await getJson(`/api/sparklines?symbols=${symbols}`);
      expect(data[symbol]).toEqual(expected);
    }
  });
});

it.each(ODD_SYMBOLS.filter((symbol) => !NOT_IN_A_PATH.includes(symbol)))(
  "%s is found by its symbol in either case, without and with extension",
  async (symbol) => {
    const expected = renderAnswer(site.world, "coin", { symbol: findCoin(symbol).key });
    for (const spelt of [symbol, symbol.toLowerCase()]) {
      for (const extension of ["", ".json", "?x=1"]) {
        expect(await (await get(`/api/coins/${encodeURIComponent(spelt)}${extension}`)).text()).toBe(expected);
      }
      const { data } = await getJson(`/api/coins/${encodeURIComponent(spelt)}/history?period=1h`);
      expect(data).toMatchObject({ symbol, period: "1h" });
    }
  },
);

it("a symbol wins over a file beside it only without the extension that spells the file", async () => {
  const history = await getJson("/api/coins/search/history");
  expect(history.data.symbol).toBe("SEARCH");
  const search = await getJson("/api/coins/search/history.json");
  expect(search.meta.search).toBe("history");
  // Where no coin is called so, the file is meant.
  const without = new Map(site.tree);
  without.delete("api/coins/%73earch/history.json");
  const meant = await createMemoryHandler(without)("/api/coins/search/history");
  expect(JSON.parse(await meant.text()).meta.search).toBe("history");
});
