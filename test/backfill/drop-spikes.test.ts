import { expect, it } from "vitest";
import { dropSpikes } from "../../build/backfill/drop-spikes.ts";
import { HOUR_MS } from "../../build/lib/time.ts";

const hours = (prices: readonly (number | null)[]) =>
  prices.flatMap((price, hour) => (price === null ? [] : [{ timeMs: hour * HOUR_MS, price }]));
const drop = (prices: readonly (number | null)[], now?: number) => {
  const next = now === undefined ? undefined : { timeMs: prices.length * HOUR_MS, price: now };
  return dropSpikes(hours(prices), next, HOUR_MS).map(({ price }) => price);
};

it("leaves out a price that is gone with the next step, up or down", () => {
  expect(drop([10, 11, 40, 11, 10])).toEqual([10, 11, 11, 10]);
  expect(drop([10, 11, 3, 11, 10])).toEqual([10, 11, 11, 10]);
  expect(drop([10, 10, 15.1, 10, 10, 15, 10])).toEqual([10, 10, 10, 10, 15, 10]);
});

it("keeps what stays, and what happens while the price moves anyway", () => {
  for (const prices of [
    [10, 10, 40, 40],
    [10, 10, 40, 40, 10, 10],
    [10, 10, 16, 12.1, 12.1],
    [1, 1, 2, 4, 8, 8],
  ]) {
    expect(drop(prices)).toEqual(prices);
  }
});

it("leaves out what is alone at an end, unless the present speaks for it", () => {
  expect(drop([40, 10, 10])).toEqual([10, 10]);
  expect(drop([10, 10, 40])).toEqual([10, 10]);
  expect(drop([10, 10, 40], 10)).toEqual([10, 10]);
  expect(drop([10, 10, 40], 38)).toEqual([10, 10, 40]);
});

it("compares with nothing that is more than three steps away", () => {
  expect(drop([10, 10, null, null, null, 40, null, null, null, 10, 10])).toEqual([10, 10, 40, 10, 10]);
  expect(drop([10, 10, null, null, 40, null, null, 10, 10])).toEqual([10, 10, 10, 10]);
  expect(drop([40])).toEqual([40]);
});

it("leaves nothing of a series in which every other price is another", () => {
  expect(drop([10, 20, 10, 20, 10, 20])).toEqual([]);
});
