import { describe, expect, it } from "vitest";
import type { Step } from "../../build/backfill/step.ts";
import { DAY_MS, HOUR_MS } from "../../build/lib/time.ts";
import { type ModelRun, type OriginModel, openModelRun } from "./origin-model.ts";

const TODAY = Date.UTC(2026, 10, 20);
const at = (day: number) => TODAY + day * DAY_MS;
const dayOf = (timeMs: number) => Math.floor((timeMs - TODAY) / DAY_MS);

type Has = (origin: string, timeMs: number, asOfMs: number) => boolean;
const open = (step: Step, venues: readonly string[], has: Has, change: Partial<OriginModel> = {}) =>
  openModelRun({
    coins: ["a"],
    venues: () => venues,
    has: (origin, _coin, of, timeMs, asOfMs) => of === step && has(origin, timeMs, asOfMs),
    ...change,
  });

async function buildEvery(run: ModelRun, hours: number, from: number, to: number): Promise<void> {
  for (let timeMs = at(from); timeMs < at(to); timeMs += hours * HOUR_MS) await run.build(timeMs + 60_000);
}
async function buildDays(run: ModelRun, from: number, to: number, isMissed = (_day: number) => false): Promise<void> {
  for (let day = from; day < to; day += 1) if (!isMissed(day)) await buildEvery(run, 12, day, day + 1);
}
function countMissing(run: ModelRun, step: Step, from: number, to: number): number {
  let missing = 0;
  for (let timeMs = at(from); timeMs < at(to); timeMs += step === "daily" ? DAY_MS : HOUR_MS)
    if (!run.isKnown("a", step, timeMs)) missing += 1;
  return missing;
}
const countAsked = (run: ModelRun, step: Step, from: number, to: number) =>
  run.asked.filter(({ request, asOfMs }) => request.step === step && asOfMs >= at(from) && asOfMs < at(to)).length;

describe("builds that are hours apart", () => {
  it.each([1, 2, 3, 6, 24])("every %i hours keep nobody from what is older", async (hours) => {
    const run = open("hourly", ["coinbase"], () => true);
    await buildEvery(run, hours, 0, 10);
    expect(countMissing(run, "hourly", -33, 9)).toBe(0);
  });

  it.each([2, 3, 6])("every %i hours ask others for what the first always lacks", async (hours) => {
    const run = open(
      "hourly",
      ["coinbase", "binance"],
      (origin, timeMs) => origin !== "coinbase" || (timeMs / HOUR_MS) % 7 > 0,
    );
    await buildEvery(run, hours, 0, 60);
    expect(countMissing(run, "hourly", 17, 59)).toBe(0);
  });

  it.each([
    [2, ["coinbase"]],
    [3, ["coinbase", "okx"]],
    [6, []],
  ])("every %i hours fill what an outage left, though each brings something newer: %s", async (hours, venues) => {
    const run = open("hourly", venues, () => true);
    await buildEvery(run, hours, 0, 4);
    await buildEvery(run, hours, 34, 44);
    expect(countMissing(run, "hourly", 4, 43)).toBe(0);
  });

  it.each([3, 12])("every %i hours ask the last for what all before it lack", async (hours) => {
    const run = open("hourly", ["coinbase", "okx"], (origin, timeMs) =>
      origin === "defillama" ? true : (timeMs / HOUR_MS) % 7 !== 1,
    );
    await buildEvery(run, hours, 0, 20);
    expect(countMissing(run, "hourly", -14, 18)).toBe(0);
  });

  it("fill the holes of every coin, the years and what comes late, though all of them are more than the budget", async () => {
    const coins = Array.from({ length: 45 }, (_, index) => `coin-${index}`);
    const run = openModelRun({
      coins,
      venues: () => ["coinbase"],
      has: (origin, _coin, step, timeMs, asOfMs) =>
        step === "daily"
          ? timeMs >= at(-1_300) && (timeMs !== at(5) || asOfMs > at(12))
          : timeMs > at(-3) && origin === "coinbase",
    });
    for (let day = 0; day < 40; day += 1) if (day !== 5) await run.build(at(day) + HOUR_MS);
    const lacks = (day: number) => coins.filter((coin) => !run.isKnown(coin, "daily", at(day))).length;
    expect([-1_300, -700, 5].map(lacks)).toEqual([0, 0, 0]);
    const hours = coins.flatMap((coin) =>
      Array.from({ length: 24 * 36 }, (_, hour) => run.isKnown(coin, "hourly", at(0) + hour * HOUR_MS)),
    );
    expect(hours.filter((isKnown) => !isKnown)).toEqual([]);
  });
});

describe("more holes than are remembered", () => {
  const missed = (day: number) => (day % 8 === 5 && day < 215) || (day >= 230 && day < 237);

  it("keep nobody from a new one", async () => {
    const has: Has = (origin, timeMs) => {
      const day = dayOf(timeMs);
      return day >= -100 && (!missed(day) || (origin !== "defillama" && day >= 230) || [231, 232, 234].includes(day));
    };
    const run = open("daily", ["coinbase"], has);
    await buildDays(run, 0, 260, missed);
    expect(countMissing(run, "daily", 230, 237)).toBe(0);
    expect(countAsked(run, "daily", 240, 260)).toBeLessThan(20);
  });

  it("are asked for ever less often where they come one by one, and what comes late is found among them", async () => {
    const isOut = (timeMs: number) => timeMs >= at(3) && timeMs < at(13);
    const run = open(
      "hourly",
      [],
      (_origin, timeMs, asOfMs) =>
        (timeMs / HOUR_MS) % 9 !== 1 && timeMs >= at(-3) && (!isOut(timeMs) || (asOfMs > at(22) && timeMs < at(7))),
    );
    await buildEvery(run, 3, 0, 3);
    await buildEvery(run, 3, 13, 46.5);
    // Of 96 hours ten are in nobody's series; some of the others wait for their turn when they expire.
    expect(countMissing(run, "hourly", 3, 7)).toBeLessThan(30);
    const again = run.asked.filter(({ request, asOfMs }) => request.window.kind === "again" && asOfMs >= at(30));
    expect(again.length).toBeLessThan((16.5 * 8) / 2);
  });

  it("are asked for ever less often, together", async () => {
    const run = open("daily", ["coinbase", "binance"], (_origin, timeMs) => {
      const day = dayOf(timeMs);
      return day >= -300 && (day >= 0 || day % 12 !== -5);
    });
    await buildDays(run, 0, 480);
    for (let day = 96; day < 480; day += 48) expect(countAsked(run, "daily", day, day + 48)).toBeLessThan(12);
  });
});

describe("a clock that was wrong once", () => {
  it("loses no hole when it was behind", async () => {
    const run = open("daily", ["coinbase"], (_origin, timeMs, asOfMs) => timeMs !== at(5) || asOfMs > at(7));
    await buildDays(run, 0, 7, (day) => day === 5);
    await run.build(at(3));
    await buildDays(run, 7, 40);
    expect(countMissing(run, "daily", -300, 39)).toBe(0);
  });

  it("asks for nothing that is not over yet", async () => {
    const run = open("daily", ["coinbase"], () => true);
    await run.build(at(20));
    await run.build(at(-500));
    for (const { request, asOfMs } of run.asked) expect(request.window.toMs).toBeLessThanOrEqual(asOfMs);
  });

  it("loses no day that is missed later when it was ahead", async () => {
    const run = open("daily", ["coinbase"], () => true);
    await buildDays(run, 0, 7);
    await run.build(at(27));
    await buildDays(run, 7, 40, (day) => day >= 9 && day < 13);
    expect(countMissing(run, "daily", -300, 39)).toBe(0);
  });
});

describe("prices that are not beside ours", () => {
  it("are asked for with more around them though other hours are asked of the same venue in every build", async () => {
    const has: Has = (origin, timeMs) =>
      origin === "binance" ? timeMs >= at(-20) : origin === "coinbase" && Math.abs(timeMs - at(-20)) > 5 * HOUR_MS;
    const run = open("hourly", ["binance", "coinbase"], has, { budget: 2 });
    await buildEvery(run, 3, 0, 15);
    expect(countMissing(run, "hourly", -28, -20)).toBeLessThanOrEqual(6);
  });

  it("are asked for with more around them though gaps of the same coin are joined all the while", async () => {
    const coins = Array.from({ length: 30 }, (_, index) => `coin-${index}`);
    const isOurs = (timeMs: number) =>
      Math.abs(timeMs - at(6)) < DAY_MS / 2 || Math.abs(timeMs - at(6)) >= 1.5 * DAY_MS;
    const run = openModelRun({
      ...{ coins, budget: 4, venues: () => ["coinbase"] },
      has: (origin, _coin, step, timeMs, asOfMs) =>
        step === "daily"
          ? timeMs >= at(-50)
          : origin === "coinbase" &&
            (Math.abs(timeMs - at(6)) >= 1.5 * DAY_MS || (asOfMs > at(9) && Math.abs(timeMs - at(6)) < DAY_MS / 2)),
    });
    for (let timeMs = at(0); timeMs < at(45); timeMs += 3 * HOUR_MS) {
      if (Math.abs(timeMs - at(6)) < DAY_MS) continue;
      for (const coin of coins)
        for (let hourMs = at(4); hourMs < Math.min(timeMs, at(8)); hourMs += HOUR_MS)
          if (!isOurs(hourMs) && Math.abs(hourMs - at(6)) >= DAY_MS)
            run.prices.set(`hourly ${coin} ${hourMs}`, { price: 1, own: true });
      await run.build(timeMs + 60_000);
    }
    expect(coins.filter((coin) => !run.isKnown(coin, "hourly", at(6)))).toEqual([]);
  });

  it("are joined over the days that their origin lacks", async () => {
    const run = open("daily", ["coinbase"], (origin, timeMs) =>
      origin === "defillama" ? timeMs >= at(-300) : timeMs >= at(-900) && (timeMs < at(-300) || timeMs > at(-298)),
    );
    await buildDays(run, 0, 10);
    expect(countMissing(run, "daily", -900, 9)).toBe(0);
  });

  it("are joined in a gap, too", async () => {
    const near = [2, 3, 4, 9, 10, 11].map(at);
    const run = open(
      "daily",
      ["coinbase"],
      (origin, timeMs) =>
        timeMs >= at(-300) && (origin === "defillama" ? timeMs < at(5) || timeMs >= at(9) : !near.includes(timeMs)),
      { venues: (_coin, asOfMs) => (asOfMs > at(30) ? ["coinbase"] : []) },
    );
    await buildDays(run, 0, 40, (day) => day >= 5 && day < 9);
    expect(countMissing(run, "daily", -300, 39)).toBe(0);
  });
});

describe("what nobody has", () => {
  it("is asked for once in four weeks", async () => {
    const run = open("daily", ["coinbase", "binance"], () => false);
    await buildDays(run, 0, 140);
    expect(countAsked(run, "daily", 56, 140)).toBeLessThan(3 * 4);
    expect(countAsked(run, "daily", 56, 140)).toBeGreaterThan(0);
  });

  it("of books older than the rate of USDT, twice a month", async () => {
    const run = openModelRun({
      coins: ["tether", "a"],
      quote: "USDT",
      venues: (coin) => (coin === "tether" ? [] : ["binance", "okx"]),
      has: (origin, coin, step, timeMs) =>
        step === "daily" && (coin === "tether" ? timeMs >= at(-300) && origin === "defillama" : origin !== "defillama"),
    });
    await buildDays(run, 0, 120);
    const asked = run.asked.filter(
      ({ request, asOfMs }) => request.coinIds.includes("a") && request.step === "daily" && asOfMs >= at(60),
    );
    expect(asked.length).toBeLessThan(2 * 6);
  });
});

describe("a budget that is smaller than what builds bring", () => {
  const coins = Array.from({ length: 60 }, (_, index) => `coin-${index}`);
  const lacking = (run: ModelRun, day: number) => coins.filter((coin) => !run.isKnown(coin, "daily", at(day))).length;
  async function build(
    venues: readonly string[],
    days: number,
    has: OriginModel["has"],
    budget = 10,
  ): Promise<ModelRun> {
    const run = openModelRun({ coins, budget, venues: () => venues, has });
    for (let day = 0; day < days; day += 1) if (day !== 2) await run.build(at(day) + HOUR_MS);
    return run;
  }
  const isHour = (origin: string, step: Step, timeMs: number) =>
    step === "hourly" && timeMs > at(-3) && origin === "coinbase";

  it("gives short gaps their turn", async () => {
    const run = await build(["coinbase"], 60, (origin, _coin, step, timeMs) =>
      step === "hourly"
        ? isHour(origin, step, timeMs)
        : timeMs >= at(-90) && (timeMs !== at(2) || origin === "coinbase"),
    );
    expect(lacking(run, 2)).toBe(0);
  });

  it("gives what comes late its turn", async () => {
    const run = await build(["coinbase"], 200, (origin, _coin, step, timeMs, asOfMs) =>
      step === "hourly"
        ? isHour(origin, step, timeMs) && (timeMs / HOUR_MS) % 24 > 0
        : timeMs >= at(-90) && (timeMs !== at(2) || (origin === "coinbase" && asOfMs > at(60))),
    );
    expect(lacking(run, 2)).toBe(0);
  });

  it("gives the last venue its turn, who alone knows what is older", async () => {
    const venues = ["coinbase", "binance", "okx", "kucoin", "bitstamp"];
    const run = await build(venues, 240, (origin, _coin, step, timeMs) =>
      step === "hourly" ? isHour(origin, step, timeMs) : timeMs >= (origin === "bitstamp" ? at(-300) : at(-100)),
    );
    expect(lacking(run, -300)).toBe(0);
  });

  it("of three gives what is older its turn, too", async () => {
    const run = await build(
      ["coinbase"],
      240,
      (origin, _coin, step, timeMs) => (step === "hourly" ? isHour(origin, step, timeMs) : timeMs >= at(-800)),
      3,
    );
    expect(lacking(run, -800)).toBe(0);
  });
});
