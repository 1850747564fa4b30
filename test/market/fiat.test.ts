import { describe, expect, it } from "vitest";
import { mergeRates, usdPerUnit } from "../../build/market/fiat.ts";
import type { Dataset } from "../../build/normalise/record.ts";

const NOW = Date.UTC(2026, 10, 20, 9);
const DAY_MS = 86_400_000;

/** A table of rates as a source with this base gives it. */
function table(
  source: string,
  base: string,
  rates: Record<string, number>,
  { date = "2026-11-20", stale = false }: { date?: string; stale?: boolean } = {},
): Dataset<"rate"> {
  const records = Object.entries(rates).map(([quote, rate]) => ({ base, quote, rate, date }));
  return { source, feed: "latest", kind: "rate", records, fetchedAtMs: NOW, stale };
}

const ecb = table("ecb", "EUR", { USD: 1.25, GBP: 0.875, JPY: 200 }, { date: "2026-11-19" });
const wide = table("fawazahmed0", "USD", { EUR: 0.801, GBP: 0.71, JPY: 161, VND: 25_000, KES: 130 });

describe("the table of rates", () => {
  it("has the dollar as its base, whatever the base of the source", () => {
    expect(mergeRates([ecb]).rates).toEqual({
      date: "2026-11-19",
      rates: { EUR: 0.8, GBP: 0.7, JPY: 160, USD: 1 },
      observedAtMs: Date.UTC(2026, 10, 19),
    });
  });

  it("believes the central bank, and fills what it does not know from a wider collection", () => {
    for (const datasets of [
      [ecb, wide],
      [wide, ecb],
    ]) {
      const { rates, used } = mergeRates(datasets);
      expect(rates?.rates).toEqual({ EUR: 0.8, GBP: 0.7, JPY: 160, KES: 130, USD: 1, VND: 25_000 });
      expect(Object.keys(rates?.rates ?? {})).toEqual(["EUR", "GBP", "JPY", "KES", "USD", "VND"]);
      expect(rates?.date).toBe("2026-11-20");
      expect(used.map(({ source }) => source)).toEqual(["ecb", "fawazahmed0"]);
    }
  });

  it("names no source that added nothing", () => {
    const mirror = table("frankfurter", "USD", { EUR: 0.8, GBP: 0.7 });
    expect(mergeRates([mirror, ecb]).used.map(({ source }) => source)).toEqual(["ecb"]);
  });

  it("takes the mirror where the central bank did not answer, and either before the collection", () => {
    const oldEcb = { ...ecb, stale: true };
    const mirror = table("frankfurter", "USD", { EUR: 0.81 });
    expect(mergeRates([oldEcb, mirror, wide]).rates?.rates["EUR"]).toBe(0.81);
    expect(mergeRates([oldEcb, wide]).rates?.rates["EUR"]).toBe(0.8);
    expect(mergeRates([{ ...mirror, stale: true }, wide]).rates?.rates["EUR"]).toBe(0.81);
  });

  it("does not believe a collection that mostly contradicts the central bank", () => {
    const broken = table("fawazahmed0", "USD", { EUR: 1.25, GBP: 1.4, JPY: 0.006, VND: 25_000 });
    const { rates, used } = mergeRates([ecb, broken]);
    expect(Object.keys(rates?.rates ?? {})).toEqual(["EUR", "GBP", "JPY", "USD"]);
    expect(used).toHaveLength(1);
  });

  it("keeps a single currency that was redenominated from costing the others", () => {
    const odd = table("fawazahmed0", "USD", { EUR: 0.801, GBP: 0.71, JPY: 1.61, VND: 25_000 });
    expect(mergeRates([ecb, odd]).rates?.rates).toMatchObject({ JPY: 160, VND: 25_000 });
  });

  it("is unknown where nobody has it, or nobody relates it to the dollar", () => {
    expect(mergeRates([])).toEqual({ rates: null, used: [] });
    expect(mergeRates([table("ecb", "EUR", { GBP: 0.875 })]).rates).toBeNull();
    expect(mergeRates([table("ecb", "EUR", {})]).rates).toBeNull();
  });

  it("never has another value than 1 for the dollar", () => {
    expect(mergeRates([table("fawazahmed0", "USD", { USD: 7, EUR: 0.8 })]).rates?.rates).toEqual({ EUR: 0.8, USD: 1 });
  });
});

describe("dollars per unit", () => {
  it("are the other way round, and none of them older than a week", () => {
    const { rates } = mergeRates([ecb]);
    expect(usdPerUnit(rates, NOW).get("EUR")).toBe(1.25);
    expect(usdPerUnit(rates, NOW + 7 * DAY_MS)).toEqual(new Map([["USD", 1]]));
    expect(usdPerUnit(null, NOW)).toEqual(new Map([["USD", 1]]));
  });
});
