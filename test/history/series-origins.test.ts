import { expect, test } from "vitest";
import { addSparkline } from "../../build/history/add-sparkline.ts";
import { fillPartition, type Partition } from "../../build/history/partition.ts";
import { readSeries } from "../../build/history/read-history.ts";
import { DAY_MS, HOUR_MS } from "../../build/lib/time.ts";

const START = Date.parse("2026-11-20T00:00:00Z");
const own: Partition = {
  times: [START + HOUR_MS],
  coins: { btc: { prices: [2], marketCaps: [null], totalVolumes: [null] } },
};
const point = (hour: number) => ({ timeMs: START + hour * HOUR_MS, price: hour, marketCap: null, totalVolume: null });
const read = (partition: Partition) => readSeries([partition], "btc", START, START + DAY_MS);

test("a series says of every point who filled it in, and nothing where all are our own", () => {
  expect(read(own)).not.toHaveProperty("origins");
  const filled = fillPartition(fillPartition(own, "btc", [point(0)], "kraken"), "btc", [point(2)], "bitstamp");
  expect(read(filled)).toMatchObject({ prices: [0, 2, 2], origins: ["kraken", null, "bitstamp"] });
});

test("an hour out of the reference's week is not called our own", () => {
  const sparkline = { prices: [1, 2, 3], endMs: START + 2 * HOUR_MS };
  const series = addSparkline(read(own), sparkline, START, START + DAY_MS, START + 3 * HOUR_MS);
  expect(series).toMatchObject({ prices: [1, 2, 3], origins: ["coingecko", null, "coingecko"] });
});
