import { expect, it } from "vitest";
import { frankfurter } from "../../../build/sources/fiat/frankfurter.ts";
import { readFeed } from "../read-feed.ts";

const NOW = Date.UTC(2026, 10, 20, 9, 15);
const body = (changes: Record<string, unknown> = {}) => ({
  amount: 1.0,
  base: "USD",
  date: "2026-11-19",
  rates: { EUR: 0.86, JPY: 151.5 },
  ...changes,
});
const read = (changes: Record<string, unknown>) => readFeed<"rate">(frankfurter, "latest", body(changes), { now: NOW });

it("reads rates as given, with the day of the body", () => {
  expect(read({}).records).toEqual([
    { base: "USD", quote: "EUR", rate: 0.86, date: "2026-11-19" },
    { base: "USD", quote: "JPY", rate: 151.5, date: "2026-11-19" },
  ]);
});

it.each([
  ["zero", { EUR: 0 }],
  ["negative", { EUR: -0.86 }],
  ["words", { EUR: "N/A" }],
  ["null", { EUR: null }],
  ["a code that is none", { "../../x": 1 }],
  ["a code in lower case", { eur: 0.86 }],
])("rejects a rate that is %s and keeps the others", (_name, rates) => {
  const { records, dropped } = read({ rates: { ...rates, JPY: 151.5 } });
  expect(records.map(({ quote }) => quote)).toEqual(["JPY"]);
  expect(dropped).toMatchObject([{ fault: true }]);
});

it("rejects rates of a day to come", () => {
  expect(read({ date: "2026-11-23" }).records).toEqual([]);
  expect(read({ date: "2026-11-21" }).records).toHaveLength(2);
});

it.each([
  ["rates of another amount than one", { amount: 100 }],
  ["a day that does not exist", { date: "2026-02-30" }],
  ["a base that is none", { base: "" }],
  ["no rates", { rates: null }],
])("refuses %s", (_name, changes) => {
  expect(() => read(changes)).toThrow();
});

it("passes on the upstream's own error", () => {
  expect(() => readFeed(frankfurter, "latest", { message: "not found" })).toThrow("not found");
});
