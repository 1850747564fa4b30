import { describe, expect, it } from "vitest";
import { FIXED_AT_MS, findDayFixing } from "../../../../build/crypto/api/quote/fixing.ts";
import { isBankHoliday } from "../../../../build/crypto/sources/fiat/fiat-rate.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, renderDay } from "../../../../build/lib/time.ts";

const START = Date.UTC(2025, 11, 1);
const END = Date.UTC(2027, 0, 10);

/** The newest fixing at a time. */
const findFixing = (fixings: typeof FIXINGS, currency: string, timeMs: number) =>
  findDayFixing(fixings, currency, timeMs - FIXED_AT_MS);

/** Every banking day of the year and the weeks around; each rate names its day. */
const FIXINGS = (() => {
  const times: number[] = [];
  for (let dayMs = START; dayMs < END; dayMs += DAY_MS) if (!isBankHoliday(dayMs)) times.push(dayMs);
  const EUR = times.map((dayMs) => 0.8 + (dayMs - START) / DAY_MS / 10_000);
  // Without a rate on every seventh day, and none before March.
  const TRY = times.map((dayMs, at) => (at % 7 === 3 || dayMs < Date.UTC(2026, 2) ? null : 40 + at / 100));
  return { days: times.map(renderDay), rates: { EUR, TRY } };
})();

/** The simple reference: reads the list from its first day to its last. */
function scan(currency: "EUR" | "TRY", isKnown: (dayMs: number) => boolean, atMs: number): number | null {
  let found: number | null = null;
  for (const [at, day] of FIXINGS.days.entries()) {
    const dayMs = Date.parse(`${day}T00:00:00Z`);
    const rate = FIXINGS.rates[currency][at] ?? null;
    const isYoung = Math.floor(atMs / DAY_MS) * DAY_MS - dayMs <= 7 * DAY_MS;
    if (isKnown(dayMs) && isYoung && rate !== null) found = rate;
  }
  return found;
}

const days = Array.from({ length: 365 }, (_, at) => Date.UTC(2026, 0, 1) + at * DAY_MS);

describe("a fixing", () => {
  it.each(["EUR", "TRY"] as const)("of each day of a year of %s is that of a simple list", (currency) => {
    let carried = 0;
    for (const dayMs of days) {
      const expected = scan(currency, (fixedMs) => fixedMs <= dayMs, dayMs);
      expect(findDayFixing(FIXINGS, currency, dayMs), renderDay(dayMs)).toBe(expected);
      if (expected !== null && !FIXINGS.days.includes(renderDay(dayMs))) carried += 1;
    }
    expect(carried).toBeGreaterThan(80);
  });

  it.each(["EUR", "TRY"] as const)("at each hour of a year of %s was published at 15:00 UTC", (currency) => {
    for (const dayMs of days) {
      for (const afterMs of [0, 14 * HOUR_MS, 15 * HOUR_MS - MINUTE_MS, 15 * HOUR_MS, 23 * HOUR_MS]) {
        const timeMs = dayMs + afterMs;
        const expected = scan(currency, (fixedMs) => fixedMs + 15 * HOUR_MS <= timeMs, timeMs - 15 * HOUR_MS);
        expect(findFixing(FIXINGS, currency, timeMs), new Date(timeMs).toISOString()).toBe(expected);
      }
    }
  });

  it("of Good Friday to Easter Monday is that of Thursday", () => {
    const thursday = FIXINGS.rates.EUR[FIXINGS.days.indexOf("2026-04-02")];
    for (const day of ["2026-04-02", "2026-04-03", "2026-04-04", "2026-04-05", "2026-04-06"])
      expect(findDayFixing(FIXINGS, "EUR", Date.parse(day))).toBe(thursday);
    expect(findFixing(FIXINGS, "EUR", Date.parse("2026-04-07T14:59:59Z"))).toBe(thursday);
    expect(findFixing(FIXINGS, "EUR", Date.parse("2026-04-07T15:00:00Z"))).not.toBe(thursday);
  });

  it("is null before the first day, a week after the last, and for other currencies", () => {
    const first = Date.parse(FIXINGS.days[0]!);
    const last = Date.parse(FIXINGS.days.at(-1)!);
    expect(findDayFixing(FIXINGS, "EUR", first)).toBe(FIXINGS.rates.EUR[0]);
    expect(findDayFixing(FIXINGS, "EUR", first - DAY_MS)).toBeNull();
    expect(findFixing(FIXINGS, "EUR", first + 15 * HOUR_MS - 1)).toBeNull();
    expect(findFixing(FIXINGS, "EUR", first + 15 * HOUR_MS)).toBe(FIXINGS.rates.EUR[0]);
    expect(findDayFixing(FIXINGS, "EUR", last + 7 * DAY_MS)).toBe(FIXINGS.rates.EUR.at(-1));
    expect(findDayFixing(FIXINGS, "EUR", last + 8 * DAY_MS)).toBeNull();
    expect(findDayFixing(FIXINGS, "GBP", last)).toBeNull();
    expect(findDayFixing(FIXINGS, "constructor", last)).toBeNull();
    expect(findDayFixing({ days: [], rates: {} }, "EUR", last)).toBeNull();
  });
});
