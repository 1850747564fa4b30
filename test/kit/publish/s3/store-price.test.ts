import { describe, expect, it } from "vitest";
import {
  computeInvalidationPrice,
  computeMonthlyPrice,
  countBuildsPerMonth,
  STORE_PRICES,
  type StorePrice,
} from "../../../../build/kit/publish/s3/store-price.ts";

const PRICE: StorePrice = {
  name: "Store",
  about: "a region",
  url: "https://store.example/",
  on: "2026-11-20",
  perMillionWrites: 5,
  perMillionReads: 0.4,
  perGb: 0.02,
  free: { writes: 1_000_000, reads: 1_000_000, gb: 10 },
};

describe("the monthly price of a store", () => {
  it("counts requests and room above what is free", () => {
    const one = { writes: 10_000, reads: 1_000, bytes: 60e9 };
    // 14.4 million writes, 1.44 million reads, 60 GB.
    expect(computeMonthlyPrice(PRICE, one, countBuildsPerMonth(30))).toBeCloseTo(13.4 * 5 + 0.44 * 0.4 + 50 * 0.02);
    expect(computeMonthlyPrice(PRICE, { writes: 10, reads: 1, bytes: 1e9 }, countBuildsPerMonth(30))).toBe(0);
  });

  it("has the invalidations of a distribution above what is free", () => {
    expect(computeInvalidationPrice(countBuildsPerMonth(30))).toBeCloseTo(440 * 0.005);
    expect(computeInvalidationPrice(countBuildsPerMonth(60))).toBe(0);
  });

  it("comes from lists with their address and day", () => {
    expect(STORE_PRICES).toHaveLength(3);
    for (const { url, on } of STORE_PRICES) {
      expect(url).toMatch(/^https:\/\//);
      expect(on).toMatch(/^2\d{3}-\d\d-\d\d$/);
    }
  });
});
