import { beforeAll, describe, expect, it } from "vitest";
import { coin } from "../../../build/crypto/api/endpoints/coin.ts";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import { createClient } from "../../../build/crypto/serve/client.ts";
import type { Moment } from "../../../build/crypto/serve/price-methods.ts";
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS, renderDay, renderTime } from "../../../build/lib/time.ts";
import { AS_OF_MS, makeCoin, makeHistory, makeMarket, makeWorld } from "../../fixtures/market.ts";
import { type MemoryTree, writeTree } from "../../fixtures/memory-tree.ts";
import { createRandom } from "../../fixtures/random.ts";
import { createMemoryHandler, makeCoins } from "../../fixtures/site.ts";

const COINS = 40;
const days = Array.from({ length: 120 }, (_, at) => renderDay(AS_OF_MS - (120 - at) * DAY_MS));
const world = makeWorld(
  { ...makeMarket(), coins: makeCoins(COINS) },
  {
    covered: 100,
    history: makeHistory(AS_OF_MS - 100 * DAY_MS),
    fixings: { days, rates: { EUR: days.map((_, at) => 0.8 + at / 1000) }, sources: ["ecb"] },
  },
);
const HOUR = floorTo(AS_OF_MS, HOUR_MS);
let tree: MemoryTree;

beforeAll(async () => {
  // Prices are read from none of the others.
  const used = endpoints.filter(({ docs, tree }) => docs.tag !== "compat" && tree !== "prices");
  tree = await writeTree(used, world);
});

/** Each moment is computed from the parsed files. */
const MOMENTS = 300;

/** A client over a host that sends files alone, and how often each URL was read. */
function openClient() {
  const asked = new Map<string, number>();
  const fetch = async (url: string) => {
    asked.set(url, (asked.get(url) ?? 0) + 1);
    const body = tree.get(decodeURIComponent(new URL(url).pathname.slice(1)));
    return body === undefined ? new Response(null, { status: 404 }) : new Response(Buffer.from(body));
  };
  return { asked, client: createClient("https://files.example/", { fetch, now: () => AS_OF_MS }) };
}

/** Moments of the last 90 days, of 40 coins in any order. */
function listMoments(): [string, Moment][] {
  const { next } = createRandom(7);
  return Array.from({ length: MOMENTS }, (_, at): [string, Moment] => {
    const time = HOUR - Math.floor(next() * 90 * 24 * 60) * MINUTE_MS;
    return [`c${Math.floor(next() * COINS)}`, [time, time / 1000, renderTime(time), new Date(time)][at % 4]!];
  });
}

it("priceAt reads each file once for 40 coins in any order, one after the other and all at a time", async () => {
  const one = openClient();
  for (const [coin, time] of listMoments()) await one.client.priceAt(coin, time);
  expect([...one.asked].filter(([, times]) => times > 1)).toEqual([]);
  const all = openClient();
  await Promise.all(listMoments().map(([coin, time]) => all.client.priceAt(coin, time)));
  expect(all.asked).toEqual(one.asked);
});

describe.each(["usd", "eur"])("prices of many moments in %s", (currency) => {
  it("read each file once on a host of files, and are those of the handler", async () => {
    const { asked, client } = openClient();
    const moments = listMoments();
    const prices = await client.pricesAt(moments, { currency });
    expect(prices.filter((price) => price !== null)).toHaveLength(MOMENTS);
    expect([...asked].filter(([, times]) => times > 1)).toEqual([]);
    expect([...asked.keys()].filter((url) => url.includes("?"))).toEqual([]);
    const get = createMemoryHandler(tree);
    const folder = currency === "usd" ? "" : `in/${currency}/`;
    for (const at of [0, 1, 2, 3, MOMENTS - 1]) {
      const [coin, time] = moments[at]!;
      const text = time instanceof Date ? time.toISOString() : String(time);
      const response = await get(`/api/${folder}coins/${coin}/at?time=${text}`);
      expect(prices[at]).toEqual((await response.json()).data);
    }
  });
});

it("priceAt has the newest price from when it was observed, as the handler has", async () => {
  const { client } = openClient();
  const get = createMemoryHandler(tree);
  for (const currency of ["usd", "eur"]) {
    const folder = currency === "usd" ? "" : `in/${currency}/`;
    const response = await get(`/api/${folder}coins/btc/at?time=${AS_OF_MS}`);
    const price = await client.priceAt("btc", AS_OF_MS, { currency });
    expect(price).toMatchObject({ time: renderTime(AS_OF_MS), distance_seconds: 0 });
    expect(price).toEqual((await response.json()).data);
  }
});

it("a moment without a known price is null, an unknown coin and a wrong time are errors", async () => {
  const { client } = openClient();
  expect(await client.priceAt("btc", "2011-01-01")).toBeNull();
  await expect(client.priceAt("nope", HOUR)).rejects.toMatchObject({ status: 404 });
  await expect(client.priceAt("btc", "soon")).rejects.toMatchObject({ status: 400 });
});

it("verifyPrice recomputes a price in USD, also with a client of another currency", async () => {
  const site = await writeTree([coin], makeWorld({ coins: [makeCoin("bitcoin", "BTC")] }));
  const fetch = async (url: string) => {
    const body = site.get(decodeURIComponent(new URL(url).pathname.slice(1)));
    return body === undefined ? new Response(null, { status: 404 }) : new Response(Buffer.from(body));
  };
  const client = createClient("https://files.example/", { fetch, now: () => AS_OF_MS, currency: "eur" });
  const found = { coin: "bitcoin", published: 2, recomputed: 2, reason: null, problems: [] };
  expect(await client.verifyPrice("BTC")).toEqual(found);
});
