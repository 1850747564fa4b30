import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../build/lib/time.ts";
import { believeTvl } from "../../build/market/believe-tvl.ts";
import type { Chain, Protocol } from "../../build/normalise/record.ts";
import { RECORDS } from "../normalise/records.ts";
import { NOW } from "./small-market.ts";

/** One point a day, the last one now. */
const daily = (...values: number[]) =>
  values.map((tvlUsd, index) => ({ timeMs: NOW - (values.length - 1 - index) * DAY_MS, tvlUsd }));
const chains = (...values: number[]): Chain[] =>
  values.map((tvlUsd, index) => ({ ...RECORDS.chain, name: `c${index}`, tvlUsd }));
const protocols = (...values: number[]): Protocol[] =>
  values.map((tvlUsd, index) => ({ ...RECORDS.protocol, name: `p${index}`, tvlUsd }));

describe("the total of DeFi", () => {
  it("is believed while it moves like one", () => {
    const points = daily(100, 129, 91);
    expect(believeTvl(points.toReversed(), protocols(50), chains(60, 20), NOW)).toEqual({
      history: points,
      protocols: protocols(50),
      chains: chains(60, 20),
      doubts: [],
      stale: false,
    });
  });

  it.each([2, 69, 131, 5_000])("of %d after 100 is not: the day before stands, and says that it is old", (wrong) => {
    const found = believeTvl(daily(99, 100, wrong), [], chains(60, 20), NOW);
    expect(found).toMatchObject({ stale: true, history: [{ tvlUsd: 99 }, { tvlUsd: 100 }] });
    expect(found.doubts).toHaveLength(1);
  });

  it("is none where several chains are larger than all of its days", () => {
    const found = believeTvl(daily(2, 2, 2), [], chains(60, 20), NOW);
    expect(found).toMatchObject({ stale: true, history: [] });
    expect(found.chains).toHaveLength(2);
  });

  it("is none where the day before is long ago", () => {
    const points = [{ timeMs: NOW - 9 * DAY_MS, tvlUsd: 100 }, ...daily(2)];
    expect(believeTvl(points, [], [], NOW).history).toEqual([]);
  });

  it("of one single day is all that is known", () => {
    expect(believeTvl(daily(100), [], chains(60), NOW)).toMatchObject({ stale: false, doubts: [] });
    expect(believeTvl([], protocols(1), chains(60), NOW)).toMatchObject({ history: [], stale: false });
  });
});

describe("a part of DeFi", () => {
  it("is left out where it alone is larger than the whole", () => {
    const found = believeTvl(daily(100, 100), protocols(40, 50_000, 109), chains(9_000, 60), NOW);
    expect(found.protocols.map(({ name }) => name)).toEqual(["p0", "p2"]);
    expect(found.chains.map(({ name }) => name)).toEqual(["c1"]);
    expect(found).toMatchObject({ stale: false });
    expect(found.doubts).toHaveLength(2);
  });

  it("does not matter where it is no part of the whole", () => {
    const exchange = protocols(500).map((each) => ({ ...each, category: "CEX" }));
    expect(believeTvl(daily(100, 100), exchange, [], NOW).doubts).toEqual([]);
  });
});
