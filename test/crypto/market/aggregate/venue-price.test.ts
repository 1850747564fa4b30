import { expect, it } from "vitest";
import type { PricedTicker } from "../../../../build/crypto/market/aggregate/ticker-price.ts";
import { aggregateVenue, sumVolumes } from "../../../../build/crypto/market/aggregate/venue-price.ts";
import { createPricedTicker } from "../coin-ticker.ts";

const row = (priceUsd: number, volumeUsd: number | null, change: Partial<PricedTicker> = {}): PricedTicker => ({
  ...createPricedTicker("kraken"),
  priceUsd,
  volumeUsd,
  quality: 1,
  freshness: 1,
  ...change,
});

const toRows = (volumes: readonly (number | null)[]) => volumes.map((volumeUsd) => ({ volumeUsd }));

it.each<[string, PricedTicker[], number, number | null, number[]]>([
  [
    "the mean by volume, quality and freshness",
    [row(100, 300), row(101, 1_000, { quality: 0.6, freshness: 0.5 })],
    100.5,
    1_300,
    [0.5, 0.5],
  ],
  ["the mean of two, however far apart", [row(100, 500), row(120, 500)], 110, 1_000, [0.5, 0.5]],
  ["the mean of equals where no volume is reported", [row(100, null), row(102, null)], 101, null, [0.5, 0.5]],
  ["that of tickers with a volume, if some have one", [row(100, 10), row(102, null)], 100, 10, [1, 0]],
  ["that of tickers with trades", [row(100, 10), row(102, 0)], 100, 10, [1, 0]],
  ["finite with absurd volumes", [row(100, 1e308), row(102, 1e308)], 101, Number.POSITIVE_INFINITY, [0.5, 0.5]],
])("the price of a venue is %s", (_, tickers, priceUsd, volumeUsd, shares) => {
  const weighed = tickers.map((ticker, at) => ({ row: ticker, share: shares[at] }));
  expect(aggregateVenue(tickers)).toEqual({ priceUsd, volumeUsd, tickers: weighed });
});

it("a venue's ticker more than 3 % off the venue's own median does not count, nor does its volume", () => {
  const { priceUsd, volumeUsd, tickers } = aggregateVenue([row(100, 500), row(100.2, 500), row(103.5, 400)]);
  expect(tickers[2]?.share).toBe(0);
  expect(priceUsd).toBeCloseTo(100.1, 12);
  expect(volumeUsd).toBe(1_000);
  expect(aggregateVenue([row(100, 500), row(100, 500), row(102.9, 400)]).tickers[2]?.share).toBeGreaterThan(0);
});

it("the volume of a coin counts each venue up to the limit of its weight", () => {
  const { volumeUsd, rows } = sumVolumes(toRows([3e6, 40e6, 20e6, null]), null, 30e6);
  expect(volumeUsd).toBe(53e6);
  expect(rows.map(({ counted }) => counted)).toEqual([true, true, true, false]);
});

it.each<[string, (number | null)[], number | null, number | null]>([
  ["is what the venues report", [5e6, 2e6, null], null, 7e6],
  ["leaves out a venue above five times the others", [3e6, 15.1e6], null, 3e6],
  ["keeps a venue below five times the others", [3e6, 14.9e6], null, 17.9e6],
  ["keeps it also where the reference reports less", [3e6, 14.9e6], 7e6, 17.9e6],
  ["leaves out a venue above twice the reference", [3e6, 150e6], 70e6, 3e6],
  ["keeps a venue below twice the reference", [3e6, 150e6], 80e6, 153e6],
  ["compares small volumes as well", [1_000, 800, 100_000], 5_000, 1_800],
  ["does not let two inflated volumes confirm each other", [3e6, 2e6, 5e9, 4e9], 20e6, 5e6],
  ["compares the venues where the reference fits none of them", [1e9, 8e8], 1e5, 1.8e9],
  ["is that of a single venue without a reference", [45e6], null, 45e6],
  ["is that of a single venue that the reference confirms", [45e6], 30e6, 45e6],
  ["is unknown for a single venue far above the reference", [45e6], 1e6, null],
  ["never counts or compares with more than 50 billion USD of a venue", [6e10, 2e10, 1e9], 1e9, 1e9],
  ["is unknown where no venue reports one", [null], null, null],
  ["is unknown without venues", [], null, null],
  ["may be zero", [0], null, 0],
])("the volume of a coin %s", (_, volumes, referenceUsd, expected) => {
  const { volumeUsd, rows } = sumVolumes(toRows(volumes), referenceUsd);
  if (expected === null) expect(volumeUsd).toBeNull();
  else expect(volumeUsd).toBeCloseTo(expected, 3);
  const sum = rows.reduce((total, one) => total + (one.counted ? (one.volumeUsd ?? Number.NaN) : 0), 0);
  expect(sum).toBeCloseTo(expected ?? 0, 3);
});
