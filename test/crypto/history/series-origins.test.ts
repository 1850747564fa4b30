import { expect, test } from "vitest";
import { fillPartition, mergePartitions, type Partition } from "../../../build/crypto/history/partition.ts";
import { addSparkline } from "../../../build/crypto/history/read-history.ts";
import { rollUp } from "../../../build/crypto/history/roll-up.ts";
import { readSeries } from "../../../build/crypto/history/series.ts";
import { sampleMarket } from "../../../build/crypto/history/update-series.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import { createSampledMarket } from "./sampled-market.ts";

const START = Date.parse("2026-11-20T00:00:00Z");
const own: Partition = {
  times: [START + HOUR_MS],
  coins: { btc: { prices: [2], marketCaps: [null], totalVolumes: [null] } },
};
const point = (hour: number) => ({ timeMs: START + hour * HOUR_MS, price: hour, marketCap: null, totalVolume: null });
const read = (partition: Partition) => readSeries([partition], "btc", START, START + DAY_MS);

test("labels every filled point with its source, and has no labels when all points are own", () => {
  expect(read(own)).not.toHaveProperty("origins");
  const filled = fillPartition(fillPartition(own, "btc", [point(0)], "kraken"), "btc", [point(2)], "bitstamp");
  expect(read(filled)).toMatchObject({ prices: [0, 2, 2], origins: ["kraken", null, "bitstamp"] });
});

test("labels an hour from the reference's week with the reference", () => {
  const sparkline = { source: "coingecko", prices: [1, 2, 3], endMs: START + 2 * HOUR_MS };
  const series = addSparkline(read(own), sparkline, START, START + DAY_MS, START + 3 * HOUR_MS);
  expect(series).toMatchObject({ prices: [1, 2, 3], origins: ["coingecko", null, "coingecko"] });
});

const TEN = Date.parse("2026-11-20T10:00:00Z");

test("labels a sampled reference price with its source, and no own price", () => {
  const own = createSampledMarket(TEN, { btc: 1 });
  const { coins } = createSampledMarket(TEN, { pepe: 2 }, "reference");
  const sample = sampleMarket({ asOfMs: TEN, coins: [...coins, ...own.coins] });
  expect(sample.origins).toEqual(["coingecko"]);
  expect(readSeries([sample], "pepe", 0, TEN).origins).toEqual(["coingecko"]);
  expect(readSeries([sample], "btc", 0, TEN).origins).toBeUndefined();
  expect(sampleMarket(own)).not.toHaveProperty("origins");
});

test("gives an hour the origin of its last sample", () => {
  const samples = [
    sampleMarket(createSampledMarket(TEN + 1, { btc: 1 })),
    sampleMarket(createSampledMarket(TEN + 2, { btc: 2 }, "reference")),
    sampleMarket(createSampledMarket(TEN + HOUR_MS + 1, { btc: 3 }, "reference")),
    sampleMarket(createSampledMarket(TEN + HOUR_MS + 2, { btc: 4 })),
  ].reduce(mergePartitions);
  const { prices, origins } = readSeries([rollUp(samples, HOUR_MS)], "btc", 0, TEN + HOUR_MS);
  expect(prices).toEqual([2, 4]);
  expect(origins).toEqual(["coingecko", null]);
});
