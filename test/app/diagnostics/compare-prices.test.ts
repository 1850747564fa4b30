import { expect, it } from "vitest";
import { comparePrices, listPairPrices } from "../../../build/app/diagnostics/compare-prices.ts";
import { renderTrial } from "../../../build/app/diagnostics/render-trial.ts";
import type { Dataset } from "../../../build/crypto/normalise/record.ts";
import { kraken } from "../../../build/crypto/sources/exchanges/kraken.ts";

const dataset = (kind: Dataset["kind"], records: object[]) =>
  ({ source: "x", feed: "tickers", kind, records, fetchedAtMs: 0, stale: false }) as unknown as Dataset;
const price = (source: string, pair: string, value: number) => ({ source, pair, price: value });

it("lists one price for each pair: the one with the most volume", () => {
  const row = { base: "BTC", quote: "EUR", last: 10, baseVolume: 1 };
  const datasets = [dataset("ticker", [row, { ...row, last: 11, baseVolume: 5 }, { ...row, last: 12, baseVolume: 2 }])];
  expect(listPairPrices("x", datasets)).toEqual([price("x", "BTC/EUR", 11)]);
});

it("lists the rates of any table per dollar", () => {
  const rate = (quote: string, value: number) => ({ base: "EUR", quote, rate: value });
  expect(listPairPrices("x", [dataset("rate", [rate("USD", 2), rate("JPY", 300)])])).toEqual([
    price("x", "USD/USD", 1),
    price("x", "USD/JPY", 150),
  ]);
});

it("measures the distance from the median of the others, the furthest first", () => {
  const others = [price("a", "B/C", 10), price("b", "B/C", 30), price("a", "D/C", 4)];
  const found = comparePrices([price("x", "B/C", 21), price("x", "D/C", 4), price("x", "E/C", 1)], others);
  expect(found).toMatchObject({
    shared: 2,
    furthest: [{ pair: "B/C", others: 20, sources: ["a", "b"] }, { pair: "D/C" }],
  });
  expect(found?.median).toBeCloseTo(0.025, 9);
  expect(comparePrices([price("x", "E/C", 1)], others)).toBeUndefined();
});

it.each([
  [0.001, "(good: below 0.50 %)"],
  [0.01, "(doubtful: good is below 0.50 %)"],
  [0.05, "(wrong: above 2.00 %; look for another unit, another coin, or swapped fields)"],
])("judges a median distance of %d", (median, verdict) => {
  const reading = {
    source: "kraken",
    feed: "tickers",
    status: "read" as const,
    records: 1,
    rejected: 0,
    reason: null,
    dropped: new Map([["not trading", 2]]),
    known: new Map(),
  };
  const trial = { readings: [reading], datasets: [dataset("ticker", [{ market: "B/C", last: 1, bid: null }])] };
  const text = renderTrial(kraken, trial, {
    unread: [],
    names: ["Other"],
    distance: { shared: 1, median, furthest: [] },
  });
  expect(text).toContain("tickers: 1 records, 2 rows left out");
  expect(text).toContain("unknown in all of these: bid");
  expect(text).toContain("2 × not trading");
  expect(text).toContain(verdict);
});

it("reports last prices outside of bid and ask, which swapped fields cause", () => {
  const rows = (last: number) => [1, 2, 3].map(() => ({ last, bid: 100, ask: 101 }));
  const render = (last: number) =>
    renderTrial(
      kraken,
      { readings: [], datasets: [dataset("ticker", rows(last))] },
      { names: [], unread: [], distance: undefined },
    );
  expect(render(100.5)).not.toContain("outside of bid and ask");
  expect(render(101.1)).not.toContain("outside of bid and ask");
  expect(render(98)).toContain(
    "Last prices are 2.04 % outside of bid and ask (median): is another field the last price?",
  );
});

it("reports volumes that contradict each other, which another unit or swapped fields cause", () => {
  const render = (baseVolume: number, quoteVolume: number) =>
    renderTrial(
      kraken,
      { readings: [], datasets: [dataset("ticker", [{ last: 50, baseVolume, quoteVolume }])] },
      { names: [], unread: [], distance: undefined },
    );
  expect(render(10, 500)).not.toContain("Quote volumes");
  expect(render(10, 300)).not.toContain("Quote volumes");
  expect(render(0, 0)).not.toContain("Quote volumes");
  expect(render(500, 10)).toContain("Quote volumes are 0.0004 times the base volume at the last price (median)");
  expect(render(10, 500)).toContain("The rows are consistent: ");
  expect(render(10, 10)).toContain("are the two fields swapped, or is one of another unit or another time?");
});
