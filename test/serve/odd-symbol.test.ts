import { beforeAll, describe, expect, it } from "vitest";
import { createMemoryHandler, makeSite, ODD_SYMBOLS, renderAnswer, type Site } from "../fixtures/site.ts";

let site: Site;
let get: ReturnType<typeof createMemoryHandler>;

beforeAll(async () => {
  site = await makeSite();
  get = createMemoryHandler(site.tree);
});

const getText = async (path: string) => (await get(path)).text();
const getJson = async (path: string) => JSON.parse(await getText(path));
const findCoin = (symbol: string) => site.world.market.coins.find((coin) => coin.symbol === symbol)!;

/**
 * A URL cannot contain a segment of dots; a segment with `.json` is a file.
 */
const NOT_IN_A_PATH = [".", "..", "BTC.JSON"];

describe.each(ODD_SYMBOLS)("the coin %s", (symbol) => {
  it("is found by the path in its row, without escapes, with its history", async () => {
    const { key } = findCoin(symbol);
    const rows = (await getJson("/api/coins/limit/all.json")).data;
    const { path } = rows.find((row: { symbol: string }) => row.symbol === symbol);
    expect(path).toMatch(/^coins\/[a-z0-9][a-z0-9_-]*\.json$/);
    const detail = await getText(`/api/${path}`);
    expect(detail).toBe(renderAnswer(site.world, "coin", { symbol: key }));
    for (const [period, file] of Object.entries(JSON.parse(detail).data.history)) {
      const { data } = await getJson(`/api/${file}`);
      expect(data).toMatchObject({ symbol, period });
    }
  });

  it("is found by its id", async () => {
    const { id, key } = findCoin(symbol);
    expect(await getText(`/api/coins/${id}`)).toBe(renderAnswer(site.world, "coin", { symbol: key }));
  });

  it("is found by a search for its symbol", async () => {
    const { data } = await getJson(`/api/coins?search=${encodeURIComponent(symbol)}`);
    expect(data[0].symbol).toBe(symbol);
  });

  it("has a sparkline by its key, alone and among others", async () => {
    const { key } = findCoin(symbol);
    const expected = JSON.parse(renderAnswer(site.world, "sparklines", { symbols: key })).data;
    for (const path of [`/${key}.json`, `?symbols=${key}`]) {
      expect((await getJson(`/api/sparklines${path}`)).data).toEqual(expected);
    }
    expect((await getJson(`/api/sparklines?symbols=btc,${key}`)).data).toMatchObject(expected);
  });
});

it.each(ODD_SYMBOLS.filter((symbol) => !NOT_IN_A_PATH.includes(symbol)))(
  "%s is found by its symbol in either case, without and with extension",
  async (symbol) => {
    const expected = renderAnswer(site.world, "coin", { symbol: findCoin(symbol).key });
    for (const spelt of [symbol, symbol.toLowerCase()]) {
      for (const extension of ["", ".json", "?x=1"]) {
        expect(await getText(`/api/coins/${encodeURIComponent(spelt)}${extension}`)).toBe(expected);
      }
      const { data } = await getJson(`/api/coins/${encodeURIComponent(spelt)}/history?period=1h`);
      expect(data).toMatchObject({ symbol, period: "1h" });
    }
  },
);

it("a symbol outside of the alphabet does not choose between coins that share it", async () => {
  const tree = new Map(site.tree);
  const all = JSON.parse(new TextDecoder().decode(tree.get("api/coins/limit/all.json")));
  all.data.push({ ...all.data.at(-1), symbol: "$ANRX" });
  tree.set("api/coins/limit/all.json", Buffer.from(JSON.stringify(all)));
  expect((await createMemoryHandler(tree)("/api/coins/$ANRX")).status).toBe(404);
  expect((await get("/api/coins/$ANRX")).status).toBe(200);
});

it("`bitcoin` is Bitcoin, although another coin has this symbol", async () => {
  const expected = renderAnswer(site.world, "coin", { symbol: "btc" });
  for (const path of ["bitcoin", "BITCOIN", "Bitcoin.json", "bitcoin/"]) {
    expect(await getText(`/api/coins/${path}`)).toBe(expected);
  }
  expect((await getJson("/api/coins/bitcoin/history")).data.id).toBe("bitcoin");
  expect((await getJson("/api/coins?search=bitcoin")).data[0].id).toBe("bitcoin");
  expect((await getJson("/api/coins/harrypotterobamasonic10inu")).data.symbol).toBe("BITCOIN");
});

it("the coin INDEX is not the folder index that some hosts have", async () => {
  const tree = new Map(site.tree).set("api/coins/index.json", site.tree.get("api/coins.json")!);
  const handle = createMemoryHandler(tree);
  expect(JSON.parse(await (await handle("/api/coins/INDEX")).text()).data.symbol).toBe("INDEX");
  tree.delete("api/coins/limit/all.json");
  expect((await createMemoryHandler(tree)("/api/coins/index")).status).toBe(503);
});

it("a file in the coins folder is found if no coin has the symbol of its folder", async () => {
  const history = await getJson("/api/coins/search/history");
  expect(history.data.symbol).toBe("SEARCH");
  const search = await getJson("/api/coins/search/history.json");
  expect(search.meta.search).toBe("history");
  const without = new Map(site.tree);
  const all = JSON.parse(new TextDecoder().decode(site.tree.get("api/coins/limit/all.json")));
  all.data = all.data.filter(({ symbol }: { symbol: string }) => symbol !== "SEARCH");
  without.set("api/coins/limit/all.json", Buffer.from(JSON.stringify(all)));
  const meant = await createMemoryHandler(without)("/api/coins/search/history");
  expect(JSON.parse(await meant.text()).meta.search).toBe("history");
});
