import { beforeEach, describe, expect, it } from "vitest";
import {
  CANDLES,
  DAY_CANDLES,
  nameCandles,
  readCandleDocument,
  writeCandleDocument,
} from "../../../build/crypto/candles/candle-document.ts";
import { createCandlePartition, listRanges, mergeCandles } from "../../../build/crypto/candles/candle-partition.ts";
import { updateCandles } from "../../../build/crypto/candles/update-candles.ts";
import { fillPartition } from "../../../build/crypto/history/partition.ts";
import { readPartition } from "../../../build/crypto/history/partition-document.ts";
import { isNewDay, updateSeries } from "../../../build/crypto/history/update-series.ts";
import type { StateStore } from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { createSampledMarket } from "../history/sampled-market.ts";

const DAY = Date.UTC(2026, 10, 20);
let state: StateStore;

beforeEach(() => {
  state = createMemoryStateStore({ now: () => 0 });
});

async function build(timeMs: number, price: number, moves = new Map<string, string>(), coinIds = ["btc", "btc-new"]) {
  const market = createSampledMarket(timeMs, { btc: price, small: price });
  const newDay = isNewDay(state, timeMs);
  await updateSeries(state, market, () => undefined, true);
  await updateCandles(state, { candleCoins: coinIds, moves, asOfMs: timeMs, isNewDay: newDay });
  await state.commit();
}

const ranges = async (name: string, coinId = "btc") =>
  listRanges(await readCandleDocument(state, name), coinId).map(({ timeMs, high, low, open, origin }) => [
    (timeMs - DAY) / HOUR_MS,
    high,
    low,
    open,
    origin,
  ]);

const at = (hour: number, minute: number) => DAY + hour * HOUR_MS + minute * MINUTE_MS;

/** Two hours with builds, a gap, and one more hour. */
async function buildDay() {
  await build(at(10, 10), 100);
  await build(at(10, 40), 90);
  await build(at(11, 10), 120);
  await build(at(11, 40), 110);
  await build(at(14, 40), 130);
}

describe("the first build of a UTC day", () => {
  it("keeps the ranges of the samples of the day that closed, for the covered coins", async () => {
    await buildDay();
    expect(state.list(CANDLES)).toEqual([]);
    await build(at(24, 10), 140);
    expect(await ranges("candles/2026-11-20")).toEqual([
      [10, 100, 90, 100, "observed"],
      [11, 120, 110, null, "observed"],
      [14, 130, 130, 130, "observed"],
    ]);
    expect(await ranges("candles/2026-11-20", "small")).toEqual([]);
  });

  it("makes the candle of a day of its hours, whose opens are the closes before", async () => {
    await buildDay();
    await build(at(24, 10), 140);
    expect(await ranges("day-candles/2026")).toEqual([[0, 130, 90, 100, "observed"]]);
  });

  it("alone changes the candles of days", async () => {
    await buildDay();
    await build(at(24, 10), 140);
    const before = state.find("day-candles/2026")?.sha256;
    const venue = { timeMs: at(10, 0), high: 150, low: 80, open: 95, origin: "kraken" };
    const candles = await readCandleDocument(state, nameCandles(DAY));
    const read = mergeCandles(candles, createCandlePartition(new Map([["btc", [venue]]])));
    writeCandleDocument(state, nameCandles(DAY), read, at(24, 20));
    await build(at(24, 40), 140);
    expect(state.find("day-candles/2026")?.sha256).toBe(before);
    await build(at(48, 10), 140);
    expect(await ranges("day-candles/2026")).toEqual([
      [0, 150, 80, 95, "observed"],
      [24, 140, 140, 140, "observed"],
    ]);
    // The ranges of the samples do not come back.
    expect((await ranges("candles/2026-11-20"))[0]).toEqual([10, 150, 80, 95, "kraken"]);
  });

  it("makes a day again of its hours where one of them got a range of fewer venues, until it closes", async () => {
    await buildDay();
    await build(at(24, 10), 140);
    const addVenues = async (origin: string, hours: readonly number[], high: number, low: number) => {
      const added = hours.map((hour) => ({ timeMs: at(hour, 0), high, low, open: 100, origin }));
      const candles = await readCandleDocument(state, nameCandles(DAY));
      const read = mergeCandles(candles, createCandlePartition(new Map([["btc", added]])));
      writeCandleDocument(state, nameCandles(DAY), read, at(24, 20));
    };
    await addVenues("binance+kraken", [10, 11], 135, 85);
    await build(at(48, 10), 140);
    expect((await ranges("day-candles/2026"))[0]).toEqual([0, 135, 85, 100, "binance+kraken"]);
    const hours = await readPartition(state, "hourly/2026-11-20");
    const filled = [15, 16, 17].map((hour) => ({
      timeMs: at(hour, 0),
      price: 130,
      marketCap: null,
      totalVolume: null,
    }));
    state.write("hourly/2026-11-20", fillPartition(hours, "btc", filled, "kraken"), { closed: true, reopen: "filled" });
    await addVenues("kraken", [15, 16, 17], 150, 80);
    await build(at(72, 10), 140);
    expect((await ranges("day-candles/2026"))[0]).toEqual([0, 150, 80, 100, "kraken"]);
  });

  it("closes a day two days after its end, and removes hours after 45 days", async () => {
    await buildDay();
    await build(at(24, 10), 140);
    await build(at(71, 50), 140);
    expect(state.find("candles/2026-11-20")?.closed).toBe(false);
    await build(at(72, 0), 140);
    expect(state.find("candles/2026-11-20")?.closed).toBe(true);
    await build(DAY + 46 * DAY_MS, 140);
    expect(state.find("candles/2026-11-20")).toBeUndefined();
    expect((await ranges("day-candles/2026"))[0]).toEqual([0, 130, 90, 100, "observed"]);
  });

  it("makes a closed day again whose first open is the close of an hour that was filled later", async () => {
    await build(at(10, 10), 100);
    for (let day = 1; day < 5; day += 1) await build(at(24 * day, 10), 130);
    expect((await ranges("day-candles/2026"))[1]).toEqual([24, 130, 130, 130, "observed"]);
    const point = { timeMs: at(23, 0), price: 120, marketCap: null, totalVolume: null };
    const hours = fillPartition(await readPartition(state, "hourly/2026-11-20"), "btc", [point], "kraken");
    state.write("hourly/2026-11-20", hours, { closed: true, reopen: "filled" });
    const filled = { timeMs: at(23, 0), high: 125, low: 115, open: 110, origin: "kraken" };
    const candles = mergeCandles(
      await readCandleDocument(state, nameCandles(DAY)),
      createCandlePartition(new Map([["btc", [filled]]])),
    );
    state.write(nameCandles(DAY), candles, { closed: false, reopen: "filled" });
    await build(at(120, 10), 130);
    expect((await ranges("day-candles/2026")).slice(0, 2)).toEqual([
      [0, 125, 100, 100, "kraken"],
      [24, 130, 120, null, "observed"],
    ]);
  });

  it("makes the candle of the last day before a pause, also where its hours have expired", async () => {
    await buildDay();
    await build(DAY + 50 * DAY_MS, 140);
    expect(await ranges("day-candles/2026")).toEqual([[0, 130, 90, 100, "observed"]]);
    expect(state.list(CANDLES)).toEqual([]);
  });
});

it("moves the candles of a provisional coin to its final id", async () => {
  await buildDay();
  await build(at(24, 10), 140);
  const before = [await ranges("candles/2026-11-20"), await ranges("day-candles/2026")];
  await build(at(24, 40), 140, new Map([["btc", "btc-new"]]));
  expect([await ranges("candles/2026-11-20", "btc-new"), await ranges("day-candles/2026", "btc-new")]).toEqual(before);
  expect(await ranges("candles/2026-11-20")).toEqual([]);
  expect(state.list(DAY_CANDLES)).toHaveLength(1);
});
