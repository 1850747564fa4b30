import { describe, expect, it } from "vitest";
import { mergeBackfillDocuments } from "../../../build/crypto/backfill/retry-memory.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import { createRandom } from "../../fixtures/random.ts";
import {
  at,
  buildDays,
  buildEvery,
  countDays,
  isKnown,
  type ModelRun,
  type ModelState,
  model,
  openModelRun,
  type SeriesModel,
  VENUES,
} from "./series-model.ts";

describe("a day that is missing", () => {
  it("is asked of the others when the first of them has only those beside it", async () => {
    const run = openModelRun(model((origin, _coin, _step, timeMs) => origin !== "defillama" || timeMs !== at(10)));
    await buildDays(run, 0, 14, [10, 11, 12]);
    expect([10, 11, 12].map((day) => isKnown(run, day))).toEqual([true, true, true]);
  });

  it("is asked of the others when it is missing in the midst of the first answer", async () => {
    const run = openModelRun(model((origin, _coin, _step, timeMs) => origin === "okx" || timeMs !== at(-100)));
    await buildDays(run, 0, 3);
    expect(countDays(run, -300, 2)).toBe(302);
  });

  it("is filled at once although an earlier day stays missing", async () => {
    const run = openModelRun(model((_origin, _coin, _step, timeMs) => timeMs !== at(5)));
    await buildDays(run, 0, 22, [5, 20]);
    expect(isKnown(run, 5)).toBe(false);
    expect(isKnown(run, 20)).toBe(true);
  });

  it("is filled if no source has the days before it", async () => {
    const run = openModelRun(model((_origin, _coin, _step, timeMs) => timeMs < at(5) || timeMs >= at(640)));
    await buildDays(run, 0, 5);
    await buildDays(run, 700, 704);
    expect(countDays(run, 5, 640)).toBe(0);
    expect(countDays(run, 640, 703)).toBe(63);
  });

  it.each(["defillama", ...VENUES])("is filled by %s, who has it weeks after the others were asked", async (late) => {
    const lacks: SeriesModel["has"] = (origin, _coin, _step, timeMs, asOfMs) =>
      timeMs !== at(5) || (origin === late && asOfMs > at(30));
    const run = openModelRun(model(lacks));
    await buildDays(run, 0, 90, [5]);
    expect(isKnown(run, 5)).toBe(true);
  });

  it("is filled completely once a source has it much later", async () => {
    const run = openModelRun(model((_origin, _coin, _step, timeMs, asOfMs) => timeMs < at(5) || asOfMs >= at(1_330)));
    await buildDays(run, 0, 5);
    await buildDays(run, 1_300, 1_400);
    expect(countDays(run, 5, 1_399)).toBe(1_394);
  });

  it("is filled from the end that a source has", async () => {
    const has: SeriesModel["has"] = (origin, _coin, _step, timeMs) =>
      timeMs < at(5) || timeMs >= (origin === "okx" ? at(700) : at(1_200));
    const run = openModelRun(model(has));
    await buildDays(run, 0, 5);
    await buildDays(run, 1_300, 1_320);
    expect(countDays(run, 700, 1_319)).toBe(619);
  });

  it("is asked of the others when it is missing in the midst of an answer about older days", async () => {
    const holes = [-1_400, -1_399, -900, -650].map(at);
    const run = openModelRun({
      ...model(() => true),
      has: (origin, _coin, _step, timeMs) =>
        timeMs >= at(-1_500) &&
        (origin === "kucoin" || origin === "okx" ? timeMs !== at(-900) || origin === "okx" : !holes.includes(timeMs)),
    });
    await buildDays(run, 0, 8);
    expect(countDays(run, -1_500, 7)).toBe(1_507);
  });

  it("is asked for less and less often when no source has it", async () => {
    const run = openModelRun(model((_source, _coin, _step, timeMs) => timeMs !== at(5)));
    await buildDays(run, 0, 200, [5]);
    const again = run.requests.filter(
      ({ request }) => request.step === "daily" && request.window.fromMs <= at(5) && request.window.toMs > at(5),
    );
    for (const source of ["defillama", ...VENUES]) {
      const asked = again.filter((one) => one.source === source);
      expect(asked.length).toBeGreaterThan(2);
      expect(asked.length).toBeLessThan(12);
      expect(asked.filter(({ asOfMs }) => asOfMs >= at(100)).length).toBeLessThan(4);
    }
  });
});

describe("what is older", () => {
  it("is filled although no source has one of the newer days", async () => {
    const has: SeriesModel["has"] = (origin, _coin, _step, timeMs) =>
      timeMs !== at(-3) && timeMs >= at(-2_000) && (timeMs >= at(-600) || origin === "okx");
    const run = openModelRun({ ...model(has), has });
    await buildDays(run, 0, 60);
    expect(isKnown(run, -3)).toBe(false);
    expect(countDays(run, -2_000, -600)).toBe(1_400);
  });

  it("is asked of a venue that was away in one build as soon as it is back", async () => {
    const isAway = (asOfMs: number) => asOfMs < at(2);
    const run = openModelRun(
      model((origin, _coin, _step, timeMs) => origin === "coinbase" || timeMs >= at(-50), {
        venues: (_coin, asOfMs) => (isAway(asOfMs) ? [] : ["coinbase"]),
      }),
    );
    await buildDays(run, 0, 3);
    expect(countDays(run, -300, 2)).toBe(302);
  });

  it("is asked of Kraken as far as it reaches", async () => {
    const reaches: SeriesModel["has"] = (origin, _coin, _step, timeMs, asOfMs) =>
      origin === "kraken" ? timeMs >= asOfMs - 719 * DAY_MS : timeMs >= at(-20);
    const run = openModelRun({ ...model(reaches, { venues: () => ["kraken"] }), has: reaches });
    await buildDays(run, 0, 3);
    expect(countDays(run, -710, 2)).toBe(712);
  });
});

describe("an origin that fails", () => {
  it("is requested less and less, without delaying other coins", async () => {
    const coins = Array.from({ length: 8 }, (_, index) => `coin-${index}`);
    const run = openModelRun(
      model(() => true, { coins, budget: 6, fails: (origin) => origin === "coinbase" || origin === "binance" }),
    );
    await buildDays(run, 0, 30, [20]);
    const missing = coins.filter((coin) => !isKnown(run, 20, coin) || !isKnown(run, -200, coin));
    expect(missing).toEqual([]);
    // Hours and days of each coin, at two sources, in 58 builds.
    const failed = run.requests.filter((one) => one.failed).length;
    expect(failed).toBeLessThan((coins.length * 2 * 2 * 58) / 8);
  });
});

describe("origins with holes, outages and beginnings of their own", () => {
  it.each([1, 2, 3, 4])(
    "together give every day from the first answer on that one of them has: seed %i",
    async (seed) => {
      const random = createRandom(seed);
      const pick = (from: number, to: number) => Math.floor(from + random.next() * (to - from));
      const origins = ["defillama", ...VENUES];
      const holes = new Map(
        origins.map((origin) => [origin, new Set(Array.from({ length: 40 }, () => at(pick(-250, 60))))]),
      );
      const outages = origins.map((origin) => ({ origin, fromMs: at(pick(0, 60)), days: pick(1, 5) }));
      const missed = Array.from({ length: 12 }, () => pick(5, 60));
      const run = openModelRun(
        model((origin, _coin, _step, timeMs) => holes.get(origin)?.has(timeMs) !== true, {
          fails: (origin, asOfMs) =>
            outages.some(
              (one) => one.origin === origin && asOfMs >= one.fromMs && asOfMs < one.fromMs + one.days * DAY_MS,
            ),
        }),
      );
      await buildDays(run, 0, 75, missed);
      const lost = Array.from({ length: 309 }, (_, day) => day - 250).filter(
        (day) => !isKnown(run, day) && origins.some((origin) => holes.get(origin)?.has(at(day)) !== true),
      );
      expect(lost).toEqual([]);
    },
  );
});

describe("builds that are hours apart", () => {
  const open = (venues: readonly string[], has: (source: string, timeMs: number) => boolean) =>
    openModelRun({
      coins: ["a"],
      venues: () => venues,
      has: (source, _coin, step, timeMs) => step === "hourly" && has(source, timeMs),
    });
  const countMissing = (run: ModelRun, from: number, to: number) =>
    Array.from({ length: (to - from) * 24 }, (_, hour) => at(from) + hour * HOUR_MS).filter(
      (timeMs) => !run.isKnown("a", "hourly", timeMs),
    ).length;

  it.each([1, 3, 6, 24])("every %i hours still get older hours", async (hours) => {
    const run = open(["coinbase"], () => true);
    await buildEvery(run, hours, 0, 10);
    expect(countMissing(run, -33, 9)).toBe(0);
  });

  it.each([2, 6])("every %i hours get from others what the first always lacks", async (hours) => {
    const lacks = (timeMs: number) => (timeMs / HOUR_MS) % 7 === 0;
    const run = open(["coinbase", "binance"], (source, timeMs) => source !== "coinbase" || !lacks(timeMs));
    await buildEvery(run, hours, 0, 30);
    expect(countMissing(run, 5, 29)).toBe(0);
  });

  it("every 3 hours fill an outage of a month, too", async () => {
    const run = open(["coinbase", "okx"], () => true);
    await buildEvery(run, 3, 0, 4);
    await buildEvery(run, 3, 34, 44);
    expect(countMissing(run, 4, 43)).toBe(0);
  });
});

describe("a clock that was wrong once", () => {
  it.each([3, 27])("loses no day when it showed day %i", async (wrong) => {
    const run = openModelRun(model(() => true));
    await buildDays(run, 0, 7, [5]);
    await run.build(at(wrong));
    await buildDays(run, 7, 40, [9, 10, 11, 12]);
    expect(countDays(run, -300, 39)).toBe(339);
    for (const { request, asOfMs } of run.requests) expect(request.window.toMs).toBeLessThanOrEqual(asOfMs);
  });
});

describe("a budget of three requests", () => {
  it("reaches short gaps and older data of all coins", async () => {
    const coins = Array.from({ length: 8 }, (_, index) => `coin-${index}`);
    const run = openModelRun({
      coins,
      budget: 3,
      venues: () => ["coinbase"],
      has: (_source, _coin, step, timeMs) => timeMs >= at(step === "hourly" ? -3 : -800),
    });
    for (let day = 0; day < 45; day += 1) if (day !== 2) await run.build(at(day) + HOUR_MS);
    expect(coins.filter((coin) => !isKnown(run, 2, coin) || !isKnown(run, -800, coin))).toEqual([]);
  });
});

describe("jobs that share the coins", () => {
  it("together fill every day", async () => {
    const coins = ["tether", ...Array.from({ length: 8 }, (_, index) => `coin-${index}`)];
    const shared: SeriesModel = {
      coins,
      quote: "USDT",
      budget: 8,
      venues: (coin) => (coin === "tether" ? ["kraken"] : ["binance", "coinbase"]),
      has: (source, _coin, _step, timeMs) =>
        timeMs >= at(-900) && (source !== "defillama" || timeMs !== at(-40) || _coin === "tether"),
    };
    const count = 3;
    let state: ModelState = { retries: new Map(), prices: new Map() };
    for (let round = 0; round < 12; round += 1) {
      const jobs = Array.from({ length: count }, (_, index) =>
        openModelRun({ ...shared, shard: { index: index + 1, count } }, structuredClone(state)),
      );
      for (const job of jobs) await job.build(at(0) + round * HOUR_MS);
      const documents = jobs.map(({ retries }) => ({ retries: Object.fromEntries(retries) }));
      const merged = documents.reduce(mergeBackfillDocuments);
      state = { retries: new Map(Object.entries(merged.retries)), prices: new Map() };
      for (const { prices } of jobs)
        for (const [key, times] of prices) state.prices.set(key, new Set([...(state.prices.get(key) ?? []), ...times]));
    }
    const run = openModelRun(shared, state);
    expect(coins.map((coin) => countDays(run, -900, 0, coin))).toEqual(coins.map(() => 900));
  });
});
