import { describe, expect, it, vi } from "vitest";
import { findQuote, listReferences, type Quotable } from "../../../../build/crypto/api/quote/quote.ts";
import { quoteAnswer } from "../../../../build/crypto/api/quote/quote-answer.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../build/lib/time.ts";

const meta = { stale: false, sources: [] };
const current: Quotable = { data: { rates: { EUR: 0.9 } }, meta };

it("the same answers give the same quote", () => {
  const quote = findQuote("rows", "eur", [current, undefined]);
  expect(quote?.rate).toBe(0.9);
  expect(findQuote("rows", "eur", [current, undefined])).toBe(quote);
  expect(findQuote("rows", "eur", [{ ...current }, undefined])).not.toBe(quote);
});

it("nothing is kept of currencies without a rate, however many a client names", () => {
  const kept = vi.spyOn(Map.prototype, "set");
  const found = Array.from({ length: 1_000 }, (_, at) => findQuote("rows", `x${at}`, [current, undefined]));
  const { length } = kept.mock.calls;
  kept.mockRestore();
  expect(new Set(found)).toEqual(new Set([undefined]));
  expect(length).toBe(0);
});

it("a coin whose change rounds to its whole price gives no change in it", () => {
  const spanOf = (price_change_percentage_24h: number) => {
    const data = { id: "bitcoin", current_price: 50_000, price_change_percentage_24h, last_updated: null };
    return findQuote("rows", "btc", [{ data, meta }])?.span("24h", 0);
  };
  expect(spanOf(100)).toEqual({ start: 1 / 25_000, end: 1 / 50_000 });
  expect(spanOf(-99.999_999_999_999)).toBeNull();
});

describe("a history of the last day in Bitcoin", () => {
  const NOON = Date.UTC(2026, 8, 1, 12);
  type Point = [number, number];
  const history = (period: string, prices: Point[]): Quotable => {
    const unknown = prices.map(([time]) => [time, null]);
    return { data: { period, prices, market_caps: unknown, total_volumes: unknown }, meta };
  };
  const bitcoin: Quotable = { data: { id: "bitcoin", current_price: 50_000 }, meta };
  // Bitcoin rises by 1,000 an hour; now it is 12:30.
  const fine = history(
    "24h",
    Array.from({ length: 30 }, (_, at): Point => [NOON - 2 * HOUR_MS + at * 5 * MINUTE_MS, 40_000 + at * 80]),
  );
  const hours = history("7d", [
    [NOON - 2 * HOUR_MS, 41_000],
    [NOON - HOUR_MS, 42_000],
  ]);
  const references = { current: bitcoin, past: fine, hours };
  const convert = (prices: Point[]) => {
    const quote = findQuote("history", "btc", Object.values(references))!;
    const quoted = quoteAnswer("history", history("24h", prices), quote, (times, ...columns) =>
      columns.map((values) => ({ times, values })),
    );
    return (quoted.data as { prices: { values: number[] } }).prices.values;
  };

  it("has hours at Bitcoin's price at their end, as the history of a week has, and the running one at its present price", () => {
    const values = convert([
      [NOON - 2 * HOUR_MS, 82],
      [NOON - HOUR_MS, 84],
      [NOON, 50],
    ]);
    expect(values).toEqual([0.002, 0.002, 0.001]);
  });

  it("does not keep a quote that was made without hours", () => {
    const { onHour } = findQuote("history", "btc", [bitcoin, fine, undefined])!;
    expect(onHour(NOON - HOUR_MS)).toBe(1 / 40_960);
    expect(findQuote("history", "btc", [bitcoin, fine, hours])!.onHour(NOON - HOUR_MS)).toBe(1 / 42_000);
  });

  it("has points of five minutes at Bitcoin's price of their time", () => {
    expect(convert([[NOON - 2 * HOUR_MS + 5 * MINUTE_MS, 40_080]])).toEqual([1]);
  });

  it("needs Bitcoin's hours for the last day alone", () => {
    const periodsOf = (period: string) =>
      listReferences("history", "btc", { period }).map(({ values }) => values["period"]);
    expect(periodsOf("24h")).toEqual([undefined, "24h", "7d"]);
    expect(periodsOf("30d")).toEqual([undefined, "30d"]);
  });
});
