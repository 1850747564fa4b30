import { describe, expect, it } from "vitest";
import { at, buildDays, countDays, isKnown, model, openModelRun, type SeriesModel } from "./series-model.ts";

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
    }
    expect(
      run.requests.filter(({ request }) => request.coinIds.includes("a") && request.step === "daily").length,
    ).toBeLessThan(30);
  });
});

describe("a rate of USDT that comes later", () => {
  /** A coin with a book in USDT, whose own chart lacks a day; `venues` are those of USDT itself. */
  const quotedInUsdt = (beginning: number, venues: readonly string[]): SeriesModel => ({
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

  it("is not awaited if no source has it, although each build requests other hours", async () => {
    const run = openModelRun({
      coins: ["tether", "a"],
      quote: "USDT",
      venues: (coin) => (coin === "tether" ? ["kraken"] : ["binance", "okx"]),
      has: (origin, coin, _step, timeMs) =>
        timeMs >= at(-300) &&
        (coin !== "tether" || timeMs < at(-10) || timeMs >= at(-9)) &&
        (coin === "tether" || origin !== "defillama"),
    });
    for (let day = 0; day < 14; day += 1) await run.build(at(day) + 3_600_000);
    expect([-200, -11, -9, 5].map((day) => isKnown(run, day))).toEqual([true, true, true, true]);
    expect(run.isKnown("a", "hourly", at(-12))).toBe(true);
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
  });
});

describe("books in USDT whose rate never comes", () => {
  it("take nothing from the budget of others", async () => {
    const coins = ["tether", ...Array.from({ length: 20 }, (_, index) => `coin-${index}`)];
    const run = openModelRun({
      coins,
      quote: "USDT",
      venues: (coin) => (coin === "tether" ? [] : ["binance"]),
      has: (_origin, coin, _step, timeMs) => timeMs >= at(-300) && coin !== "tether",
    });
    await buildDays(run, 0, 10);
    const books = run.requests.filter(({ request, asOfMs }) => request.source.kind === "candles" && asOfMs < at(1));
    // Until the first build has requested the rate without success.
    expect(books.filter(({ asOfMs }) => asOfMs > at(0.5)).length).toBe(0);
    expect(coins.slice(1).filter((coin) => !isKnown(run, -200, coin))).toEqual([]);
  });
});
