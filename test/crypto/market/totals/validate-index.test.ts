import { describe, expect, it } from "vitest";
import { validateIndex } from "../../../../build/crypto/market/totals/validate-index.ts";
import type { Dataset } from "../../../../build/crypto/normalise/record.ts";
import { DAY_MS } from "../../../../build/lib/time.ts";
import { RECORDS } from "../../normalise/records.ts";
import { NOW } from "../small-market.ts";

/** One value a day, the last one now; `null` for a day without one. */
const validate = (...days: (number | null)[]) => {
  const records = days.flatMap((value, index) =>
    value === null ? [] : [{ ...RECORDS.index, value, timeMs: NOW - (days.length - 1 - index) * DAY_MS }],
  );
  const dataset: Dataset<"index"> = {
    source: "alternative-me",
    feed: "index",
    kind: "index",
    fetchedAtMs: NOW,
    stale: false,
    records,
  };
  const { values, ...rest } = validateIndex([dataset]);
  return { values: values.map(({ value }) => value), ...rest };
};

describe("values of the Fear & Greed Index after a jump", () => {
  it("are accepted from the second agreeing day on", () => {
    // 88 is near enough to 40 to be accepted, but the days after it are far from 88.
    expect(validate(40, 88, 35)).toEqual({ values: [40, 88], warnings: ["35 after 88"], stale: true });
    expect(validate(40, 88, 35, 36)).toEqual({ values: [40, 88, 35, 36], warnings: [], stale: false });
    expect(validate(40, 88, 35, 36, 30)).toMatchObject({ values: [40, 88, 35, 36, 30], stale: false });
  });

  it("are refused when they contradict each other", () => {
    expect(validate(90, 2, 39)).toEqual({ values: [90], warnings: ["2 after 90", "39 after 90"], stale: true });
    expect(validate(90, 2, 39, 2, 39, 2, 39, 2, 39, 2)).toMatchObject({ values: [90], stale: true });
  });

  it("are accepted the same way where days have no value", () => {
    expect(validate(90, 30, null, 31)).toMatchObject({ values: [90, 30, 31], stale: false });
    const week = Array.from({ length: 7 }, () => null);
    expect(validate(90, ...week, 30)).toMatchObject({ values: [90], stale: true });
    expect(validate(90, ...week, 30, 31)).toMatchObject({ values: [90, 30, 31], stale: false });
  });
});

describe("a wrong value of the Fear & Greed Index", () => {
  it("makes the response stale only if it is the newest one", () => {
    expect(validate(26, 30, 95)).toEqual({ values: [26, 30], warnings: ["95 after 30"], stale: true });
    expect(validate(26, 95, 30, 31)).toEqual({ values: [26, 30, 31], warnings: ["95 after 26"], stale: false });
  });
});
