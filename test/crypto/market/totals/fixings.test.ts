import { describe, expect, it } from "vitest";
import type { ExchangeRates } from "../../../../build/crypto/market/model/market.ts";
import { collectFixings } from "../../../../build/crypto/market/totals/fixings.ts";
import type { Dataset, Fixing } from "../../../../build/crypto/normalise/record.ts";
import { DAY_MS, renderDay } from "../../../../build/lib/time.ts";
import { dataset } from "../small-market.ts";

const published = (rates: Record<string, number>): ExchangeRates => ({
  date: "2026-11-20",
  rates: { USD: 1, ...rates },
  observedAtMs: Date.parse("2026-11-20"),
  source: "ecb",
});
const history = (records: Fixing[]) => dataset("fixing", "ecb", records) as Dataset<"fixing">;
const table = (rates: Record<string, number>, date = "2026-11-20", isFixing = true) =>
  dataset(
    "rate",
    "ecb",
    Object.entries(rates).map(([quote, rate]) => ({ base: "EUR", quote, rate, date })),
    isFixing ? { isFixing } : {},
  ) as Dataset<"rate">;

const FIRST = Date.parse("2026-10-01");
/** So many days from 1 October, newest first, as the bank lists them. */
const days = (count: number, ratesOf: (day: number) => Record<string, number>) =>
  Array.from({ length: count }, (_, day) => ({
    base: "EUR",
    date: renderDay(FIRST + day * DAY_MS),
    rates: ratesOf(day),
  })).reverse();
const columnOf = (records: Fixing[], code: string, rates: ExchangeRates | null = null) => {
  const { days: found, warnings } = collectFixings([history(records)], [], rates);
  return { column: found.map((day) => day.rates[code]), warnings };
};

describe("fixings", () => {
  it("of the current table are those that are published, with the dollar as the base", () => {
    const rates = { USD: 1.25, GBP: 0.875, JPY: 200 };
    const expected = [{ date: "2026-11-20", source: "ecb", rates: { EUR: 0.8, GBP: 0.7, JPY: 160 } }];
    expect(collectFixings([], [table(rates)], published({ EUR: 0.8, GBP: 0.7, JPY: 160 })).days).toEqual(expected);
    // The yen was held: the market did not accept the bank's rate.
    const held = collectFixings([], [table(rates)], published({ EUR: 0.8, GBP: 0.7, JPY: 150 })).days;
    expect(held).toEqual([{ date: "2026-11-20", source: "ecb", rates: { EUR: 0.8, GBP: 0.7 } }]);
    expect(collectFixings([], [table(rates)], null).days).toEqual([]);
    expect(collectFixings([], [table(rates, "2026-11-20", false)], published({ EUR: 0.8 })).days).toEqual([]);
  });

  it("of a history are ascending, of today's currencies, and have twelve significant digits", () => {
    const records = [
      { base: "EUR", date: "2026-11-19", rates: { USD: 1.1252, JPY: 163.36 } },
      { base: "EUR", date: "1999-01-05", rates: { USD: 1.179, JPY: 130.96, CYP: 0.58231 } },
      { base: "EUR", date: "1999-01-04", rates: { JPY: 130.96 } },
    ];
    const found = collectFixings([history(records)], [table({ USD: 1.25 })], published({ EUR: 0.8 }));
    expect(found).toEqual({
      days: [
        { date: "1999-01-05", source: "ecb", rates: { EUR: 0.848176420696, JPY: 111.077184054 } },
        { date: "2026-11-19", source: "ecb", rates: { EUR: 0.888730892286, JPY: 145.183078564 } },
        { date: "2026-11-20", source: "ecb", rates: { EUR: 0.8 } },
      ],
      warnings: [],
    });
  });

  it("of the newest day are those of the current table, not of the history", () => {
    const wrong = [{ base: "EUR", date: "2026-11-20", rates: { USD: 1.25, JPY: 2_000 } }];
    const { days: found } = collectFixings([history(wrong)], [table({ USD: 1.25, JPY: 200 })], published({ EUR: 0.8 }));
    expect(found).toEqual([{ date: "2026-11-20", source: "ecb", rates: { EUR: 0.8 } }]);
  });

  it("are left out while nothing confirms the current rates: a stored fixing never changes", () => {
    const records = days(40, () => ({ USD: 1, JPY: 256, GBP: 1.44 }));
    const current = [table({ USD: 1, JPY: 256, GBP: 1.44 })];
    const unproven = { ...published({ EUR: 1, JPY: 256, GBP: 1.44 }), unproven: ["EUR", "GBP", "JPY"] };
    expect(collectFixings([history(records)], current, unproven).days).toEqual([]);
    // The venues' books judge where no rate is published.
    const books = new Map(Object.entries({ JPY: 160, GBP: 0.9 }));
    const { days: found, warnings } = collectFixings([history(records)], current, null, books);
    expect(found).toEqual([]);
    expect(warnings).toEqual(["The past fixings of ecb are left out until current rates confirm them"]);
  });

  it("of a rate that is not proven are not those of the current table", () => {
    const rates = { ...published({ EUR: 1, JPY: 160 }), unproven: ["JPY"] };
    expect(collectFixings([], [table({ USD: 1, JPY: 160 })], rates).days[0]?.rates).toEqual({ EUR: 1 });
  });

  it("leave out a currency with three wrong newest days: they would stay for good", () => {
    const records = days(40, (day) => ({ USD: 1, JPY: day < 37 ? 160 : 16_000, GBP: 0.9 }));
    const { column } = columnOf(records, "JPY", published({ EUR: 1, JPY: 160, GBP: 0.9 }));
    expect(column.every((value) => value === undefined)).toBe(true);
  });

  it("leave out a currency whose newest days are not the published one", () => {
    const records = days(40, () => ({ USD: 1, JPY: 100, GBP: 0.9 }));
    const { column, warnings } = columnOf(records, "JPY", published({ EUR: 1, JPY: 160, GBP: 0.9 }));
    expect(column.every((value) => value === undefined)).toBe(true);
    expect(warnings).toHaveLength(1);
    expect(columnOf(records, "GBP", published({ EUR: 1, JPY: 160, GBP: 0.9 })).column).toEqual(Array(40).fill(0.9));
  });
});
