import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  countPoints,
  EMPTY_PARTITION,
  fillPartition,
  mergePartitions,
  type Partition,
  pickCoin,
  replaceCoins,
} from "../../../build/crypto/history/partition.ts";

const own = (times: number[], coins: Record<string, (number | null)[]>): Partition => ({
  times,
  coins: Object.fromEntries(
    Object.entries(coins).map(([id, prices]) => [
      id,
      {
        prices,
        marketCaps: prices.map((price) => (price === null ? null : price * 10)),
        totalVolumes: prices.map(() => null),
      },
    ]),
  ),
});
const labelled = (label: string, times: number[], coins: Record<string, (number | null)[]>): Partition => {
  const partition = own(times, coins);
  for (const columns of Object.values(partition.coins)) {
    columns.origins = columns.prices.map((price) => (price === null ? null : 0));
  }
  return { ...partition, origins: [label] };
};

/** `coin time` → price and where it comes from: a partition without its form. */
function listCells({ times, coins, origins }: Partition): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [id, columns] of Object.entries(coins)) {
    expect([columns.prices, columns.marketCaps, columns.totalVolumes].map((column) => column?.length)).toEqual(
      new Array(3).fill(times.length),
    );
    columns.prices.forEach((price, row) => {
      const label = columns.origins?.[row] ?? null;
      const origin = label === null ? "own" : origins?.[label];
      if (price !== null) cells.set(`${id} ${times[row]}`, `${price} ${columns.marketCaps?.[row]} ${origin}`);
    });
  }
  return cells;
}

const Rows = fc
  .uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 8 })
  .map((times) => times.sort((a, b) => a - b));
const AnyPartition = Rows.chain((times) => {
  const column = fc.array(fc.option(fc.integer({ min: 1, max: 99 })), {
    minLength: times.length,
    maxLength: times.length,
  });
  return fc
    .record({
      coins: fc.dictionary(fc.constantFrom("btc", "eth", "constructor", "7"), column),
      label: fc.constantFrom(null, "x", "y"),
    })
    .map(({ coins, label }) => (label === null ? own(times, coins) : labelled(label, times, coins)));
});

describe("replaceCoins", () => {
  test("gives what a merge gives, from coins that were merged one by one", () => {
    fc.assert(
      fc.property(AnyPartition, AnyPartition, (a, b) => {
        const before = JSON.stringify(a);
        const parts = Object.keys(b.coins).map(
          (id) => [id, mergePartitions(pickCoin(a, id), pickCoin(b, id))] as const,
        );
        expect(listCells(replaceCoins(a, new Map(parts)))).toEqual(listCells(mergePartitions(a, b)));
        expect(JSON.stringify(a)).toBe(before);
      }),
    );
  });
});

describe("mergePartitions", () => {
  test("unites times and coins, and of two points of our own takes the second partition's", () => {
    const merged = mergePartitions(own([1, 3], { btc: [10, 30], eth: [1, null] }), own([2, 3], { btc: [20, 31] }));
    expect(merged).toEqual(own([1, 2, 3], { btc: [10, 20, 31], eth: [1, null, null] }));
  });

  test("keeps a point of our own before one of another origin, from either side", () => {
    const mine = own([1, 2], { btc: [10, null] });
    const theirs = labelled("coinbase", [1, 2], { btc: [99, 20] });
    for (const merged of [mergePartitions(mine, theirs), mergePartitions(theirs, mine)]) {
      expect(listCells(merged)).toEqual(
        new Map([
          ["btc 1", "10 100 own"],
          ["btc 2", "20 200 coinbase"],
        ]),
      );
    }
  });

  test("never joins the price of one point with the market cap of another", () => {
    const bare = own([1], { btc: [11] });
    (bare.coins["btc"] as { marketCaps: (number | null)[] }).marketCaps = [null];
    expect(mergePartitions(own([1], { btc: [10] }), bare).coins["btc"]).toMatchObject({
      prices: [11],
      marketCaps: [null],
    });
  });

  test("renumbers the labels of both sides", () => {
    const merged = mergePartitions(labelled("okx", [1], { btc: [1] }), labelled("coinbase", [2], { btc: [2] }));
    expect(merged.origins).toEqual(["coinbase", "okx"]);
    expect(merged.coins["btc"]?.origins).toEqual([1, 0]);
  });

  test("equals a cell by cell union for any two partitions", () => {
    fc.assert(
      fc.property(AnyPartition, AnyPartition, (a, b) => {
        const expected = listCells(a);
        for (const [key, cell] of listCells(b)) {
          if (cell.endsWith("own") || !expected.get(key)?.endsWith("own")) expected.set(key, cell);
        }
        const merged = mergePartitions(a, b);
        expect(listCells(merged)).toEqual(expected);
        expect(merged.times).toEqual([...new Set([...a.times, ...b.times])].sort((x, y) => x - y));
        expect(countPoints(merged)).toBe(expected.size);
      }),
    );
  });

  test("is idempotent", () => {
    fc.assert(
      fc.property(AnyPartition, AnyPartition, (a, b) => {
        const merged = mergePartitions(a, b);
        expect(JSON.stringify(mergePartitions(merged, b))).toBe(JSON.stringify(merged));
        expect(JSON.stringify(mergePartitions(merged, merged))).toBe(JSON.stringify(merged));
      }),
    );
  });

  test("gives the same bytes in either order when no cell is in both", () => {
    fc.assert(
      fc.property(AnyPartition, AnyPartition, (a, b) => {
        const shifted = { ...b, times: b.times.map((time) => time + 0.5) };
        expect(JSON.stringify(mergePartitions(a, shifted))).toBe(JSON.stringify(mergePartitions(shifted, a)));
      }),
    );
  });

  test("does not change its arguments", () => {
    fc.assert(
      fc.property(AnyPartition, AnyPartition, (a, b) => {
        const before = JSON.stringify([a, b]);
        mergePartitions(a, b);
        expect(JSON.stringify([a, b])).toBe(before);
      }),
    );
  });
});

describe("fillPartition", () => {
  const point = (timeMs: number, price: number) => ({ timeMs, price, marketCap: null, totalVolume: null });

  test("adds points only where there is none, and says where they come from", () => {
    const filled = fillPartition(
      own([1, 2], { btc: [10, null] }),
      "btc",
      [point(1, 99), point(2, 20), point(3, 30)],
      "kraken",
    );
    expect(listCells(filled)).toEqual(
      new Map([
        ["btc 1", "10 100 own"],
        ["btc 2", "20 null kraken"],
        ["btc 3", "30 null kraken"],
      ]),
    );
  });

  test("accepts a coin named like a property of every object", () => {
    expect(listCells(fillPartition(EMPTY_PARTITION, "constructor", [point(1, 10)], "okx"))).toEqual(
      new Map([["constructor 1", "10 null okx"]]),
    );
  });
});
