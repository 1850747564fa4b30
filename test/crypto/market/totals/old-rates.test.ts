import { describe, expect, it } from "vitest";
import { type MergedRates, mergeRates, usdPerUnit } from "../../../../build/crypto/market/totals/fiat.ts";
import type { Dataset } from "../../../../build/crypto/normalise/record.ts";
import { DAY_MS, renderDay } from "../../../../build/lib/time.ts";
import { dataset } from "../small-market.ts";

function table(source: string, date: string, rates: Record<string, number>): Dataset<"rate"> {
  const records = Object.entries(rates).map(([quote, rate]) => ({ base: "USD", quote, rate, date }));
  return dataset("rate", source, records) as Dataset<"rate">;
}

/** Merges the tables in a build at noon of the day. */
function merge(day: string, tables: readonly Dataset<"rate">[], before?: MergedRates): MergedRates {
  return mergeRates(tables, before?.memory ?? {}, new Map(), Date.parse(`${day}T12:00:00Z`));
}

const bank = (date: string) => table("ecb", date, { EUR: 0.8, GBP: 0.7, TRY: 40 });
const mirror = (date: string) => table("frankfurter", date, { EUR: 0.8, GBP: 0.7, TRY: 40 });
const collection = (date: string) => table("fawazahmed0", date, { EUR: 0.801, GBP: 0.701, TRY: 40.1, ARS: 1_500 });
/** What the collection said two years ago. */
const past = table("fawazahmed0", "2024-03-06", { EUR: 0.81, GBP: 0.71, TRY: 31.8, ARS: 846 });
/** The same, after every currency lost a fifth since. */
const fallen = table("fawazahmed0", "2024-03-06", { EUR: 0.64, GBP: 0.56, TRY: 32, ARS: 846 });

describe("a table that is years old", () => {
  it.each([
    ["in the first build", undefined],
    ["after a build without it", merge("2026-11-19", [bank("2026-11-19"), mirror("2026-11-19")])],
  ])("adds no rate to a newer one and removes none %s", (_, before) => {
    const { rates, used, warnings, memory } = merge("2026-11-20", [bank("2026-11-20"), past], before);
    expect(rates).toMatchObject({ date: "2026-11-20", rates: { EUR: 0.8, GBP: 0.7, TRY: 40, USD: 1 } });
    expect(rates?.rates["ARS"]).toBeUndefined();
    expect(memory["ARS"]).toBeUndefined();
    expect(used.map(({ source }) => source)).toEqual(["ecb"]);
    expect(warnings).toContain("fawazahmed0 has rates of 2024-03-06: they are not used beside those of 2026-11-20");
  });

  it("proves no first rate of another origin", () => {
    const alone = merge("2026-11-20", [bank("2026-11-20")]);
    expect(merge("2026-11-20", [bank("2026-11-20"), past]).rates).toEqual(alone.rates);
    expect(alone.rates?.unproven).toEqual(["EUR", "GBP", "TRY"]);
  });

  it("contradicts no newer table", () => {
    const before = merge("2026-11-19", [bank("2026-11-19"), collection("2026-11-19")]);
    const { rates, warnings } = merge("2026-11-20", [bank("2026-11-20"), fallen], before);
    expect(rates?.rates).toEqual({ EUR: 0.8, GBP: 0.7, TRY: 40, USD: 1 });
    expect(warnings).toHaveLength(1);
  });

  it("is published with its own day where all tables are as old", () => {
    const old = merge("2026-11-20", [table("ecb", "2024-03-05", { EUR: 0.81, GBP: 0.71, TRY: 31.9 }), past]);
    expect(old.rates).toMatchObject({ date: "2024-03-05", rates: { EUR: 0.81, ARS: 846 } });
    expect(old.warnings).toEqual([]);
    expect(usdPerUnit(old.rates, Date.UTC(2026, 10, 20))).toEqual(new Map([["USD", 1]]));
  });
});

describe("a currency whose only table became old", () => {
  it("is left out at once, like a currency that disappears", () => {
    const before = merge("2026-11-20", [bank("2026-11-20"), collection("2026-11-20")]);
    const later = merge("2026-11-28", [bank("2026-11-28"), collection("2026-11-20")], before);
    const without = merge("2026-11-28", [bank("2026-11-28")], before);
    expect(before.rates?.rates["ARS"]).toBe(1_500);
    expect(later.rates).toEqual(without.rates);
    expect(later.rates?.rates["ARS"]).toBeUndefined();
  });

  it("converts no price from the eighth day on, though the table has a newer day", () => {
    const { rates } = merge("2026-11-26", [bank("2026-11-25"), collection("2026-11-20")]);
    const convertible = (day: string) => [...usdPerUnit(rates, Date.parse(day)).keys()];
    expect(convertible("2026-11-27")).toContain("ARS");
    expect(convertible("2026-11-28")).toEqual(["USD", "EUR", "GBP", "TRY"]);
  });
});

describe("the bank's last fixing before holidays", () => {
  it.each([
    // Maundy Thursday until the Tuesday after Easter, and the days around a year's end.
    ["2027-03-25", "2027-03-30"],
    ["2026-12-24", "2026-12-28"],
    // A bank that fixes no rate for the seven days of the Chinese New Year.
    ["2027-02-05", "2027-02-12"],
  ])("of %s counts beside a collection of each day until %s", (fixed, until) => {
    let before = merge(fixed, [bank(fixed), collection(fixed)]);
    for (let ms = Date.parse(fixed) + DAY_MS; ms <= Date.parse(until); ms += DAY_MS) {
      const day = renderDay(ms);
      before = merge(day, [bank(fixed), collection(day)], before);
      expect(before.rates).toMatchObject({ date: fixed, rates: { EUR: 0.8, ARS: 1_500 }, otherDays: { ARS: day } });
      expect(before.used.map(({ stale }) => stale)).toEqual([false, false]);
      expect(before.warnings).toEqual([]);
    }
  });
});
