import { describe, expect, it } from "vitest";
import { expectRates } from "../../build/site/page-data/next-rates.ts";

describe("the next rates of the central bank", () => {
  it.each([
    ["2026-11-18", "2026-11-19T21:00:00Z", "the next day"],
    ["2026-11-20", "2026-11-23T21:00:00Z", "Monday, after a Friday"],
    ["2026-04-02", "2026-04-07T21:00:00Z", "Tuesday, after the Thursday before Easter"],
    ["2049-04-15", "2049-04-20T21:00:00Z", "the same in a year in which Easter is moved by a week"],
    ["2025-04-17", "2025-04-22T21:00:00Z", "the same in another year"],
    ["2025-12-24", "2025-12-29T21:00:00Z", "after Christmas and the weekend"],
    ["2026-12-31", "2027-01-04T21:00:00Z", "after New Year and the weekend"],
    ["2025-04-30", "2025-05-02T21:00:00Z", "after the first of May"],
  ])("after those of %s are here by %s: %s", (date, next) => expect(expectRates(date).next_at).toBe(next));

  it("are overdue some hours later", () => {
    expect(expectRates("2026-11-20").expires_at).toBe("2026-11-24T03:00:00Z");
  });
});
