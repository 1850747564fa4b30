import { describe, expect, it } from "vitest";
import { fillPastHours } from "../../../build/crypto/backfill/past-hours/fill-past-hours.ts";
import type { CandleAnswer } from "../../../build/crypto/backfill/run-backfill.ts";
import { DAY_CANDLES, PENDING_CANDLES, readCandleDocument } from "../../../build/crypto/candles/candle-document.ts";
import { type CandleRange, listRanges } from "../../../build/crypto/candles/candle-partition.ts";
import { collectBackfilled, publishBackfilledCandles } from "../../../build/crypto/candles/keep-backfilled.ts";
import { DAILY, listNames, writePartition } from "../../../build/crypto/history/partition-document.ts";
import { SILENT_PROGRESS, type StateStore } from "../../../build/kit/platform/platform.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { build, NOW, run, TODAY, truth, world } from "../backfill/backfill-case.ts";
import { openMemoryState, simulateHttp } from "../backfill/simulated-build.ts";

const COINS = new Set(["bitcoin", "tether", "binancecoin"]);
/** Days before it have hours that are kept for good. */
const BORDER = TODAY - 44 * DAY_MS;
const FIRST_DAY = BORDER - 40 * DAY_MS;

async function listDays(state: StateStore, folder: string, coinId: string): Promise<CandleRange[]> {
  const days: CandleRange[] = [];
  for (const name of listNames(state, folder)) days.push(...listRanges(await readCandleDocument(state, name), coinId));
  return days;
}

/** A state that knows the closes of days since `FIRST_DAY`. */
function openState(): StateStore {
  const state = openMemoryState();
  const times = Array.from({ length: (TODAY - FIRST_DAY) / DAY_MS }, (_, at) => FIRST_DAY + at * DAY_MS);
  const coins = [...COINS].map((id) => [id, { prices: times.map((time) => truth(id, time + DAY_MS)) }]);
  writePartition(state, `${DAILY}2026`, { times, coins: Object.fromEntries(coins) }, { asOfMs: NOW });
  return state;
}

async function fillHours(state: StateStore, keepCandles?: (answer: CandleAnswer) => void): Promise<string[]> {
  const http = simulateHttp(world);
  const market = { ...build.market, coins: build.market.coins.filter(({ id }) => COINS.has(id)) };
  const budget = { requests: 1_000, timeLimitMs: 60_000 };
  const shard = { index: 1, count: 1 };
  for (let months = 0; months < 3; months += 1)
    await fillPastHours({ ...build, market, state, http, budget, shard, keepCandles, progress: SILENT_PROGRESS });
  return http.urls;
}

describe("the candles of the backfill", () => {
  it("give every filled day its high and low, within 20 basis points, without a further request", async () => {
    const state = openState();
    const backfilled = collectBackfilled(state, COINS, NOW);
    const urls = await fillHours(state, backfilled.keep);
    await backfilled.save();
    expect(urls).toEqual(await fillHours(openState()));
    for (const id of ["bitcoin", "binancecoin"]) {
      // The day before is filled with the hours around.
      const days = (await listDays(state, PENDING_CANDLES, id)).filter(({ timeMs }) => timeMs >= FIRST_DAY);
      expect(days.map(({ timeMs }) => timeMs)).toEqual(
        Array.from({ length: (BORDER - FIRST_DAY) / DAY_MS }, (_, at) => FIRST_DAY + at * DAY_MS),
      );
      for (const { timeMs, high, low, origin } of days) {
        const steps = Array.from({ length: 24 * 12 + 1 }, (_, at) => truth(id, timeMs + at * 5 * MINUTE_MS));
        expect(origin).toBe("coinbase");
        expect(Math.abs(high / Math.max(...steps) - 1)).toBeLessThan(0.002);
        expect(Math.abs(low / Math.min(...steps) - 1)).toBeLessThan(0.002);
      }
    }
  });

  it("wait until the days that wait are published", async () => {
    const state = openState();
    const backfilled = collectBackfilled(state, COINS, NOW);
    await fillHours(state, backfilled.keep);
    await backfilled.save();
    const waiting = await listDays(state, PENDING_CANDLES, "bitcoin");
    expect(listNames(state, DAY_CANDLES)).toEqual([]);
    await publishBackfilledCandles(state, NOW);
    expect(listNames(state, PENDING_CANDLES)).toEqual([]);
    expect(await listDays(state, DAY_CANDLES, "bitcoin")).toEqual(waiting);
  });

  it("are those of days where a venue filled the days", async () => {
    const state = openMemoryState();
    const backfilled = collectBackfilled(state, COINS, NOW);
    const noChart = simulateHttp(world, (url) => {
      if (url.host.includes("llama.fi")) throw new Error("no chart");
      return undefined;
    });
    for (let builds = 0; builds < 3; builds += 1) await run(state, noChart, { keepCandles: backfilled.keep });
    await backfilled.save();
    const days = await listDays(state, PENDING_CANDLES, "bitcoin");
    expect(days.length).toBeGreaterThan(300);
    expect(days.every(({ high, low }) => high > low)).toBe(true);
    expect(Math.max(...days.map(({ timeMs }) => timeMs))).toBe(BORDER - DAY_MS);
  });
});

const DAY = FIRST_DAY + 10 * DAY_MS;

/** Hours of a day at 100 and the close before; the venue has its highs and lows so far outside. */
function hoursOf(source: string, outside: number, change: Partial<CandleAnswer> = {}): CandleAnswer {
  const points = Array.from({ length: 24 }, (_, hour) => ({
    timeMs: DAY + hour * HOUR_MS,
    price: 100,
    range: { open: 100, high: 100 * (1 + outside), low: 100 / (1 + outside) },
  }));
  const range = { fromMs: DAY - DAY_MS, toMs: DAY + 2 * DAY_MS };
  return { coinId: "bitcoin", source, step: "hourly", ...range, points, findPrice: () => 100, ...change };
}

/** The same for twelve days. */
function daysOf(source: string, outside: number): CandleAnswer {
  const points = Array.from({ length: 12 }, (_, day) => ({
    timeMs: DAY + (day - 6) * DAY_MS,
    price: 100,
    range: { open: 100, high: 100 * (1 + outside), low: 100 / (1 + outside) },
  }));
  return { ...hoursOf(source, outside), step: "daily", points };
}

async function join(...answers: CandleAnswer[]): Promise<unknown[] | undefined> {
  const state = openMemoryState();
  for (const answer of answers) {
    const backfilled = collectBackfilled(state, COINS, NOW);
    backfilled.keep(answer);
    await backfilled.save();
  }
  const day = (await listDays(state, PENDING_CANDLES, "bitcoin")).find(({ timeMs }) => timeMs === DAY);
  return day && [day.origin, day.high, Number(day.low.toPrecision(5))];
}

describe("the candle of a filled day", () => {
  it("lies at most 3 % outside the filled prices, of days as of hours", async () => {
    for (const of of [hoursOf, daysOf]) {
      expect(await join(of("kraken", 0.01))).toEqual(["kraken", 101, 99.01]);
      expect(await join(of("kraken", 0.5))).toEqual(["kraken", 103, 97.087]);
    }
  });

  it("has the lower high and the higher low of two venues, whichever was read first", async () => {
    const expected = ["binance+kraken", 101, 99.01];
    expect(await join(daysOf("kraken", 0.01), hoursOf("binance", 0.02))).toEqual(expected);
    expect(await join(hoursOf("binance", 0.02), daysOf("kraken", 0.01))).toEqual(expected);
    expect(await join(hoursOf("binance", 0.02), daysOf("kraken", 0.01), hoursOf("okx", 0))).toEqual(expected);
  });

  it("lies further outside where two venues that are read together agree within 1 %", async () => {
    const joinBoth = async (...answers: CandleAnswer[]) => {
      const state = openMemoryState();
      const backfilled = collectBackfilled(state, COINS, NOW);
      for (const answer of answers) backfilled.keep(answer);
      await backfilled.save();
      const [day] = (await listDays(state, PENDING_CANDLES, "bitcoin")).filter(({ timeMs }) => timeMs === DAY);
      return day && [day.origin, day.high, Number(day.low.toPrecision(5))];
    };
    for (const of of [hoursOf, daysOf]) {
      const agreed = ["binance+kraken", 110, 90.909];
      expect(await joinBoth(of("kraken", 0.1), of("binance", 0.105))).toEqual(agreed);
      expect(await joinBoth(of("binance", 0.105), of("kraken", 0.1))).toEqual(agreed);
      // They do not agree, are too far outside to be true, or only one of them was read.
      const bounded = ["binance+kraken", 103, 97.087];
      expect(await joinBoth(of("kraken", 0.1), of("binance", 0.2))).toEqual(bounded);
      expect(await joinBoth(of("kraken", 0.6), of("binance", 0.6))).toEqual(bounded);
      expect(await joinBoth(of("kraken", 0.1))).toEqual(["kraken", 103, 97.087]);
    }
    expect(await joinBoth(daysOf("kraken", 0.1), hoursOf("kraken", 0.1))).toEqual(["kraken", 103, 97.087]);
  });

  it("is made of a venue's hours, or of its candle of the day where it has no hours", async () => {
    expect(await join(daysOf("kraken", 0.01), hoursOf("kraken", 0.02))).toEqual(["kraken", 102, 98.039]);
    expect(await join(hoursOf("kraken", 0.02), daysOf("kraken", 0.01))).toEqual(["kraken", 102, 98.039]);
  });

  it("needs the whole day, and prices that the venue's agree with", async () => {
    expect(await join(hoursOf("kraken", 0.01, { fromMs: DAY + HOUR_MS }))).toBeUndefined();
    expect(await join(hoursOf("kraken", 0.01, { findPrice: () => 103 }))).toBeUndefined();
    expect(await join(hoursOf("kraken", 0.01, { findPrice: () => undefined }))).toBeUndefined();
    expect(
      await join({ ...hoursOf("kraken", 0.01), points: hoursOf("kraken", 0.01).points.slice(0, 11) }),
    ).toBeUndefined();
    expect(await join(hoursOf("kraken", 0.01, { coinId: "unranked" }))).toBeUndefined();
  });
});
