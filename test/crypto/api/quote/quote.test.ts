import { expect, it, vi } from "vitest";
import { findQuote, type Quotable } from "../../../../build/crypto/api/quote/quote.ts";

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
