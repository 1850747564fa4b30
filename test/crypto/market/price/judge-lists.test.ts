import { describe, expect, it } from "vitest";
import { judgeLists } from "../../../../build/crypto/market/price/judge-lists.ts";
import type { Dataset, ReferenceCoin } from "../../../../build/crypto/normalise/record.ts";
import { HOUR_MS } from "../../../../build/lib/time.ts";
import { coin, dataset, NOW } from "../small-market.ts";

/** The largest coins cost 100, 101, … and three venues trade each. */
const COINS = Array.from({ length: 30 }, (_, at) => ({ id: `coin-${at}`, code: `C${at}`, priceUsd: 100 + at }));
const codePrices = COINS.flatMap(({ code, priceUsd }) =>
  ["binance", "kraken", "okx"].map((venue) => ({ venue, code, priceUsd, name: null })),
);
const list = (source: string, factor: (at: number) => number, change: Partial<ReferenceCoin> = {}) =>
  dataset(
    "coin",
    source,
    COINS.map(({ id, code, priceUsd }, at) => coin(id, code, priceUsd * factor(at), { rank: at + 1, ...change })),
  ) as Dataset<"coin">;
const judge = (lists: Dataset<"coin">[], samples: readonly (readonly [number, number])[] = [], prices = codePrices) =>
  judgeLists(lists, { codePrices: prices, samplesOf: () => samples, now: NOW });

describe("a list of coins", () => {
  it("gives no prices where the median of its largest coins is more than 3 % off the venues", () => {
    const [off] = judge([list("coingecko", () => 1.04)]).lists;
    expect(off!.records.map(({ priceUsd }) => priceUsd)).toEqual(COINS.map(() => null));
    expect(off!.records[0]).toMatchObject({ id: "coin-0", rank: 1, circulatingSupply: 1e6, athUsd: null });
    expect(off!.stale).toBe(true);
    expect(judge([list("coingecko", () => 0.96)]).warnings).toEqual([
      "coingecko is 4 % off the exchanges' prices of 30 large coins",
    ]);
  });

  it("is used whole while it is nearer, or only some of its coins are off", () => {
    for (const honest of [list("coingecko", () => 1.029), list("coingecko", (at) => (at < 14 ? 10 : 1))]) {
      expect(judge([honest])).toEqual({ lists: [honest], warnings: [] });
    }
  });

  it("is judged by itself: a wrong list says nothing about another one", () => {
    const right = list("coinpaprika", () => 1.001);
    const { lists } = judge([list("coingecko", () => 1.12), right]);
    expect(lists[0]!.records.every(({ priceUsd }) => priceUsd === null)).toBe(true);
    expect(lists[1]).toBe(right);
  });

  it("is compared with our price of its own time: one of before a crash is not wrong", () => {
    const before = list("coingecko", () => 1.5, { updatedAtMs: NOW - HOUR_MS });
    const samples = COINS.map(({ priceUsd }) => priceUsd * 1.5);
    const { lists } = judgeLists([before], {
      codePrices,
      samplesOf: (id) => [[NOW - HOUR_MS, samples[Number(id.slice(5))]!]],
      now: NOW,
    });
    expect(lists).toEqual([before]);
    expect(judge([before]).warnings).toHaveLength(1);
  });

  it("is accepted if too few coins can be compared", () => {
    const wrong = list("coingecko", () => 2);
    const few = codePrices.slice(0, 9 * 3);
    expect(judge([wrong], [], few).lists).toEqual([wrong]);
    const oneVenue = codePrices.filter(({ venue }) => venue === "okx");
    expect(judge([wrong], [], oneVenue).lists).toEqual([wrong]);
  });
});
