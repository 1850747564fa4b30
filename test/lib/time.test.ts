import { describe, expect, it } from "vitest";
import {
  DAY_MS,
  findCalendarSpan,
  findDay,
  findTime,
  floorTo,
  HOUR_MS,
  renderDay,
  renderTime,
  startOfMonth,
} from "../../build/lib/time.ts";

const TIME = Date.UTC(2026, 10, 20, 23, 59, 59, 999);

describe("times", () => {
  it("are rendered in UTC with whole seconds, truncated", () => {
    expect(renderTime(TIME)).toBe("2026-11-20T23:59:59Z");
    expect(renderDay(TIME)).toBe("2026-11-20");
    expect(renderDay(TIME + 1)).toBe("2026-11-21");
  });

  it("are the same again, also before 1970 and in parts of a millisecond", () => {
    for (const timeMs of [-0.5, -DAY_MS, -1, 0, 0.5, TIME, -0.5]) {
      const floored = new Date(Math.floor(timeMs)).toISOString();
      expect(renderDay(timeMs)).toBe(floored.slice(0, 10));
      expect(renderTime(timeMs)).toBe(`${floored.slice(0, 19)}Z`);
    }
  });

  it("are floored to steps aligned to UTC", () => {
    expect(floorTo(TIME, DAY_MS)).toBe(Date.UTC(2026, 10, 20));
    expect(floorTo(TIME, HOUR_MS)).toBe(Date.UTC(2026, 10, 20, 23));
    expect(floorTo(Date.UTC(2026, 10, 21), DAY_MS)).toBe(Date.UTC(2026, 10, 21));
  });

  it("throw a RangeError if invalid", () => {
    expect(() => renderTime(Number.NaN)).toThrow(RangeError);
  });
});

const NOON = Date.UTC(2026, 9, 3, 12, 20);

describe("findTime", () => {
  it.each([
    "2026-10-03T12:20:00Z",
    "2026-10-03T12:20:00.000Z",
    "2026-10-03T12:20Z",
    "2026-10-03T14:20:00+02:00",
    "2026-10-03 12:20:00+0000",
    "Sat, 03 Oct 2026 12:20:00 +0000",
    "Sat, 3 Oct 2026 12:20:00 GMT",
    "3 Oct 2026 12:20 UTC",
    "Sat, 03 Oct 2026 08:20:00 EDT",
    "  Sat, 03 Oct 2026 05:20:00 -0700\n",
  ])("reads %s", (text) => {
    expect(findTime(text)).toBe(NOON);
  });

  it("keeps milliseconds", () => {
    expect(findTime("2025-10-06T18:57:42.558Z")).toBe(Date.UTC(2025, 9, 6, 18, 57, 42, 558));
  });

  it.each([
    ["a word and a number, which Date.parse takes", "foo 1"],
    ["a time without a zone, which would depend on the machine", "2026-10-03T12:20:00"],
    ["a day that does not exist", "2026-02-31T00:00:00Z"],
    ["an hour that does not exist", "2026-10-03T24:30:00Z"],
    ["a month that does not exist", "Sat, 03 Foo 2026 12:20:00 GMT"],
    ["an unknown zone", "Sat, 03 Oct 2026 12:20:00 XYZ"],
    ["a year of two digits, which Date.UTC takes as 1950", "0050-10-03T12:20:00Z"],
    ["a bare year", "2026"],
    ["nothing", ""],
  ])("refuses %s", (_name, text) => {
    expect(findTime(text)).toBeUndefined();
  });
});

describe("findDay", () => {
  it("is the start of the UTC day, or undefined for a day that does not exist", () => {
    expect(findDay("2026-10-03")).toBe(Date.UTC(2026, 9, 3));
    expect(findDay("2026-13-01")).toBeUndefined();
    expect(findDay("2026-02-29")).toBeUndefined();
    expect(findDay("03.10.2026")).toBeUndefined();
  });
});

it.each([
  ["2026", "2026-01-01", "2027-01-01"],
  ["2026-12", "2026-12-01", "2027-01-01"],
  ["2028-02-29", "2028-02-29", "2028-03-01"],
])("%s names a year, month or day", (text, start, end) => {
  expect(findCalendarSpan(text)).toEqual({ startMs: Date.parse(start), endMs: Date.parse(end) });
});

it.each(["", "26", "2026-13", "2026-00", "2026-02-30", "2026-1", "2026-11-20T00:00:00Z"])("%j names none", (text) => {
  expect(findCalendarSpan(text)).toBeUndefined();
});

it("counts months over the ends of years", () => {
  const nowMs = Date.parse("2026-11-30T12:00:00Z");
  expect([0, 2, -11].map((months) => renderDay(startOfMonth(nowMs, months)))).toEqual([
    "2026-11-01",
    "2027-01-01",
    "2025-12-01",
  ]);
});
