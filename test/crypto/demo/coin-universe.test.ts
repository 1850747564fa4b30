import { describe, expect, it } from "vitest";
import { GENERATED_COINS, generateCoin } from "../../../build/crypto/demo/coin-universe.ts";

describe("generated coins", () => {
  it("have unique ids and names for every index", () => {
    const ids = new Set(Array.from({ length: GENERATED_COINS }, (_, index) => generateCoin(index).id));
    expect(GENERATED_COINS).toBeGreaterThan(50_000);
    expect(ids.size).toBe(GENERATED_COINS);
    expect(() => generateCoin(GENERATED_COINS)).toThrow(RangeError);
  });

  it("are pronounceable, the same every time, and some cost next to nothing", () => {
    const coins = Array.from({ length: 2000 }, (_, index) => generateCoin(index));
    for (const coin of coins) {
      expect(coin.name).toMatch(/^[A-Z][a-z]+ [A-Z][A-Za-z]+$/);
      expect(coin.symbol).toMatch(/^[A-Z]{3,9}$/);
      expect(coin.circulatingSupply).toBeGreaterThan(0);
    }
    expect(generateCoin(1234)).toEqual(coins[1234]);
    expect(coins.some(({ basePriceUsd }) => basePriceUsd < 1e-9)).toBe(true);
    expect(coins.some(({ basePriceUsd }) => basePriceUsd > 1)).toBe(true);
  });

  it("share a ticker now and then, as real ones do", () => {
    const symbols = Array.from({ length: 1000 }, (_, index) => generateCoin(index).symbol);
    const shared = symbols.length - new Set(symbols).size;
    expect(shared).toBeGreaterThan(5);
    expect(shared).toBeLessThan(300);
  });
});
