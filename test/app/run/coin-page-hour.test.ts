import { describe, expect, it } from "vitest";
import {
  type CoinPageHour,
  chooseCoinAnswers,
  isCoinPageHour,
  removeRestrictedPages,
} from "../../../build/app/run/coin-page-hour.ts";
import { listCoinPages } from "../../../build/app/site/page-data/coin-page.ts";
import { documented as endpoints } from "../../../build/crypto/api/registry.ts";
import type { RestrictedValues } from "../../../build/crypto/market/open-only.ts";
import type { StateStore } from "../../../build/kit/platform/platform.ts";
import { MINUTE_MS } from "../../../build/lib/time.ts";
import { AS_OF_MS, makeCoin, makeWorld } from "../../fixtures/market.ts";

const worldAt = (asOfMs: number, price: number, more: readonly ReturnType<typeof makeCoin>[] = []) =>
  makeWorld({ asOfMs, coins: [makeCoin("bitcoin", "BTC", { price }), ...more] });
const stateOf = (known: CoinPageHour | undefined) => ({ read: async () => known }) as unknown as StateStore;
const chooseAll = (world: ReturnType<typeof worldAt>, known?: CoinPageHour, program: string | undefined = "a") =>
  chooseCoinAnswers(stateOf(known), { endpoints, world }, program);
const choose = async (...inputs: Parameters<typeof chooseAll>) => (await chooseAll(...inputs)).hour;
const priceOf = ({ answers }: CoinPageHour) => answers["bitcoin"]?.data.current_price;

describe("the responses that the coin pages of an hour show", () => {
  it("are those of its first build until the hour ends, and the pages are the same", async () => {
    const first = await choose(worldAt(AS_OF_MS, 10));
    expect(isCoinPageHour(JSON.parse(JSON.stringify(first)))).toBe(true);
    const world = worldAt(AS_OF_MS + 30 * MINUTE_MS, 20);
    const second = await choose(world, first);
    expect(second).toEqual(first);
    const pages = (hour: CoinPageHour) => [...listCoinPages({ endpoints, world, coinAnswers: hour.answers })];
    expect(pages(second)).toEqual(pages(first));
    expect(pages(second)[0]).toMatchObject({ current_price: 10, freshness: { updated_at: "2026-11-20T09:17:30Z" } });
    expect(priceOf(await choose(worldAt(AS_OF_MS + 60 * MINUTE_MS, 30), second))).toBe(30);
  });

  it("have the current one of a coin that is new, or has another path", async () => {
    const first = await choose(worldAt(AS_OF_MS, 10));
    const one = makeCoin("one", "ONE", { price: 5 });
    const second = await choose(worldAt(AS_OF_MS, 20, [one]), first);
    expect(priceOf(second)).toBe(10);
    expect(second.answers["one"]?.data.current_price).toBe(5);
    const moved = await choose(worldAt(AS_OF_MS, 20, [{ ...one, key: "one-2", price: 6 }]), second);
    expect(moved.answers["one"]?.data).toMatchObject({ current_price: 6, path: "coins/one-2.json" });
  });

  it("are new where the state does not have them all", async () => {
    const world = worldAt(AS_OF_MS, 10);
    const first = await chooseAll(world);
    expect(first.isNew).toBe(true);
    expect((await chooseAll(worldAt(AS_OF_MS + 30 * MINUTE_MS, 20), first.hour)).isNew).toBe(false);
    expect((await chooseAll(worldAt(AS_OF_MS + 60 * MINUTE_MS, 20), first.hour)).isNew).toBe(true);
    const more = worldAt(AS_OF_MS, 20, [makeCoin("one", "ONE", { price: 5 })]);
    expect((await chooseAll(more, first.hour)).isNew).toBe(true);
  });

  it("are found by any id", async () => {
    const first = await choose(worldAt(AS_OF_MS, 10));
    const odd = makeCoin("constructor", "ODD", { price: 5 });
    const second = await choose(worldAt(AS_OF_MS, 20, [odd]), first);
    expect(second.answers["constructor"]?.data.current_price).toBe(5);
    expect([
      ...listCoinPages({ endpoints, world: worldAt(AS_OF_MS, 20, [odd]), coinAnswers: first.answers }),
    ]).toHaveLength(1);
  });

  it("are new with another program and where books are hidden", async () => {
    const first = await choose(worldAt(AS_OF_MS, 10));
    expect(priceOf(await choose(worldAt(AS_OF_MS, 20), first, "b"))).toBe(20);
    expect(priceOf(await choose({ ...worldAt(AS_OF_MS, 20), hidesBooks: true }, first))).toBe(20);
  });

  it("are dropped with the values of a restricted source", async () => {
    const first = await choose(worldAt(AS_OF_MS, 10));
    const restricted = (id: string) => ({ sources: new Set([id]) }) as unknown as RestrictedValues;
    expect(removeRestrictedPages(first, restricted("kraken"))).toBeUndefined();
    expect(removeRestrictedPages(first, restricted("other"))).toBe(first);
  });
});
