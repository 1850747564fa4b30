import { describe, expect, it } from "vitest";
import { createDemoMarket } from "../../../../build/crypto/demo/create-demo-market.ts";
import { sources } from "../../../../build/crypto/sources/registry.ts";
import { readSource } from "./read-simulated.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 15);
const references = sources.filter(({ venue }) => venue === undefined);
const markets = [
  createDemoMarket({ seed: 7, coins: 250, now: NOW }),
  createDemoMarket({ seed: 20_090_103, coins: 12, now: NOW }),
  createDemoMarket({ seed: 3, coins: 620, now: Date.UTC(2026, 11, 27, 23, 59, 59) }),
];

/** Equal to the first market, made anew. */
const again = createDemoMarket({ seed: 7, coins: 250, now: NOW });

describe.each(references)("the simulator of $name", (source) => {
  it.each(markets)("is read by the real source without a fault, in every feed ($coins.length coins)", (demo) => {
    for (const [feed, { records, dropped }] of readSource(source, demo)) {
      expect(records.length, feed).toBeGreaterThan(0);
      expect(
        dropped.filter(({ fault }) => fault),
        feed,
      ).toEqual([]);
    }
  });

  it("gives equal answers for equal markets", () => {
    expect(readSource(source, again)).toEqual(readSource(source, markets[0]!));
  });
});
