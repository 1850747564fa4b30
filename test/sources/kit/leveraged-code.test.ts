import { describe, expect, it } from "vitest";
import { isLeveragedCode } from "../../../build/sources/kit/venue-feeds.ts";

describe("isLeveragedCode", () => {
  it.each(["BTC3L", "ETH5S", "1INCH2L", "SUSHI3S"])("recognises %s", (code) => {
    expect(isLeveragedCode(code)).toBe(true);
  });

  it.each(["JUP", "SYRUP", "SUP", "UP", "SOL", "ATLAS", "L3", "3L", "BTC3", "BTC3LX"])("leaves %s a coin", (code) => {
    expect(isLeveragedCode(code)).toBe(false);
  });
});
