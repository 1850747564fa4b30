import { expect, it } from "vitest";
import { nameCandles, nameDayCandles, readCandleDocument } from "../../../build/crypto/candles/candle-document.ts";
import { listRanges, OBSERVED } from "../../../build/crypto/candles/candle-partition.ts";
import { fetchCandles } from "../../../build/crypto/candles/fetch-candles.ts";
import { updateCandles } from "../../../build/crypto/candles/update-candles.ts";
import type { DemoMarket } from "../../../build/crypto/demo/demo-market.ts";
import { findColumns, type Partition } from "../../../build/crypto/history/partition.ts";
import {
  nameHourly,
  nameSamples,
  readPartition,
  writePartition,
} from "../../../build/crypto/history/partition-document.ts";
import { rollUp } from "../../../build/crypto/history/roll-up.ts";
import { SILENT_PROGRESS, type StateStore } from "../../../build/kit/platform/platform.ts";
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { openMemoryState, simulateBuild, simulateHttp } from "../../crypto/backfill/simulated-build.ts";
import { editCandles } from "../../fixtures/edit-candles.ts";
import { reportAccuracy, summariseErrors } from "./accuracy.ts";

/** Shares of the price, and of candles and days. */
const NOISE = {
  /** An exchange's level wanders by so much from week to week. */
  level: 0.0015,
  /** Each price of a candle. */
  price: 0.0008,
  /** How far trades reach beyond the prices of a usual candle, and of one in `odd`. */
  wick: 0.001,
  oddWick: 0.012,
  odd: 0.03,
  /** Hours without a candle, and days without any answer. */
  gap: 0.03,
  outage: 0.04,
};

/**
 * The candles of an exchange with noise, wicks and gaps of its own; `undefined` for other requests.
 * Throws on the days on which the exchange does not answer.
 */
function answerNoisily(world: DemoMarket, url: URL): string | undefined {
  return editCandles(world, url, ({ timeMs, open, high, low, close }, { venue, market }) => {
    const draw = (name: string) => world.noise(`noisy:${venue}:${market}:${name}`);
    if (draw(`outage:${floorTo(timeMs, DAY_MS)}`) < NOISE.outage) throw new Error("no answer");
    const own = (name: string) => draw(`${timeMs}:${name}`);
    if (own("gap") < NOISE.gap) return undefined;
    const level = 1 + NOISE.level * (2 * draw(`level:${Math.floor(timeMs / (7 * DAY_MS))}`) - 1);
    const around = (name: string, price: number) => price * level * (1 + NOISE.price * (2 * own(name) - 1));
    const prices = [around("open", open), around("high", high), around("low", low), around("close", close)] as const;
    const reach = own("odd") < NOISE.odd ? NOISE.oddWick : NOISE.wick;
    return {
      timeMs,
      open: prices[0],
      high: Math.max(...prices) * (1 + reach * own("high wick")),
      low: Math.min(...prices) * (1 - reach * own("low wick")),
      close: prices[3],
    };
  });
}

const END = Date.UTC(2026, 10, 20);
const DAYS = 365;
const MEASURED = ["bitcoin", "ethereum", "solana"];
/** Its price is the rate of markets in USDT. */
const COINS = [...MEASURED, "tether"];
/** Our own prices are this far off the truth at most. */
const OWN_NOISE = 0.0005;
const BUILD_MINUTES = 30;
/** The truth is looked at so often. */
const TRUTH_MINUTES = 2;

const build = simulateBuild(END, 12);
const { world } = build;
const truthAt = (coinId: string, timeMs: number) => world.priceUsd(coinId, timeMs) ?? Number.NaN;

/** A day of builds, ten minutes after each full and half hour. */
function sampleDay(dayMs: number): Partition {
  const count = DAY_MS / (BUILD_MINUTES * MINUTE_MS);
  const times = Array.from({ length: count }, (_, at) => dayMs + (10 + at * BUILD_MINUTES) * MINUTE_MS);
  const price = (id: string, timeMs: number) =>
    truthAt(id, timeMs) * (1 + OWN_NOISE * (2 * world.noise(`own:${id}:${timeMs}`) - 1));
  const coins = COINS.map((id) => [id, { prices: times.map((timeMs) => price(id, timeMs)) }] as const);
  return { times, coins: Object.fromEntries(coins) };
}

async function buildDay(state: StateStore, dayMs: number): Promise<void> {
  const samples = sampleDay(dayMs);
  const asOfMs = dayMs + DAY_MS + 10 * MINUTE_MS;
  state.write(nameSamples(dayMs - 4 * DAY_MS), undefined);
  writePartition(state, nameSamples(dayMs), samples, { asOfMs });
  writePartition(state, nameHourly(dayMs), rollUp(samples, HOUR_MS), { asOfMs });
  await updateCandles(state, { candleCoins: MEASURED, moves: new Map(), asOfMs, isNewDay: true });
  const coins = build.market.coins.filter(({ id }) => MEASURED.includes(id));
  const http = simulateHttp(world, (url) => answerNoisily(world, url));
  await fetchCandles({ ...build, market: { asOfMs, coins }, state, http, progress: SILENT_PROGRESS });
}

/** Highest and lowest true price of each hour of a day. */
function findTruth(coinId: string, dayMs: number): { high: number; low: number; close: number }[] {
  const steps = HOUR_MS / (TRUTH_MINUTES * MINUTE_MS);
  const prices = Array.from({ length: 24 * steps + 1 }, (_, at) =>
    truthAt(coinId, dayMs + at * TRUTH_MINUTES * MINUTE_MS),
  );
  return Array.from({ length: 24 }, (_, hour) => {
    const within = prices.slice(hour * steps, (hour + 1) * steps + 1);
    return { high: Math.max(...within), low: Math.min(...within), close: within.at(-1) ?? Number.NaN };
  });
}

it("keeps highs, lows and closes of a year near the truth where exchanges have noise and gaps of their own", async () => {
  const state = openMemoryState();
  const extremes = { hours: [] as number[], days: [] as number[] };
  const closes: number[] = [];
  const origins = new Map<string, number>();
  for (let dayMs = END - (DAYS + 1) * DAY_MS; dayMs < END; dayMs += DAY_MS) {
    await buildDay(state, dayMs);
    // The day before was read twice at most, and is closed now.
    const measuredMs = dayMs - DAY_MS;
    if (measuredMs < END - (DAYS + 1) * DAY_MS) continue;
    const hours = await readPartition(state, nameHourly(measuredMs));
    for (const id of MEASURED) {
      const truth = findTruth(id, measuredMs);
      for (const { timeMs, high, low, origin } of listRanges(
        await readCandleDocument(state, nameCandles(measuredMs)),
        id,
      )) {
        const hour = truth[(timeMs - measuredMs) / HOUR_MS]!;
        extremes.hours.push(Math.abs(high / hour.high - 1), Math.abs(low / hour.low - 1));
        origins.set(origin, (origins.get(origin) ?? 0) + 1);
      }
      for (const [row, close] of (findColumns(hours, id)?.prices ?? []).entries())
        closes.push(Math.abs(Number(close) / truth[row]!.close - 1));
      const day = listRanges(await readCandleDocument(state, nameDayCandles(measuredMs)), id).find(
        ({ timeMs }) => timeMs === measuredMs,
      );
      const high = Math.max(...truth.map((hour) => hour.high));
      const low = Math.min(...truth.map((hour) => hour.low));
      if (day !== undefined) extremes.days.push(Math.abs(day.high / high - 1), Math.abs(day.low / low - 1));
    }
  }
  const rows = [
    summariseErrors("Highs and lows of hours", extremes.hours),
    summariseErrors("Highs and lows of days", extremes.days),
    summariseErrors("Closes of hours", closes),
  ];
  expect(rows.map(({ values }) => values)).toEqual([
    DAYS * 24 * 2 * MEASURED.length,
    DAYS * 2 * MEASURED.length,
    DAYS * 24 * MEASURED.length,
  ]);
  const [hours, days, hourCloses] = rows;
  expect(hours?.median_basis_points).toBeLessThan(20);
  expect(days?.median_basis_points).toBeLessThan(20);
  expect(hourCloses?.median_basis_points).toBeLessThan(15);
  expect(hourCloses?.p95_basis_points).toBeLessThan(50);
  // Most hours have two exchanges, some one, and the noise and the gaps are there.
  const count = (isCounted: (venues: number) => boolean) =>
    [...origins].reduce(
      (sum, [origin, hours]) => sum + (isCounted(origin === OBSERVED ? 0 : origin.split("+").length) ? hours : 0),
      0,
    );
  expect(count((venues) => venues === 2)).toBeGreaterThan(0.8 * DAYS * 24 * MEASURED.length);
  expect(count((venues) => venues === 1)).toBeGreaterThan(100);
  reportAccuracy({
    name: "demo",
    about: "A year of the demo market whose exchanges have noise, wicks and gaps of their own (invented prices)",
    rows,
  });
});
