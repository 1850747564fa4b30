import { expect, it } from "vitest";
import { findNextFixing } from "../../../build/sources/fiat/fiat-rate.ts";

it.each([
  ["2026-11-18", "2026-11-19T15:00:00.000Z", "the next day"],
  ["2026-11-20", "2026-11-23T15:00:00.000Z", "Monday, after a Friday"],
  ["2026-04-02", "2026-04-07T15:00:00.000Z", "Tuesday, after the Thursday before Easter"],
  ["2049-04-15", "2049-04-20T15:00:00.000Z", "the same in a year in which Easter is moved by a week"],
  ["2025-04-17", "2025-04-22T15:00:00.000Z", "the same in another year"],
  ["2025-12-24", "2025-12-29T15:00:00.000Z", "after Christmas and the weekend"],
  ["2026-12-31", "2027-01-04T15:00:00.000Z", "after New Year and the weekend"],
  ["2025-04-30", "2025-05-02T15:00:00.000Z", "after the first of May"],
])("the fixing after that of %s is due at %s: %s", (date, next) => {
  expect(new Date(findNextFixing(Date.parse(date))).toISOString()).toBe(next);
});
