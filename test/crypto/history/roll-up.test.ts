import fc from "fast-check";
import { expect, test } from "vitest";
import { EMPTY_PARTITION, fillPartition, mergePartitions } from "../../../build/crypto/history/partition.ts";
import { findGaps, rollUp } from "../../../build/crypto/history/roll-up.ts";
import { sampleMarket } from "../../../build/crypto/history/update-series.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import { computeNaivePoints, listPoints, type RawSample } from "../../fixtures/naive-series.ts";
import { createSampledMarket } from "./sampled-market.ts";

const START_MS = Date.parse("2026-11-20T00:00:00Z");

function store(samples: readonly RawSample[]) {
  return samples.reduce(
    (partition, { timeMs, coinId, price, marketCap, totalVolume }) =>
      mergePartitions(
        partition,
        sampleMarket({
          asOfMs: timeMs,
          coins: [{ id: coinId, price, priceSource: "aggregated", priceOrigin: null, marketCap, volume: totalVolume }],
        }),
      ),
    EMPTY_PARTITION,
  );
}

test("takes the last sample of each step whole, even where its cap is not known", () => {
  const partition = store([
    { timeMs: START_MS + 1, coinId: "btc", price: 1, marketCap: 10, totalVolume: 100 },
    { timeMs: START_MS + HOUR_MS - 1, coinId: "btc", price: 2, marketCap: null, totalVolume: 200 },
    { timeMs: START_MS + HOUR_MS, coinId: "btc", price: 3, marketCap: 30, totalVolume: null },
  ]);
  expect(rollUp(partition, HOUR_MS)).toEqual({
    times: [START_MS, START_MS + HOUR_MS],
    coins: { btc: { prices: [2, 3], marketCaps: [null, 30], totalVolumes: [200, null] } },
  });
});

test("takes a coin's own last sample when the last build did not see it", () => {
  const both = sampleMarket(createSampledMarket(START_MS, { btc: 1, eth: 5 }));
  const one = sampleMarket(createSampledMarket(START_MS + 60_000, { btc: 2 }));
  const rolled = rollUp(mergePartitions(both, one), HOUR_MS);
  expect([rolled.coins["btc"]?.prices, rolled.coins["eth"]?.prices]).toEqual([[2], [5]]);
});

test("keeps the origin of a point", () => {
  const point = { timeMs: START_MS + HOUR_MS, price: 9, marketCap: null, totalVolume: null };
  const rolled = rollUp(fillPartition(EMPTY_PARTITION, "btc", [point], "okx"), DAY_MS);
  expect(rolled).toMatchObject({ times: [START_MS], origins: ["okx"], coins: { btc: { prices: [9], origins: [0] } } });
});

test("equals the naive last sample for any list of samples, in any order and with repetitions", () => {
  const number = (min: number, max: number) =>
    fc.double({ min, max, noNaN: true }).map((value) => Number(value.toPrecision(12)));
  const Sample = fc.record({
    timeMs: fc.integer({ min: START_MS, max: START_MS + 2 * DAY_MS }),
    coinId: fc.constantFrom("btc", "eth", "usdt"),
    price: number(1e-9, 1e9),
    marketCap: fc.option(number(0, 1e12)),
    totalVolume: fc.option(number(0, 1e12)),
  });
  const Samples = fc.uniqueArray(Sample, { maxLength: 60, selector: ({ timeMs, coinId }) => `${timeMs} ${coinId}` });
  const Shuffled = Samples.chain((samples) =>
    fc.tuple(
      fc.constant(samples),
      fc
        .shuffledSubarray(samples, { minLength: samples.length })
        .chain((order) => fc.subarray(order).map((again) => [...order, ...again])),
    ),
  );
  fc.assert(
    fc.property(Shuffled, ([samples, arrivals]) => {
      const partition = store(arrivals);
      expect(listPoints(rollUp(partition, HOUR_MS), "hour")).toEqual(computeNaivePoints(samples, "hour"));
      expect(listPoints(rollUp(partition, DAY_MS), "day")).toEqual(computeNaivePoints(samples, "day"));
      expect(rollUp(rollUp(partition, HOUR_MS), DAY_MS)).toEqual(rollUp(partition, DAY_MS));
    }),
  );
});

test.each([
  [
    "the first and the last missing step of every run",
    [1, 2, 5, 6, 8],
    [
      [3, 4],
      [7, 7],
    ],
  ],
  ["nothing where every step has a point", [0, 1, 2], []],
  ["nothing of one point", [1], []],
  ["nothing without a point", [], []],
])("findGaps names %s", (_, hours, gaps) => {
  const times = hours.map((hour) => hour * HOUR_MS);
  const found = findGaps(times, HOUR_MS, "why");
  expect(found.map(({ fromMs, toMs }) => [fromMs / HOUR_MS, toMs / HOUR_MS])).toEqual(gaps);
});
