import { describe, expect, it } from "vitest";
import { DAY_MS, floorTo, HOUR_MS, renderDay, renderTime } from "../../build/lib/time.ts";

const TIME = Date.UTC(2026, 10, 20, 23, 59, 59, 999);

describe("times", () => {
  it("are rendered in UTC with whole seconds, truncated", () => {
    expect(renderTime(TIME)).toBe("2026-11-20T23:59:59Z");
    expect(renderDay(TIME)).toBe("2026-11-20");
    expect(renderDay(TIME + 1)).toBe("2026-11-21");
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
