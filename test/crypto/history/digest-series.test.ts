import { expect, test } from "vitest";
import { digestSeries } from "../../../build/crypto/history/digest-series.ts";
import type { Partition } from "../../../build/crypto/history/partition.ts";
import { readSeries, type Series } from "../../../build/crypto/history/series.ts";

const DAY = { times: [1, 2], prices: [10, 20], marketCaps: [null, 5], totalVolumes: [7, null] } satisfies Series;

function read(...partitions: Partition[]): string {
  return digestSeries(readSeries(partitions, "btc", 0, 100));
}

test("a digest is of the values alone, whatever else the partitions hold", () => {
  const columns = { prices: [10, 20], marketCaps: [null, 5], totalVolumes: [7, null] };
  const alone = read({ times: [1, 2], coins: { btc: columns } });
  expect(alone).toBe(digestSeries(DAY));
  const wide = {
    prices: [null, 10, 20],
    marketCaps: [null, null, 5],
    totalVolumes: [null, 7, null],
    origins: [null, null, null],
  };
  const older = { prices: [3, 4, null], origins: [0, 0, null] };
  expect(read({ times: [0, 1, 2], origins: ["kraken"], coins: { btc: wide, eth: older } })).toBe(alone);
  const [first, second] = [0, 1].map((at) => ({
    times: [DAY.times[at]!],
    coins: {
      btc: { prices: [DAY.prices[at]!], marketCaps: [DAY.marketCaps[at]!], totalVolumes: [DAY.totalVolumes[at]!] },
    },
  }));
  expect(read(first!, second!)).toBe(alone);
});

test("a digest changes with every value", () => {
  const all = [
    DAY,
    { ...DAY, times: [1, 3] },
    { ...DAY, prices: [10, 21] },
    { ...DAY, marketCaps: [0, 5] },
    { ...DAY, totalVolumes: [null, 7] },
    { ...DAY, origins: [null, "kraken"] },
    { ...DAY, origins: [null, "okx"] },
    { ...DAY, origins: ["okx", null] },
  ].map(digestSeries);
  expect(new Set(all).size).toBe(all.length);
});
