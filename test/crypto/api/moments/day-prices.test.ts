import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import { listClosedDays } from "../../../../build/crypto/history/closed-days.ts";
import type { Partition } from "../../../../build/crypto/history/partition.ts";
import { DAY_MS, floorTo, renderDay } from "../../../../build/lib/time.ts";
import { AS_OF_MS, makeHistory, makeMarket, makeWorld } from "../../../fixtures/market.ts";
import { type MemoryTree, readText, writeTree } from "../../../fixtures/memory-tree.ts";
import { createMemoryHandler, makeCoins } from "../../../fixtures/site.ts";

const TODAY = floorTo(AS_OF_MS, DAY_MS);
const times = Array.from({ length: 450 }, (_, at) => TODAY - (449 - at) * DAY_MS);
/** Bitcoin every day, ethereum of a list since 50 days, a coin that is no longer listed before. */
const partition: Partition = {
  times,
  origins: ["coingecko"],
  coins: {
    bitcoin: column(times.map((_, at) => 1000 + at)),
    ethereum: {
      ...column(times.map((_, at) => (at < 400 ? null : 100 + at / 3))),
      origins: times.map((_, at) => (at < 440 ? 0 : null)),
    },
    gone: column(times.map((_, at) => (at < 100 ? 5 : null))),
  },
};
const fixings = {
  days: times.map(renderDay),
  rates: { EUR: times.map((_, at) => 0.8 + at / 10_000) },
  sources: ["ecb"],
};
const world = makeWorld(
  { ...makeMarket(), coins: makeCoins(4) },
  {
    covered: 3,
    history: {
      ...makeHistory(AS_OF_MS - 2 * DAY_MS),
      days: listClosedDays([partition], AS_OF_MS, () => "digest"),
    },
    fixings,
  },
);
let tree: MemoryTree;
let get: ReturnType<typeof createMemoryHandler>;

function column(prices: (number | null)[]) {
  return { prices, marketCaps: prices.map(() => null), totalVolumes: prices.map(() => null) };
}

beforeAll(async () => {
  tree = await writeTree(endpoints, world);
  get = createMemoryHandler(tree);
});

const ask = async (path: string) => {
  const response = await get(`/api/${path}`);
  return { status: response.status, ...JSON.parse(await response.text()) };
};
const dayAgo = (days: number) => renderDay(TODAY - days * DAY_MS);

describe("the prices of a day", () => {
  it("have a file for each of the last 400 closed days, and none for today", () => {
    const files = [...tree.keys()].filter((path) => /^api\/prices\/\d{4}-\d\d-\d\d\.json$/.test(path)).sort();
    expect(files).toHaveLength(400);
    expect(files[0]).toBe(`api/prices/${dayAgo(400)}.json`);
    expect(files.at(-1)).toBe(`api/prices/${dayAgo(1)}.json`);
  });

  it("are the same from the file of the month as from their own", async () => {
    const without = new Map([...tree].filter(([path]) => !/^api\/prices\/\d{4}-\d\d-\d\d/.test(path)));
    const computed = createMemoryHandler(without);
    for (const days of [1, 2, 3, 30, 200, 400]) {
      const response = await computed(`/api/prices/${dayAgo(days)}`);
      expect(await response.text()).toBe(readText(tree, `api/prices/${dayAgo(days)}.json`));
    }
  });

  it("hold every coin with a price, former ones too, on days without a file as well", async () => {
    const { data, meta } = await ask(`prices/${dayAgo(449)}`);
    expect(data).toEqual({ date: dayAgo(449), coins: { bitcoin: 1000, gone: 5 } });
    expect(meta).toMatchObject({ currency: "usd", final: true, sources: [], missing: [] });
  });

  it("name the sources of prices that are not computed here", async () => {
    expect((await ask(`prices/${dayAgo(20)}`)).meta.sources).toEqual(["coingecko"]);
    expect((await ask(`prices/${dayAgo(5)}`)).meta.sources).toEqual([]);
  });

  it("are final two days after the end of the day", async () => {
    const finals = await Promise.all(
      [1, 2, 3, 4].map(async (days) => (await ask(`prices/${dayAgo(days)}`)).meta.final),
    );
    expect(finals).toEqual([false, false, true, true]);
  });

  it("are those of the coins that are asked for, by symbol, key or id", async () => {
    const { data, meta } = await ask(`prices/${dayAgo(3)}?symbols=BTC,Ethereum,gone,nope`);
    expect(Object.keys(data.coins)).toEqual(["bitcoin", "ethereum"]);
    expect(meta).toMatchObject({ symbols: ["bitcoin", "ethereum"], missing: ["gone", "nope"] });
    expect(meta.self).toBe(`prices/${dayAgo(3)}?symbols=btc,ethereum,gone,nope`);
    expect(Object.keys((await ask(`prices/${dayAgo(449)}?symbols=gone`)).data.coins)).toEqual(["gone"]);
  });

  it("say that they are of all coins, where none is picked", async () => {
    expect((await ask(`prices/${dayAgo(3)}`)).meta).toMatchObject({ symbols: null, missing: [] });
    expect((await ask(`in/eur/prices/${dayAgo(3)}`)).meta).toMatchObject({ symbols: null, missing: [] });
  });

  it("are of the coins that paths name: a symbol without an owner, or with several coins, names none", async () => {
    const coins = JSON.parse(readText(tree, "api/coins/limit/all.json"));
    const change = (changes: Record<string, object>, deleted?: string) => {
      const data = coins.data.map((row: { id: string }) => ({ ...row, ...changes[row.id] }));
      const changed = new Map(tree).set("api/coins/limit/all.json", Buffer.from(JSON.stringify({ ...coins, data })));
      changed.delete(`api/coins/${deleted}.json`);
      return createMemoryHandler(changed);
    };
    const pick = async (get: ReturnType<typeof createMemoryHandler>, symbol: string) => {
      const day = await (await get(`/api/prices/${dayAgo(3)}?symbols=${symbol}`)).json();
      return [(await get(`/api/coins/${symbol}`)).status, Object.keys(day.data.coins), day.meta.missing];
    };
    // Another coin owned the text until it was delisted.
    const reserved = change({ ethereum: { path: "coins/ethereum.json" } }, "eth");
    expect(await pick(reserved, "eth")).toEqual([404, [], ["eth"]]);
    const alone = change({ ethereum: { symbol: "$ETH" } });
    expect(await pick(alone, "$eth")).toEqual([200, ["ethereum"], []]);
    const shared = change({ ethereum: { symbol: "$ETH" }, bitcoin: { symbol: "$ETH" } });
    expect(await pick(shared, "$eth")).toEqual([404, [], ["$eth"]]);
  });

  it("are converted at the fixing of the day, and at bitcoin's close of the day", async () => {
    const usd = (await ask(`prices/${dayAgo(7)}`)).data.coins;
    const inEuro = await ask(`in/eur/prices/${dayAgo(7)}`);
    const rate = fixings.rates.EUR[times.indexOf(TODAY - 7 * DAY_MS)]!;
    expect(inEuro.data.coins.ethereum).toBeCloseTo(usd.ethereum * rate, 8);
    expect(inEuro.meta).toMatchObject({ currency: "eur", sources: ["ecb"], self: `in/eur/prices/${dayAgo(7)}.json` });
    const current = JSON.parse(readText(tree, "api/exchange-rates.json"));
    const body = Buffer.from(JSON.stringify({ ...current, meta: { ...current.meta, sources: ["ecb", "today"] } }));
    const changed = await createMemoryHandler(new Map(tree).set("api/exchange-rates.json", body))(
      `/api/in/eur/prices/${dayAgo(7)}`,
    );
    expect((await changed.json()).meta.sources).toEqual(["ecb"]);
    const inCoins = (await ask(`in/btc/prices/${dayAgo(7)}`)).data.coins;
    expect(inCoins.bitcoin).toBe(1);
    expect(inCoins.ethereum).toBeCloseTo(usd.ethereum / usd.bitcoin, 10);
  });

  it("answer 404 in a currency without a rate of that day, and 503 in one without any rates", async () => {
    const path = "api/exchange-rates/history/eur.json";
    const fixed = JSON.parse(readText(tree, path));
    const late = { dates: fixed.data.dates.slice(-5), rates: { EUR: fixed.data.rates.EUR.slice(-5) } };
    const body = Buffer.from(JSON.stringify({ ...fixed, data: { ...fixed.data, ...late } }));
    const url = `/api/in/eur/prices/${dayAgo(20)}`;
    const response = await createMemoryHandler(new Map(tree).set(path, body))(url);
    expect(response.status).toBe(404);
    expect((await response.json()).error.message).toBe(
      `There are no prices of ${dayAgo(20)} in EUR: no exchange rate of that day is known`,
    );
    const without = new Map(tree);
    without.delete(path);
    expect((await createMemoryHandler(without)(url)).status).toBe(503);
    // Bitcoin has no price on the day.
    const month = `api/prices/months/${dayAgo(20).slice(0, 7)}.json`;
    const prices = JSON.parse(readText(tree, month));
    prices.data.coins.bitcoin.fill(null);
    const unpriced = createMemoryHandler(new Map(tree).set(month, Buffer.from(JSON.stringify(prices))));
    expect((await unpriced(`/api/in/btc/prices/${dayAgo(20)}`)).status).toBe(404);
  });

  it("are refused for what is no day, and not found for days without prices", async () => {
    expect(await ask("prices/2026-02-30")).toMatchObject({ status: 400, error: { code: "invalid_parameter" } });
    for (const date of [renderDay(TODAY), dayAgo(-1), dayAgo(460), "2001-01-01"])
      expect(await ask(`prices/${date}`)).toMatchObject({ status: 404, error: { code: "not_found" } });
    expect((await ask("prices/months/2001-01")).status).toBe(404);
  });
});

it("closed months follow from the digest of their year alone, running ones also from the day", () => {
  const month = endpoints.find(({ id }) => id === "month-prices");
  const later = { ...world, market: { ...world.market, asOfMs: AS_OF_MS + 7 * DAY_MS } };
  const closed = { month: dayAgo(100).slice(0, 7) };
  const running = { month: dayAgo(1).slice(0, 7) };
  expect(month?.inputs?.(later, closed)).toBe(month?.inputs?.(world, closed));
  expect(month?.inputs?.(later, running)).not.toBe(month?.inputs?.(world, running));
});
