import { describe, expect, it } from "vitest";
import type { OriginBackfill, StepBackfill } from "../../build/backfill/backfill-memory.ts";
import type { Hole } from "../../build/backfill/hole.ts";
import { DAY_MS, HOUR_MS } from "../../build/lib/time.ts";
import { book, coin, coins, complete, cover, DAYS, describeAll, HOUR, NOW, plan, TODAY } from "./plan-case.ts";

describe("what is older than the oldest price of an origin", () => {
  const markets = new Map([["coin-1", [book("coinbase", "A-USD")]]]);
  const since = TODAY - 100 * DAY_MS;
  const ask = (origins: Record<string, OriginBackfill>) => {
    const daily = cover(since, TODAY, { origins });
    return plan({ coins: coins(1), markets, memory: { coins: { "coin-1": { ...complete, daily } } } });
  };
  const endedMs = NOW + 1;

  it("is asked of the next origin, up to where the known prices begin", async () => {
    const { requests } = await ask({ defillama: { endedMs } });
    expect(describeAll(requests)).toEqual(["daily coinbase A-USD coin-1"]);
    expect(requests[0]?.window).toMatchObject({ kind: "older", toMs: since });
  });

  it("is nothing while every origin has told its oldest price, or is refused", async () => {
    expect((await ask({ defillama: { endedMs }, coinbase: { endedMs } })).requests).toEqual([]);
    const refused = { untilMs: NOW + 1, reason: "503" };
    expect((await ask({ defillama: { endedMs }, coinbase: { refused } })).requests).toEqual([]);
  });

  it("is asked of an origin again when its time has come", async () => {
    const { requests } = await ask({ defillama: { endedMs: NOW }, coinbase: { endedMs: NOW } });
    expect(describeAll(requests)).toEqual(["daily defillama chart coin-1"]);
  });
});

describe("the holes of a series", () => {
  const markets = new Map([["coin-1", [book("coinbase", "A-USD")]]]);
  const origins = { defillama: { endedMs: NOW + 1 }, coinbase: { endedMs: NOW + 1 } };
  const hole = (from: number, to: number, againMs: Record<string, number> = {}): Hole => ({
    fromMs: TODAY + from * DAY_MS,
    toMs: TODAY + to * DAY_MS,
    asked: Object.fromEntries(Object.entries(againMs).map(([origin, time]) => [origin, { againMs: time, times: 1 }])),
  });
  const ask = (holes: Hole[], count = 1) => {
    const coin = { ...complete, daily: cover(DAYS, TODAY, { holes, origins }) };
    return plan({ coins: coins(count), markets, memory: { coins: { "coin-1": coin } } });
  };

  it("are asked for together where one answer carries them, the newest first", async () => {
    const { requests } = await ask([hole(-900, -890), hole(-300, -299), hole(-20, -10)]);
    expect(describeAll(requests)).toEqual(["daily defillama chart coin-1", "daily defillama chart coin-1"]);
    expect(requests.map(({ window }) => window)).toEqual([
      { kind: "gap", fromMs: TODAY - 300 * DAY_MS, toMs: TODAY - 10 * DAY_MS },
      { kind: "gap", fromMs: TODAY - 900 * DAY_MS, toMs: TODAY - 890 * DAY_MS },
    ]);
  });

  it("that are longer than an answer are asked for from their newer end on", async () => {
    const { requests } = await ask([hole(-1_500, -10)]);
    expect(requests[0]?.window).toEqual({ kind: "gap", fromMs: TODAY - 504 * DAY_MS, toMs: TODAY - 10 * DAY_MS });
  });

  it("are asked of the next origin where the first was asked for them", async () => {
    const { requests } = await ask([hole(-300, -299), hole(-20, -10, { defillama: NOW + 1 })]);
    expect(requests[0]?.window).toMatchObject({ fromMs: TODAY - 300 * DAY_MS, toMs: TODAY - 299 * DAY_MS });
    const both = await ask([
      hole(-300, -299, { defillama: NOW + 1 }),
      hole(-20, -10, { defillama: NOW + 1, coinbase: NOW + 1 }),
    ]);
    expect(describeAll(both.requests)).toEqual(["daily coinbase A-USD coin-1"]);
    expect(both.requests[0]?.window).toMatchObject({ fromMs: TODAY - 300 * DAY_MS, toMs: TODAY - 299 * DAY_MS });
  });

  it("come after everything else once all were asked, of the one that was asked longest ago", async () => {
    const { requests } = await ask([hole(-20, -10, { defillama: NOW - 1, coinbase: NOW - 2 })], 2);
    expect(describeAll(requests)).toEqual([
      "daily defillama chart coin-2",
      "hourly defillama chart coin-2",
      "daily coinbase A-USD coin-1",
    ]);
  });

  it("of which one is due are not asked for with newer ones", async () => {
    const { requests } = await ask([
      hole(-300, -299, { defillama: NOW - 9, coinbase: NOW + 1 }),
      hole(-20, -10, { defillama: NOW - 1, coinbase: NOW + 1 }),
    ]);
    expect(requests[0]?.window).toMatchObject({ kind: "again", toMs: TODAY - 299 * DAY_MS });
  });

  it("that are no longer kept are not asked for", async () => {
    const hours = cover(DAYS, HOUR, { holes: [hole(-60, -50), hole(-44.5, -43.5)] });
    const { requests } = await plan({
      coins: coins(1),
      markets,
      memory: { coins: { "coin-1": { ...complete, hourly: hours } } },
    });
    expect(requests[0]?.window).toEqual({
      kind: "gap",
      fromMs: TODAY - 44 * DAY_MS,
      toMs: TODAY - 44 * DAY_MS + 12 * HOUR_MS,
    });
  });

  it("are asked of nobody before the time", async () => {
    expect((await ask([hole(-20, -10, { defillama: NOW + 1, coinbase: NOW + 1 })])).requests).toEqual([]);
  });
});

describe("charts of holes that are not the same", () => {
  const askAll = async (days: readonly number[]) => {
    const memory = days.map((day, at) => {
      const fromMs = TODAY + day * DAY_MS;
      const daily = cover(DAYS, TODAY, { holes: [{ fromMs, toMs: fromMs + DAY_MS, asked: {} }] });
      return [`coin-${at + 1}`, { ...complete, daily }] as const;
    });
    const { requests } = await plan({ coins: coins(days.length), memory: { coins: Object.fromEntries(memory) } });
    return requests.map(({ coinIds, window }) => [
      coinIds.length,
      ...[window.fromMs, window.toMs].map((ms) => (ms - TODAY) / DAY_MS),
    ]);
  };

  it("are one where one answer carries all of them", async () => {
    expect(await askAll([-20, -300, -150])).toEqual([[3, -300, -19]]);
    expect(await askAll([-20, -600, -150])).toEqual([
      [1, -20, -19],
      [2, -600, -149],
    ]);
  });

  it("are two where one of the coins is asked for more around it", async () => {
    const fromMs = TODAY - 20 * DAY_MS;
    const coinOf = (isApart?: true) => {
      const asked = { defillama: { againMs: NOW, times: 1, ...(isApart && { isApart }) } };
      return { ...complete, daily: cover(DAYS, TODAY, { holes: [{ fromMs, toMs: fromMs + DAY_MS, asked }] }) };
    };
    const { requests } = await plan({
      coins: coins(2),
      memory: { coins: { "coin-1": coinOf(true), "coin-2": coinOf() } },
    });
    expect(requests.map(({ isWide, window, fromMs: start }) => [isWide, (window.fromMs - start) / DAY_MS])).toEqual([
      [true, 60],
      [false, 3],
    ]);
  });

  it("are of as many coins as one answer carries", async () => {
    const sizes = (await askAll(Array.from({ length: 25 }, (_, at) => -200 + at))).map(([size]) => size);
    expect(sizes).toEqual([10, 10, 5]);
  });
});

describe("books in USDT", () => {
  const markets = new Map(["coin-1", "coin-2"].map((id) => [id, [book("binance", id)]]));
  const refused = { untilMs: NOW + 1, reason: "3 % off" };
  const ask = (daily: StepBackfill) =>
    plan(
      { coins: [...coins(2), coin("tether")], markets, memory: { coins: { tether: { ...complete, daily } } } },
      false,
    );

  it("are left alone while nothing is known of the rate, and nobody is asked for it", async () => {
    const without: StepBackfill = { askedAtMs: NOW, holes: [], origins: { defillama: { refused } } };
    expect(describeAll((await ask(without)).requests)).toEqual([
      "daily defillama chart coin-1,coin-2",
      "hourly defillama chart coin-1,coin-2",
    ]);
    const { requests } = await ask({ ...without, origins: {} });
    expect(describeAll(requests)).toContain("hourly binance coin-1 coin-1");
    expect(describeAll((await ask(cover(DAYS, TODAY))).requests)).toContain("hourly binance coin-1 coin-1");
  });
});
