import { expect, test } from "vitest";
import { mergePartitions } from "../../build/history/partition.ts";
import { readSeries } from "../../build/history/read-history.ts";
import { rollUp } from "../../build/history/roll-up.ts";
import { sampleMarket } from "../../build/history/update-series.ts";
import { HOUR_MS } from "../../build/lib/time.ts";
import { createSampledMarket } from "./sampled-market.ts";

const TEN = Date.parse("2026-11-20T10:00:00Z");

test("a price of the reference has its source as origin, one of our own none", () => {
  const own = createSampledMarket(TEN, { btc: 1 });
  const { coins } = createSampledMarket(TEN, { pepe: 2 }, "reference");
  const sample = sampleMarket({ asOfMs: TEN, coins: [...coins, ...own.coins] });
  expect(sample.origins).toEqual(["coingecko"]);
  expect(readSeries([sample], "pepe", 0, TEN).origins).toEqual(["coingecko"]);
  expect(readSeries([sample], "btc", 0, TEN).origins).toBeUndefined();
  expect(sampleMarket(own)).not.toHaveProperty("origins");
});

test("an hour has the origin of its last sample", () => {
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
