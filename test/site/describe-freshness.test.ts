import { describe, expect, it } from "vitest";
import { describeFreshness } from "../../public/js/describe-freshness.js";

const at = (iso: string) => Date.parse(`${iso}Z`);
const RATES = {
  updatedMs: at("2026-11-20T00:00:00"),
  nextMs: at("2026-11-23T21:00:00"),
  expiresMs: at("2026-11-24T03:00:00"),
  stale: false,
};

describe("the age of a page's data", () => {
  it("names the hour of today, the day of another day, and of rates of a whole day nothing but the day", () => {
    const prices = {
      ...RATES,
      updatedMs: at("2026-11-20T09:15:00"),
      nextMs: at("2026-11-20T09:45:00"),
      expiresMs: at("2026-11-20T10:15:00"),
    };
    expect(describeFreshness(prices, at("2026-11-20T09:20:00"))).toEqual({
      isStale: false,
      text: "Data of 09:15 UTC · next expected 09:45 UTC",
    });
    expect(describeFreshness(RATES, at("2026-11-22T12:00:00"))).toEqual({
      isStale: false,
      text: "Data of 2026-11-20 · next expected 2026-11-23 21:00 UTC",
    });
  });

  it("expects what should be here, and then calls it overdue", () => {
    expect(describeFreshness(RATES, at("2026-11-23T22:00:00"))).toMatchObject({
      isStale: false,
      text: "Data of 2026-11-20 · next expected any minute",
    });
    expect(describeFreshness(RATES, at("2026-11-24T04:00:00"))).toEqual({
      isStale: true,
      text: "Data of 2026-11-20 · 4 days old · newer data is overdue",
    });
  });

  it("says of an earlier answer that it is one", () => {
    expect(describeFreshness({ ...RATES, stale: true }, at("2026-11-20T12:00:00"))).toEqual({
      isStale: true,
      text: "Data of 2026-11-20 · uses an earlier response of a source",
    });
  });
});
