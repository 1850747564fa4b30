import { describe, expect, it } from "vitest";
import { CONTESTED_CODES, findCodeException } from "../../build/normalise/code-exception.ts";

describe("findCodeException", () => {
  it("prefers the venue's own meaning to the general one", () => {
    expect(findCodeException("bitfinex", "UST")).toEqual({ symbol: "USDT" });
    expect(findCodeException("kraken", "UST")).toEqual({ symbol: "USTC" });
    expect(findCodeException("okx", "UST")).toBeUndefined();
    expect(findCodeException("okx", "XBT")).toEqual({ symbol: "BTC" });
  });

  it("has none for names that every object knows", () => {
    for (const name of ["constructor", "__proto__", "hasOwnProperty"]) {
      expect(findCodeException("kraken", name)).toBeUndefined();
      expect(findCodeException(name, "BTC")).toBeUndefined();
    }
  });

  it("names contested tickers in the case that codes are compared in", () => {
    expect([...CONTESTED_CODES].every((code) => code === code.toUpperCase())).toBe(true);
  });
});
