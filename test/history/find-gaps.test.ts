import { expect, test } from "vitest";
import { findGaps } from "../../build/history/roll-up.ts";
import { DAY_MS, HOUR_MS } from "../../build/lib/time.ts";

test("names the first and the last missing step of every run", () => {
  expect(
    findGaps(
      [1, 2, 5, 6, 8].map((hour) => hour * HOUR_MS),
      HOUR_MS,
      "why",
    ),
  ).toEqual([
    { fromMs: 3 * HOUR_MS, toMs: 4 * HOUR_MS, reason: "why" },
    { fromMs: 7 * HOUR_MS, toMs: 7 * HOUR_MS, reason: "why" },
  ]);
});

test("sees none where every step has a point, or none or one is known", () => {
  expect(findGaps([0, DAY_MS, 2 * DAY_MS], DAY_MS, "why")).toEqual([]);
  expect(findGaps([DAY_MS], DAY_MS, "why")).toEqual([]);
  expect(findGaps([], DAY_MS, "why")).toEqual([]);
});
