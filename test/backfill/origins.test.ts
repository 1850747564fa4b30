import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../build/lib/time.ts";
import { createRandom } from "../market/random.ts";
import { type ModelRun, type OriginModel, openModelRun } from "./origin-model.ts";

const TODAY = Date.UTC(2026, 10, 20);
const at = (day: number) => TODAY + day * DAY_MS;
const VENUES = ["coinbase", "binance", "okx", "kucoin"];

const model = (has: OriginModel["has"], change: Partial<OriginModel> = {}): OriginModel => ({
  coins: ["a"],
  venues: () => VENUES,
  has: (origin, coin, step, timeMs, asOfMs) => timeMs >= at(-300) && has(origin, coin, step, timeMs, asOfMs),
  ...change,
});

/** Builds twice a day, but for the days without any. */
async function buildDays(run: ModelRun, from: number, to: number, without: readonly number[] = []): Promise<void> {
  for (let day = from; day < to; day += 1) {
    if (without.includes(day)) continue;
    await run.build(at(day) + 9 * HOUR_MS);
    await run.build(at(day) + 21 * HOUR_MS);
  }
}
const isKnown = (run: ModelRun, day: number, coin = "a") => run.isKnown(coin, "daily", at(day));
const countDays = (run: ModelRun, from: number, to: number) =>
  Array.from({ length: to - from }, (_, day) => isKnown(run, from + day)).filter(Boolean).length;
const countFailures = (run: ModelRun, coin: string) =>
  Object.values(run.memory.coins[coin]?.daily?.origins ?? {}).filter(({ failures }) => failures !== undefined).length;

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

describe("a rate of USDT that never comes", () => {
  it("leaves out that day of the books in USDT, and asks them for the rest once", async () => {
    const coins = ["tether", "a", "b", "c"];
    const hole = at(-30);
    const run = openModelRun(
      model(
        (origin, coin, _step, timeMs) =>
          coin === "tether" ? origin === "defillama" && timeMs !== hole : origin !== "defillama",
        {
          coins,
          quote: "USDT",
          venues: (coin) => (coin === "tether" ? [] : ["binance"]),
        },
      ),
    );
    await buildDays(run, 0, 30);
    for (const coin of coins) expect(isKnown(run, -30, coin)).toBe(false);
    for (const coin of coins.slice(1)) {
      expect([-299, -31, -29, 1].map((day) => isKnown(run, day, coin))).toEqual([true, true, true, true]);
      expect(countFailures(run, coin)).toBe(0);
    }
    expect(
      run.asked.filter(({ request }) => request.coinIds.includes("a") && request.step === "daily").length,
    ).toBeLessThan(12);
  });
});

describe("a rate of USDT that comes later", () => {
  /** A coin with a book in USDT, whose own chart lacks a day; `venues` are those of USDT itself. */
  const quotedInUsdt = (beginning: number, venues: readonly string[]): OriginModel => ({
    coins: ["tether", "a"],
    quote: "USDT",
    has: (origin, coin, _step, timeMs) =>
      timeMs >= at(beginning) &&
      (coin === "tether" ? timeMs !== at(-20) && origin === "defillama" : origin === "binance"),
    venues: (coin) => (coin === "tether" ? venues : ["binance"]),
  });

  it("keeps no older day of a book out, though the rate has a gap while the book is asked", async () => {
    const run = openModelRun(quotedInUsdt(-1_500, []));
    await buildDays(run, 0, 12);
    expect(run.isKnown("a", "daily", at(-1_400))).toBe(true);
  });

  it("is waited for while an origin of its own that may have it fails for a few days", async () => {
    const run = openModelRun({
      ...quotedInUsdt(-300, ["coinbase"]),
      has: (origin, coin, _step, timeMs) =>
        timeMs >= at(-300) && (coin === "tether" ? timeMs !== at(-20) || origin === "coinbase" : origin === "binance"),
      fails: (origin, asOfMs) => origin === "coinbase" && asOfMs < at(4),
    });
    await buildDays(run, 0, 9);
    expect(countDays(run, -300, 8)).toBe(308);
  });

  it("brings the older days of a book that were left out for want of it", async () => {
    // Ten weeks go by before anybody has the day, and a book is not kept waiting for that.
    const isLate = (timeMs: number, asOfMs: number) => timeMs === at(-900) && asOfMs < at(70);
    const run = openModelRun({
      ...quotedInUsdt(-1_500, []),
      has: (origin, coin, _step, timeMs, asOfMs) =>
        timeMs >= at(-1_500) &&
        (coin === "tether" ? origin === "defillama" && !isLate(timeMs, asOfMs) : origin === "binance"),
    });
    await buildDays(run, 0, 30);
    expect(countDays(run, -1_500, 29)).toBe(1_528);
    await buildDays(run, 30, 200);
    expect(countDays(run, -1_500, 199)).toBe(1_699);
  });

  it("is not waited for where one of its origins never fits and the others lack it", async () => {
    const run = openModelRun({ ...quotedInUsdt(-300, ["coinbase"]), fails: (origin) => origin === "coinbase" });
    await buildDays(run, 0, 12);
    expect(countDays(run, -300, 11)).toBe(310);
    expect(countFailures(run, "a")).toBe(0);
  });
});

describe("books in USDT whose rate never comes", () => {
  it("take nothing from the budget of others", async () => {
    const coins = ["tether", ...Array.from({ length: 60 }, (_, index) => `coin-${index}`)];
    const run = openModelRun({
      ...{ coins, quote: "USDT", venues: (coin) => (coin === "tether" ? [] : ["binance"]) },
      has: (_origin, coin, _step, timeMs) => timeMs >= at(-300) && coin !== "tether",
    });
    await buildDays(run, 0, 10);
    const books = run.asked.filter(({ request, asOfMs }) => request.kind === "candles" && asOfMs < at(1));
    // Until the first build of all has asked in vain for the rate.
    expect(books.filter(({ asOfMs }) => asOfMs > at(0.5)).length).toBe(0);
    expect(coins.slice(1).filter((coin) => !isKnown(run, -200, coin))).toEqual([]);
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
