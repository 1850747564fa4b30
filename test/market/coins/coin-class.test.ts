import { describe, expect, it } from "vitest";
import { isStablecoin, isWrapped } from "../../../build/market/coins/coin-class.ts";
import { RECORDS } from "../../normalise/records.ts";

const withCategory = (...categories: string[]) => ({ ...RECORDS["coin-detail"], categories });

describe("a stablecoin", () => {
  it("is known by its id, or by a category that says so", () => {
    expect(isStablecoin("tether", null)).toBe(true);
    for (const category of ["Stablecoins", "USD Stablecoin", "Crypto-backed Stablecoin"]) {
      expect(isStablecoin("new-dollar", withCategory("DeFi", category)), category).toBe(true);
    }
  });

  it("is not the token of those who issue them", () => {
    expect(isStablecoin("ethena", withCategory("Stablecoin Issuer", "Stablecoin Protocol"))).toBe(false);
    expect(isStablecoin("bitcoin", null)).toBe(false);
  });
});

describe("a wrapped coin", () => {
  it("is known by its id or name", () => {
    expect(isWrapped("wrapped-bitcoin", "WBTC")).toBe(true);
    expect(isWrapped("x", "Bridged USDC (Base)")).toBe(true);
    expect(isWrapped("x", "Liquid Staked ETH")).toBe(true);
    expect(isWrapped("stakewise", "StakeWise")).toBe(false);
    expect(isWrapped("bitcoin", "Bitcoin")).toBe(false);
  });
});
