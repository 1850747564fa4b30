import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createReaders, estimateBytes } from "../../../../build/crypto/api/derived/reader.ts";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import type { Endpoint, World } from "../../../../build/crypto/api/world.ts";
import { NO_FIXINGS } from "../../../../build/crypto/history/datasets/fixings.ts";
import type { Params } from "../../../../build/kit/api/endpoint.ts";
import { PointList } from "../../../../build/lib/json/point-list.ts";
import { makeWorld } from "../../../fixtures/market.ts";

const MB = 1024 * 1024;

/** An endpoint that counts its answers, each of about `bytes`. */
function makeCounted(bytes: number) {
  const counts = new Map<unknown, number>();
  const endpoint = {
    ...endpoints.find(({ id }) => id === "coins")!,
    body: { form: "bare", data: z.unknown() },
    variants: (): Params[] => [{}],
    compute(_: World, { limit }: Params) {
      counts.set(limit, (counts.get(limit) ?? 0) + 1);
      return { data: "x".repeat(bytes) };
    },
  } as Endpoint;
  return { counts, readers: createReaders(() => endpoint) };
}

const need = (limit: number) => ({ endpoint: "coins", values: { limit } });

describe("the reader of a build", () => {
  it("computes an answer once for all that are made from it", () => {
    const { counts, readers } = makeCounted(10);
    const world = makeWorld();
    for (let at = 0; at < 3; at += 1) readers(world).read(need(1));
    expect(counts.get(1)).toBe(1);
    readers({ ...world }).read(need(1));
    expect(counts.get(1)).toBe(2);
  });

  it("keeps at most 64 MiB: what was used longest ago is computed again", () => {
    const { counts, readers } = makeCounted(10 * MB);
    const reader = readers(makeWorld());
    for (const limit of [1, 2, 3, 4, 5, 6, 1, 7, 1, 2]) reader.read(need(limit));
    expect([counts.get(1), counts.get(2), counts.get(3)]).toEqual([1, 2, 1]);
  });

  it("has no answer about a coin that the market does not have", () => {
    const { readers } = makeCounted(10);
    expect(readers(makeWorld()).read({ endpoint: "coin", values: { symbol: "nothing" } })).toBeUndefined();
    expect(readers(makeWorld()).has({ endpoint: "coin", values: { symbol: "btc" } })).toBe(true);
  });
});

it("an answer's size is near that of its JSON or above, and that of columns counts each point", () => {
  const coins = endpoints.find(({ id }) => id === "coins")!;
  const world = makeWorld();
  const { data } = coins.compute(world, { limit: "all" });
  const length = JSON.stringify(data).length;
  expect(estimateBytes(data)).toBeGreaterThan(length / 2);
  expect(estimateBytes(data)).toBeLessThan(length * 4);
  const times = Array.from({ length: 1_000 }, (_, at) => at);
  const [list] = PointList.ofColumns(times, times);
  expect(estimateBytes(list)).toBeGreaterThanOrEqual(2 * 8_000);
});

describe("endpoints that are made from others", () => {
  const listIds = (world: World) =>
    endpoints.flatMap((endpoint) => (endpoint.derived && [...endpoint.variants(world)].length > 0 ? endpoint.id : []));

  it("have no files in a currency without a rate, and in CoinGecko's form no ping either", () => {
    const world = makeWorld({ exchangeRates: null });
    const inEuro = /^(in|compat)-eur-/;
    expect(listIds(makeWorld()).some((id) => inEuro.test(id))).toBe(true);
    expect(listIds(world).filter((id) => inEuro.test(id))).toEqual([]);
    expect(listIds(world)).toContain("compat-usd-ping");
  });

  it("need no past rates: they are optional", () => {
    expect(listIds(makeWorld({}, { fixings: NO_FIXINGS }))).toContain("in-eur-coins");
  });

  it("have no exchange rates of bitcoin without its price", () => {
    const world = makeWorld();
    const coins = world.market.coins.map((coin) =>
      coin.id === "bitcoin" ? { ...coin, priceSource: "reference" as const } : coin,
    );
    expect(listIds({ ...world, market: { ...world.market, coins } })).not.toContain("compat-usd-exchange-rates");
    expect(listIds(world)).toContain("compat-usd-exchange-rates");
  });
});
