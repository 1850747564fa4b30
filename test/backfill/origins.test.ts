import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../build/lib/time.ts";
import { createRandom } from "../market/random.ts";
import { at, buildDays, countDays, isKnown, model, VENUES } from "./model-days.ts";
import { type OriginModel, openModelRun } from "./origin-model.ts";

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

  it("is filled at once though another day before it is missing for ever", async () => {
    const run = openModelRun(model((_origin, _coin, _step, timeMs) => timeMs !== at(5)));
    await buildDays(run, 0, 22, [5, 20]);
    expect(isKnown(run, 5)).toBe(false);
    expect(isKnown(run, 20)).toBe(true);
  });

  it("is filled where nobody has the days before it", async () => {
    const run = openModelRun(model((_origin, _coin, _step, timeMs) => timeMs < at(5) || timeMs >= at(640)));
    await buildDays(run, 0, 5);
    await buildDays(run, 700, 704);
    expect(countDays(run, 5, 640)).toBe(0);
    expect(countDays(run, 640, 703)).toBe(63);
  });

  it.each(["defillama", ...VENUES])("is filled by %s, who has it weeks after the others were asked", async (late) => {
    const lacks: OriginModel["has"] = (origin, _coin, _step, timeMs, asOfMs) =>
      timeMs !== at(5) || (origin === late && asOfMs > at(30));
    const run = openModelRun(model(lacks));
    await buildDays(run, 0, 90, [5]);
    expect(isKnown(run, 5)).toBe(true);
  });

  it("is filled, whole, long after nobody had any of it", async () => {
    const run = openModelRun(model((_origin, _coin, _step, timeMs, asOfMs) => timeMs < at(5) || asOfMs >= at(1_330)));
    await buildDays(run, 0, 5);
    await buildDays(run, 1_300, 1_400);
    expect(countDays(run, 5, 1_399)).toBe(1_394);
  });

  it("is filled from the end that somebody has, though nobody has the other", async () => {
    const has: OriginModel["has"] = (origin, _coin, _step, timeMs) =>
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

  it("is asked for ever less often where nobody has it, and after all that is older", async () => {
    const run = openModelRun(model((_origin, _coin, _step, timeMs) => timeMs !== at(5)));
    await buildDays(run, 0, 200, [5]);
    const again = run.asked.filter(({ request }) => request.step === "daily" && request.window.fromMs === at(5));
    for (const origin of ["defillama", ...VENUES]) {
      const times = again.filter((one) => one.origin === origin).map(({ asOfMs }) => asOfMs);
      expect(times.length).toBeGreaterThan(4);
      expect(times.length).toBeLessThan(10);
      for (const [index, timeMs] of times.slice(1).entries())
        expect(timeMs - times[index]!).toBeGreaterThanOrEqual(3 * DAY_MS);
    }
  });
});

describe("what is older", () => {
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
    const reaches: OriginModel["has"] = (origin, _coin, _step, timeMs, asOfMs) =>
      origin === "kraken" ? timeMs >= asOfMs - 719 * DAY_MS : timeMs >= at(-20);
    const run = openModelRun({ ...model(reaches, { venues: () => ["kraken"] }), has: reaches });
    await buildDays(run, 0, 3);
    expect(countDays(run, -710, 2)).toBe(712);
  });
});

describe("an origin that fails", () => {
  it("is asked less and less, and keeps nobody from others", async () => {
    const coins = Array.from({ length: 60 }, (_, index) => `coin-${index}`);
    const run = openModelRun(
      model(() => true, { coins, fails: (origin) => origin === "coinbase" || origin === "binance" }),
    );
    await buildDays(run, 0, 30, [20]);
    const missing = coins.filter((coin) => !isKnown(run, 20, coin) || !isKnown(run, -200, coin));
    expect(missing).toEqual([]);
    const failed = run.asked.filter((one) => one.failed).length;
    // Two of them, hours and days of each coin: three times at once, then after one, two, four and seven days.
    expect(failed).toBeLessThan(coins.length * 2 * 2 * 9);
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
