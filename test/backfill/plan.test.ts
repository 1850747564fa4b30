import { describe, expect, it } from "vitest";
import type { CoinBackfill } from "../../build/backfill/backfill-memory.ts";
import type { PlanInput } from "../../build/backfill/plan.ts";
import type { SeriesRequest } from "../../build/backfill/series-request.ts";
import { parseShard } from "../../build/backfill/shard.ts";
import { DAY_MS, HOUR_MS } from "../../build/lib/time.ts";
import { book, coin, coins, complete, cover, DAYS, describeAll, HOUR, HOURS, NOW, plan, TODAY } from "./plan-case.ts";

describe("the plan of a build that knows nothing", () => {
  it("takes in turn ten coins' days from the chart and the hours of the next coin by market cap", async () => {
    const markets = new Map(coins(3).map(({ id }) => [id, [book("coinbase", id)]]));
    const { requests } = await plan({ coins: coins(12), markets });
    const first = coins(10).map(({ id }) => id);
    expect(describeAll(requests).slice(0, 4)).toEqual([
      `daily defillama chart ${first.join(",")}`,
      "hourly coinbase coin-1 coin-1",
      "hourly defillama chart coin-4,coin-5,coin-6,coin-7,coin-8,coin-9,coin-10,coin-11,coin-12,".slice(0, -1),
      "hourly coinbase coin-2 coin-2",
    ]);
  });

  it("asks for closed hours and days only, as many as one answer carries, with a few around them to join at", async () => {
    const { requests } = await plan({ coins: coins(1), markets: new Map([["coin-1", [book("coinbase", "A-USD")]]]) });
    const [days, hours] = requests;
    expect(days?.window).toEqual({ kind: "first", fromMs: TODAY - 494 * DAY_MS, toMs: TODAY });
    expect(hours?.window).toEqual({ kind: "first", fromMs: HOUR - 294 * HOUR_MS, toMs: HOUR });
    expect(hours).toMatchObject({ fromMs: HOUR - 297 * HOUR_MS, toMs: HOUR });
  });

  it("leaves out coins without a fresh price: there would be nothing to join to", async () => {
    const stale = { id: "old", price: 1, priceSource: "stale" as const };
    expect((await plan({ coins: [stale, { ...stale, id: "none", price: null }] })).requests).toEqual([]);
  });

  it("asks nobody where no book is known and the chart is off", async () => {
    expect((await plan({ coins: coins(3), chart: false })).requests).toEqual([]);
  });
});

describe("the plan of later builds", () => {
  const markets = new Map([["coin-1", [book("coinbase", "A-USD"), book("binance", "AUSDT")]]]);
  const withMemory = (memory: CoinBackfill, change: Partial<PlanInput> = {}) =>
    plan({ coins: coins(1), markets, memory: { coins: { "coin-1": memory } }, ...change });

  it("is empty when everything is there", async () => {
    expect(await withMemory(complete)).toMatchObject({ requests: [] });
  });

  it("asks for the first prices of every coin before what is missing of any", async () => {
    const lacking = { ...complete, daily: cover(DAYS, TODAY - 3 * DAY_MS) };
    const { requests } = await plan({ coins: coins(3), memory: { coins: { "coin-1": lacking, "coin-2": lacking } } });
    expect(requests.map(({ window, coinIds }) => `${window.kind} ${coinIds.join()}`)).toEqual([
      "first coin-3",
      "first coin-3",
      "gap coin-1,coin-2",
    ]);
  });

  it("repairs what has gone missing since, and only that", async () => {
    const untilMs = HOUR - 30 * HOUR_MS;
    const { requests } = await withMemory({ ...complete, hourly: cover(HOURS, untilMs) });
    expect(describeAll(requests)).toEqual(["hourly coinbase A-USD coin-1"]);
    expect(requests[0]?.window).toEqual({ kind: "gap", fromMs: untilMs, toMs: HOUR });
  });

  it("goes back in time where nothing is missing, after everything that is", async () => {
    const memory = { ...complete, daily: cover(TODAY - 900 * DAY_MS, TODAY) };
    const { requests } = await withMemory(memory, { coins: coins(2), markets: new Map() });
    expect(requests.map(({ coinIds, step, window }) => [coinIds[0], step, window.kind])).toEqual([
      ["coin-2", "daily", "first"],
      ["coin-2", "hourly", "first"],
      ["coin-1", "daily", "older"],
    ]);
    expect(requests[2]?.window.toMs).toBe(TODAY - 900 * DAY_MS);
  });

  it("passes to the next in the order while a source is refused, and back after", async () => {
    const refuse = (untilMs: number) => {
      const origins = { coinbase: { refused: { untilMs, reason: "off" } } };
      return { ...complete, hourly: cover(HOURS, HOUR - DAY_MS, { origins }) };
    };
    expect(describeAll((await withMemory(refuse(NOW + 1))).requests)).toEqual(["hourly binance AUSDT coin-1"]);
    expect(describeAll((await withMemory(refuse(NOW))).requests)).toEqual(["hourly coinbase A-USD coin-1"]);
  });

  it("does not ask Kraken for what it no longer has", async () => {
    const memory = { ...complete, hourly: cover(HOUR - 716 * HOUR_MS, HOUR) };
    const kraken = new Map([["coin-1", [book("kraken", "A/USD"), book("okx", "A-USDT")]]]);
    expect(describeAll((await withMemory(memory, { markets: kraken })).requests)).toEqual(["hourly okx A-USDT coin-1"]);
    const fresh = await plan({ coins: coins(1), markets: kraken });
    expect(describeAll(fresh.requests)).toContain("hourly kraken A/USD coin-1");
  });

  it("is not confused by a coin that is called like a property of every object", async () => {
    const { requests } = await plan({ coins: [coin("constructor"), coin("__proto__")] });
    expect(requests.map(({ coinIds }) => coinIds)).toEqual([
      ["constructor", "__proto__"],
      ["constructor", "__proto__"],
    ]);
  });
});

describe("shares of a plan", () => {
  const all = [...coins(40), coin("tether")];
  const markets = new Map(all.map(({ id }) => [id, [book("coinbase", id)]]));
  const list = (requests: readonly SeriesRequest[]) =>
    requests.flatMap(({ coinIds, step, window }) => coinIds.map((id) => `${id} ${step} ${window.kind}`)).sort();

  it("together ask for every coin once, and for USDT each", async () => {
    const whole = list((await plan({ coins: all, markets })).requests);
    for (const count of [1, 2, 3, 7, 12]) {
      const shards = Array.from({ length: count }, (_, at) =>
        plan({ coins: all, markets, shard: { index: at + 1, count } }),
      );
      const shares = (await Promise.all(shards)).flatMap(({ requests }) => list(requests));
      const ofUsdt = whole.filter((text) => text.startsWith("tether "));
      expect(shares.sort()).toEqual([...whole, ...Array.from({ length: count - 1 }, () => ofUsdt).flat()].sort());
    }
  });

  it("begin with USDT, because the books in USDT need its rate", async () => {
    const { requests } = await plan({ coins: all, markets, shard: { index: 2, count: 4 } });
    expect(requests.map(({ coinIds }) => coinIds.includes("tether")).lastIndexOf(true)).toBe(1);
    expect(requests.flatMap(({ coinIds }) => coinIds)).toContain("coin-2");
  });

  it("are written i/n", () => {
    expect(parseShard("2/5")).toEqual({ index: 2, count: 5 });
    for (const text of ["0/5", "6/5", "1/0", "2", "a/b", "1/2/3", "-1/2", "1.5/2"]) {
      expect(() => parseShard(text)).toThrow("--shard must be i/n");
    }
  });
});
