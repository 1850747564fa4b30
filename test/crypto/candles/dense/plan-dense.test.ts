import { expect, it } from "vitest";
import { computeVenueBudget } from "../../../../build/crypto/candles/dense/dense-rules.ts";
import { planDense } from "../../../../build/crypto/candles/dense/plan-dense.ts";
import { candleVenues } from "../../../../build/crypto/sources/candle-venues.ts";
import { sources } from "../../../../build/crypto/sources/registry.ts";
import { MINUTE_MS } from "../../../../build/lib/time.ts";
import { openMarket } from "../../backfill/series-model.ts";

const NOW = Date.UTC(2026, 10, 20, 6, 7);
const markets = (...venues: string[]) => venues.map((venue) => openMarket(venue, "A"));
const plan = (known: Map<string, ReturnType<typeof markets>>, budget: number, retries = new Map()) =>
  planDense({
    coinIds: [...known.keys()],
    markets: known,
    retries,
    findNewest: () => undefined,
    budgetOf: () => budget,
    asOfMs: NOW,
  }).map(({ coinIds, source }) => `${coinIds[0]} ${source.id}`);

it("keeps to the budget of each exchange, and lets coins with few exchanges choose first", () => {
  const known = new Map([
    ["a", markets("coinbase", "binance")],
    ["b", markets("coinbase")],
    ["c", markets("coinbase", "binance")],
  ]);
  expect(plan(known, 1)).toEqual(["b coinbase", "a binance"]);
  expect(plan(known, 3)).toEqual(["b coinbase", "a coinbase", "c coinbase"]);
});

it("requests USDT first, because its price is the rate of others", () => {
  const known = new Map([
    ["b", markets("binance")],
    ["tether", markets("coinbase", "kraken")],
  ]);
  expect(plan(known, 9)).toEqual(["tether coinbase", "b binance"]);
});

it("asks an exchange that just failed last", () => {
  const failed = new Map([["a 5m coinbase", { retryAt: NOW + MINUTE_MS, failures: 1 }]]);
  expect(plan(new Map([["a", markets("coinbase", "binance")]]), 9, failed)).toEqual(["a binance"]);
  expect(plan(new Map([["a", markets("coinbase")]]), 9, failed)).toEqual(["a coinbase"]);
});

it("has room for the 100 largest coins when any one exchange is absent", () => {
  const budgets = candleVenues.map(({ source }) => computeVenueBudget(sources.find(({ id }) => id === source)!.pacing));
  const sum = budgets.reduce((total, budget) => total + budget, 0);
  for (const budget of budgets) expect(sum - budget).toBeGreaterThanOrEqual(100);
});
