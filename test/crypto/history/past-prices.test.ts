import { describe, expect, test } from "vitest";
import {
  EMPTY_PARTITION,
  fillPartition,
  mergePartitions,
  type Partition,
} from "../../../build/crypto/history/partition.ts";
import { type PastPrices, readPastPrices } from "../../../build/crypto/history/past-prices.ts";
import { sampleMarket } from "../../../build/crypto/history/update-series.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { createSampledMarket } from "./sampled-market.ts";

const NOW = "2026-11-20T12:00:00Z";

/** The past prices of documents whose points are given as time and price of `btc`. */
async function read(documents: Record<string, [string, number][]>, now = NOW): Promise<PastPrices> {
  const state = createMemoryStateStore({ now: () => 0 });
  for (const [name, points] of Object.entries(documents)) {
    const partition = points.reduce<Partition>(
      (before, [time, price]) => mergePartitions(before, sampleMarket(createSampledMarket(time, { btc: price }))),
      EMPTY_PARTITION,
    );
    state.write(name, partition);
  }
  await state.commit();
  return readPastPrices(state, Date.parse(now));
}

describe("samplesOf", () => {
  test("reaches back a day and the 90 minutes that an interpolation needs, across midnight", async () => {
    const past = await read({
      "samples/2026-11-19": [
        ["2026-11-19T10:29:59Z", 1],
        ["2026-11-19T10:30:00Z", 2],
        ["2026-11-19T23:59:00Z", 3],
      ],
      "samples/2026-11-20": [["2026-11-20T11:55:00Z", 4]],
    });
    expect(past.samplesOf("btc").map(([, price]) => price)).toEqual([2, 3, 4]);
    expect(past.samplesOf("eth")).toEqual([]);
  });

  test("has the prices of the reference that were published", async () => {
    const state = createMemoryStateStore({ now: () => 0 });
    const market = createSampledMarket("2026-11-20T11:55:00Z", { btc: 4 }, "reference");
    state.write("samples/2026-11-20", sampleMarket(market));
    await state.commit();
    const past = await readPastPrices(state, Date.parse(NOW));
    expect(past.samplesOf("btc").map(([, price]) => price)).toEqual([4]);
  });

  test("leaves out samples with a time in the future", async () => {
    const past = await read({ "samples/2026-11-20": [["2026-11-20T12:00:01Z", 4]] });
    expect(past.samplesOf("btc")).toEqual([]);
  });
});

describe("priceBefore", () => {
  test("takes the hour whose end is nearest to the requested time", async () => {
    const past = await read({
      "hourly/2026-11-13": [
        ["2026-11-13T10:00:00Z", 1],
        ["2026-11-13T11:00:00Z", 2],
        ["2026-11-13T12:00:00Z", 3],
      ],
      "hourly/2026-10-21": [["2026-10-21T12:00:00Z", 4]],
    });
    expect([past.priceBefore("btc", "7d"), past.priceBefore("btc", "30d"), past.priceBefore("eth", "7d")]).toEqual([
      2,
      4,
      null,
    ]);
  });

  test("finds an hour of the day before", async () => {
    const past = await read({ "hourly/2026-11-12": [["2026-11-12T23:00:00Z", 5]] }, "2026-11-20T00:20:00Z");
    expect(past.priceBefore("btc", "7d")).toBe(5);
  });

  test.each([
    ["2026-11-13T09:30:00Z", 7],
    ["2026-11-13T09:29:59Z", null],
    ["2026-11-13T12:30:00Z", 7],
    ["2026-11-13T12:30:01Z", null],
  ])("takes an hour that ended within 90 minutes of it: that of %s gives %s", async (time, price) => {
    expect((await read({ "hourly/2026-11-13": [[time, 7]] })).priceBefore("btc", "7d")).toBe(price);
  });

  test.each([
    ["daily/2025", "2025-11-19T00:00:00Z", 8],
    ["daily/2025", "2025-11-20T00:00:00Z", 8],
    ["daily/2025", "2025-11-17T00:00:00Z", null],
    ["daily/2025", "2025-11-21T00:00:00Z", null],
  ])("of a year takes a day that ended within a day of it: %s, %s gives %s", async (name, time, price) => {
    expect((await read({ [name]: [[time, 8]] })).priceBefore("btc", "1y")).toBe(price);
  });

  test("ignores points of another origin", async () => {
    const state = createMemoryStateStore({ now: () => 0 });
    const point = { timeMs: Date.parse("2026-11-13T11:00:00Z"), price: 9, marketCap: null, totalVolume: null };
    state.write("hourly/2026-11-13", fillPartition(EMPTY_PARTITION, "btc", [point], "okx"));
    await state.commit();
    expect((await readPastPrices(state, Date.parse(NOW))).priceBefore("btc", "7d")).toBeNull();
  });
});

describe("daysOf", () => {
  test("has the highest and the lowest day of all years, and those that end within a time", async () => {
    const past = await read({
      "daily/2020": [
        ["2020-12-30T00:00:00Z", 5],
        ["2020-12-31T00:00:00Z", 1],
      ],
      "daily/2026": [
        ["2026-01-01T00:00:00Z", 9],
        ["2026-01-02T00:00:00Z", 3],
      ],
    });
    const days = past.daysOf("btc");
    expect(days).toMatchObject({ highest: 9, lowest: 1 });
    const between = (from: string, to: string) => days?.between(Date.parse(from), Date.parse(to));
    expect(between("2026-01-02T00:00:00Z", "2026-01-02T23:00:00Z")).toEqual([9]);
    expect(between("2020-12-31T00:00:00Z", "2026-01-03T00:00:00Z")).toEqual([5, 1, 9, 3]);
    expect(between("2022-01-01T00:00:00Z", "2023-01-01T00:00:00Z")).toEqual([]);
    expect(past.daysOf("eth")).toBeNull();
  });
});
