import { describe, expect, it } from "vitest";
import { findCodeException, listCodeExceptions } from "../../../build/crypto/normalise/code-exception.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";

describe("findCodeException", () => {
  it("prefers the venue's own meaning to the general one", () => {
    expect(findCodeException("kraken", "UST")).toMatchObject({ symbol: "USTC" });
    expect(findCodeException("okx", "UST")).toBeUndefined();
    expect(findCodeException("okx", "TON")).toMatchObject({ also: "the-open-network" });
    expect(findCodeException("bitget", "TONCOIN")).toMatchObject({ coin: "the-open-network" });
  });

  it("has no exception for names of properties of every object", () => {
    for (const name of ["constructor", "__proto__", "hasOwnProperty"]) {
      expect(findCodeException("kraken", name)).toBeUndefined();
      expect(findCodeException(name, "BTC")).toBeUndefined();
    }
  });

  it("gives evidence and a day for every entry, under codes in upper case of polled venues", () => {
    const venues = new Set(sources.map(({ id }) => id));
    for (const { venue, code, exception } of listCodeExceptions()) {
      expect(exception.evidence.length, code).toBeGreaterThan(10);
      expect(new Date(exception.date).toISOString().slice(0, 10)).toBe(exception.date);
      expect(code).toBe(code.toUpperCase());
      if (venue !== null) expect(venues).toContain(venue);
    }
  });
});
