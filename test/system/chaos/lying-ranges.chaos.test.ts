import { expect, it } from "vitest";
import { fillHistory } from "../../../build/crypto/backfill/fill-history.ts";
import { DAY_CANDLES, nameCandles, readCandleDocument } from "../../../build/crypto/candles/candle-document.ts";
import { listRanges, OBSERVED } from "../../../build/crypto/candles/candle-partition.ts";
import { fetchCandles } from "../../../build/crypto/candles/fetch-candles.ts";
import { collectBackfilled, publishBackfilledCandles } from "../../../build/crypto/candles/keep-backfilled.ts";
import { CANDLE_RULES } from "../../../build/crypto/candles/range-rules.ts";
import { updateCandles } from "../../../build/crypto/candles/update-candles.ts";
import { findColumns } from "../../../build/crypto/history/partition.ts";
import {
  DAILY,
  HOURS,
  listNames,
  nameDaily,
  nameHourly,
  nameSamples,
  PENDING_DAYS,
  readPartition,
  writePartition,
} from "../../../build/crypto/history/partition-document.ts";
import { SILENT_PROGRESS, type StateStore } from "../../../build/kit/platform/platform.ts";
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { openMemoryState, sampleBuilds, simulateBuild, simulateHttp } from "../../crypto/backfill/simulated-build.ts";
import { EDITED_VENUES, editCandles, type SentCandle } from "../../fixtures/edit-candles.ts";
import { scale } from "../../seed.ts";
import { openDraws, recordTries, SEED } from "./random.ts";

const TODAY = Date.UTC(2026, 10, 20);
const NOW = TODAY + 6 * HOUR_MS;
const DAYS = [TODAY - 2 * DAY_MS, TODAY - DAY_MS];
const build = simulateBuild(NOW, 6);
const { world } = build;
const coinIds = world.coins.slice(0, 4).map(({ id }) => id);

type Lie = (candle: SentCandle, factor: number) => SentCandle;

const consistent = (candle: SentCandle): SentCandle => ({
  ...candle,
  high: Math.max(candle.open, candle.high, candle.low, candle.close),
  low: Math.min(candle.open, candle.high, candle.low, candle.close),
});

/** Each with a factor of 1.001 to 1,000. */
const LIES: Readonly<Record<string, Lie>> = {
  "high alone": (candle, factor) => ({ ...candle, high: candle.high * factor }),
  "low alone": (candle, factor) => ({ ...candle, low: candle.low / factor }),
  "high and low": (candle, factor) => ({ ...candle, high: candle.high * factor, low: candle.low / factor }),
  "no range at all": ({ timeMs, close }) => ({ timeMs, close, open: close, high: close, low: close }),
  "open alone": (candle, factor) => consistent({ ...candle, open: candle.open * factor }),
  "close alone": (candle, factor) => consistent({ ...candle, close: candle.close / factor }),
  "an hour late": (candle) => ({ ...candle, timeMs: candle.timeMs + HOUR_MS }),
  "a day early": (candle) => ({ ...candle, timeMs: candle.timeMs - DAY_MS }),
  "another unit of time": (candle) => ({ ...candle, timeMs: candle.timeMs * 1_000 }),
  scale: ({ timeMs, open, high, low, close }, factor) => ({
    timeMs,
    open: open * factor,
    high: high * factor,
    low: low * factor,
    close: close * factor,
  }),
  "one hour of the day": (candle, factor) =>
    candle.timeMs % DAY_MS === 12 * HOUR_MS ? { ...candle, high: candle.high * factor } : candle,
};

async function openState(): Promise<StateStore> {
  const state = openMemoryState();
  await sampleBuilds(state, world, TODAY - 3 * DAY_MS, TODAY + 2 * HOUR_MS + 1, 30 * MINUTE_MS);
  await updateCandles(state, { candleCoins: coinIds, moves: new Map(), asOfMs: NOW, isNewDay: true });
  return state;
}

async function copy(state: StateStore): Promise<StateStore> {
  const other = openMemoryState();
  for (const { name, closed } of state.list()) other.write(name, await state.read(name), { closed });
  return other;
}

/** Eight digits are kept. */
const SLACK = 1 + 1e-6;

/** How far outside our own prices a range may lie: only two that agree reach beyond 3 %. */
function findBound(origin: string, mayAgree: boolean): number {
  if (origin === OBSERVED) return 1;
  return origin.includes("+") && mayAgree ? CANDLE_RULES.maxWick : CANDLE_RULES.maxOutside;
}

/** Our own prices of an hour: its samples, its close and the close before. */
async function readOwn(state: StateStore, coinId: string, dayMs: number): Promise<(timeMs: number) => number[]> {
  const points = new Map<number, number[]>();
  const add = (timeMs: number, price: number | null | undefined) => {
    if (price != null) points.set(timeMs, [...(points.get(timeMs) ?? []), price]);
  };
  for (const day of [dayMs - DAY_MS, dayMs]) {
    const samples = await readPartition(state, nameSamples(day));
    for (const [row, time] of samples.times.entries())
      add(time - (time % HOUR_MS), findColumns(samples, coinId)?.prices[row]);
    const hours = await readPartition(state, nameHourly(day));
    for (const [row, time] of hours.times.entries()) {
      add(time, findColumns(hours, coinId)?.prices[row]);
      add(time + HOUR_MS, findColumns(hours, coinId)?.prices[row]);
    }
  }
  return (timeMs) => points.get(timeMs) ?? [];
}

it("candles that lie in high, low, time or scale move nothing beyond the bounds, alone or together", async () => {
  const honest = await openState();
  const random = openDraws(SEED, "lying-ranges");
  const problems: string[] = [];
  let tried = 0;
  for (let count = 0; count < scale(30); count += 1) {
    const liars = EDITED_VENUES.filter(() => random() < 0.4);
    const [name, lie] = random.pick(Object.entries(LIES));
    // Two that lie alike agree with one another.
    const factors = new Map(liars.map((venue) => [venue, 1 + 10 ** (6 * random() - 3)]));
    const isAlike = random() < 0.3;
    const state = await copy(honest);
    const http = simulateHttp(world, (url) =>
      editCandles(world, url, (candle, { venue }) => {
        const factor = isAlike ? [...factors.values()][0] : factors.get(venue);
        return liars.includes(venue) && factor !== undefined ? lie(candle, factor) : candle;
      }),
    );
    await fetchCandles({ ...build, state, http, progress: SILENT_PROGRESS });
    tried += 1;
    for (const dayMs of DAYS) {
      expect(await readPartition(state, nameHourly(dayMs))).toEqual(await readPartition(honest, nameHourly(dayMs)));
      for (const coinId of coinIds) {
        const readHour = await readOwn(honest, coinId, dayMs);
        for (const { timeMs, high, low, origin } of listRanges(
          await readCandleDocument(state, nameCandles(dayMs)),
          coinId,
        )) {
          const own = readHour(timeMs);
          const highest = Math.max(...own);
          const lowest = Math.min(...own);
          // The open of an observed hour is joined later.
          const covers = origin === OBSERVED || (high >= highest / SLACK && low <= lowest * SLACK);
          const bound = findBound(origin, liars.length > 1 && isAlike) * SLACK;
          const isWithin = covers && high <= highest * bound && low >= lowest / bound;
          if (!isWithin)
            problems.push(`${liars.join("+")} ${name}: ${coinId} ${origin} ${high / highest} ${low / lowest}`);
        }
      }
    }
  }
  expect(problems).toEqual([]);
  await recordTries({ name: "lying-ranges", what: "readings of candles that lie in high, low, time or scale", tried });
});

/** Hours older than these are kept in months. */
const OLD_FROM = TODAY - 75 * DAY_MS;

/** A site that knows the closes of days, and no hours of them. */
async function openOldState(): Promise<StateStore> {
  const state = openMemoryState();
  const times = Array.from({ length: (TODAY - OLD_FROM) / DAY_MS }, (_, at) => OLD_FROM + at * DAY_MS);
  const prices = (id: string) => times.map((time) => world.priceUsd(id, time + DAY_MS));
  const coins = Object.fromEntries(coinIds.map((id) => [id, { prices: prices(id) }]));
  writePartition(state, nameDaily(TODAY), { times, coins }, { asOfMs: NOW });
  return state;
}

/** The filled prices of a coin by the day: its hours, its close and the close before. */
async function readFilled(state: StateStore, coinId: string): Promise<(dayMs: number) => number[]> {
  const prices = new Map<number, number[]>();
  for (const [folder, lengthMs] of [
    [HOURS, HOUR_MS],
    [DAILY, DAY_MS],
    [PENDING_DAYS, DAY_MS],
  ] as const)
    for (const name of listNames(state, folder)) {
      const partition = await readPartition(state, name);
      for (const [row, time] of partition.times.entries()) {
        const price = findColumns(partition, coinId)?.prices[row] ?? null;
        // The last price of a day is the first one of the next.
        for (const dayMs of new Set([floorTo(time, DAY_MS), floorTo(time + lengthMs, DAY_MS)]))
          if (price !== null) prices.set(dayMs, [...(prices.get(dayMs) ?? []), price]);
      }
    }
  return (dayMs) => prices.get(dayMs) ?? [];
}

it("backfilled candles that lie move no day beyond the bounds, alone or together", async () => {
  const random = openDraws(SEED, "lying-backfilled-ranges");
  const coins = build.market.coins.filter(({ id }) => coinIds.includes(id));
  const market = { ...build.market, coins };
  const budget = { requests: 200, timeLimitMs: 60_000 };
  const problems: string[] = [];
  const days = { all: 0, beyondOwn: 0, beyondBound: 0 };
  let tried = 0;
  for (let count = 0; count < scale(8); count += 1) {
    const liars = EDITED_VENUES.filter(() => random() < 0.5);
    const [name, lie] = random.pick(Object.entries(LIES));
    const factors = new Map(liars.map((venue) => [venue, 1 + 10 ** (6 * random() - 3)]));
    const http = simulateHttp(world, (url) => {
      if (url.host.includes("llama.fi")) throw new Error("no chart");
      return editCandles(world, url, (candle, { venue }) =>
        liars.includes(venue) ? lie(candle, factors.get(venue) ?? 1) : candle,
      );
    });
    const state = await openOldState();
    const backfilled = collectBackfilled(state, new Set(coinIds), NOW);
    const input = { ...build, market, state, http, budget, progress: SILENT_PROGRESS, keepCandles: backfilled.keep };
    for (let builds = 0; builds < 3; builds += 1) await fillHistory({ ...input, withOldHours: true });
    await backfilled.save();
    await publishBackfilledCandles(state, NOW);
    tried += 1;
    for (const coinId of coinIds) {
      const readDay = await readFilled(state, coinId);
      for (const document of listNames(state, DAY_CANDLES))
        for (const { timeMs, high, low, origin } of listRanges(await readCandleDocument(state, document), coinId)) {
          const own = readDay(timeMs);
          const highest = Math.max(...own);
          const lowest = Math.min(...own);
          const bound = CANDLE_RULES.maxOutside * SLACK;
          // The close before may get the price of its last hour later.
          const limit = bound * (1 + CANDLE_RULES.maxDifference);
          days.all += 1;
          if (high > highest * bound || low < lowest / bound) days.beyondBound += 1;
          if (high > highest * SLACK && low < lowest / SLACK) days.beyondOwn += 1;
          if (origin === OBSERVED || !(high <= highest * limit && low >= lowest / limit))
            problems.push(`${liars.join("+")} ${name}: ${coinId} ${origin} ${high / highest} ${low / lowest}`);
        }
    }
  }
  expect(problems).toEqual([]);
  expect(days.beyondOwn).toBeGreaterThan(0.5 * days.all);
  expect(days.beyondBound).toBeLessThan(0.01 * days.all);
  expect(days.all).toBeGreaterThan(tried * 100);
  await recordTries({
    name: "lying-backfilled-ranges",
    what: "backfills from candles that lie in high, low, time or scale",
    tried,
  });
});
