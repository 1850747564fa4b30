import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFileName, isKey, slugOf } from "../../build/lib/key.ts";

const DEVICES = ["con", "prn", "aux", "nul", "com1", "com9", "lpt1", "lpt9"];

describe("isKey", () => {
  it.each(["btc", "usd-coin_2", "1inch", "0", "conx", "com10", "indexed", "constructor"])("takes %s", (text) => {
    expect(isKey(text)).toBe(true);
  });

  it.each(["", "$anrx", "🚀", "a.b", ".", "a b", "-a", "_", "__proto__", "%24", "é", "BTC", "a/b", "x".repeat(151)])(
    "refuses %j, which is outside of the alphabet or too long",
    (text) => {
      expect(isKey(text)).toBe(false);
    },
  );

  it.each([...DEVICES, "index", "search", "limit", "list", "markets", "404"])(
    "refuses %s, which is reserved",
    (text) => {
      expect(isKey(text)).toBe(false);
    },
  );
});

describe("isFileName", () => {
  it("accepts reserved keys as file names, but no device and no index", () => {
    expect(["search", "limit", "list", "markets", "404", "x".repeat(151)].every(isFileName)).toBe(true);
    expect([...DEVICES, "index", "x".repeat(201), "a.b"].some(isFileName)).toBe(false);
  });
});

describe("slugOf", () => {
  it.each([
    ["bitcoin", "bitcoin"],
    ["Mixed-Case", "mixed-case"],
    ["usd.coin (old)", "usd-coin--old-"],
    ["🚀moon", "x-moon"],
    ["_", "x_"],
    ["", "x"],
  ])("replaces every other character of %j: %s", (id, slug) => {
    expect(slugOf(id)).toBe(slug);
  });

  it("is a valid key for any id, with a number if needed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (id) => {
        expect(isKey(`${slugOf(id)}-1000000`)).toBe(true);
      }),
    );
  });
});
