import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeKey, urlOfFile } from "../../build/lib/key.ts";

describe("encodeKey", () => {
  it.each([
    ["BTC", "btc"],
    ["usd-coin_2.0", "usd-coin_2.0"],
    ["$ANRX", "%24anrx"],
    ["../../x", "%2E.%2F..%2Fx"],
    ["..", "%2E%2E"],
    [".", "%2E"],
    [".git", "%2Egit"],
    ["A.", "a%2E"],
    ["BTC.JSON", "btc%2Ejson"],
    ["CON", "%63on"],
    ["con.x", "%63on.x"],
    ["con.", "con%2E"],
    ["LPT1", "%6Cpt1"],
    ["INDEX", "%69ndex"],
    ["search", "%73earch"],
    ["CONX", "conx"],
    ["a b\\c:d*e", "a%20b%5Cc%3Ad%2Ae"],
    ["100%", "100%25"],
    ["🚀", "%F0%9F%9A%80"],
    ["__proto__", "__proto__"],
  ])("calls %s %s", (text, key) => {
    expect(encodeKey(text)).toBe(key);
  });

  it("refuses an empty text", () => {
    expect(() => encodeKey("")).toThrow(RangeError);
  });

  it("always gives one harmless path segment in lower case, and survives decoding", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (text) => {
        const key = encodeKey(text);
        expect(key).toMatch(/^(?:[a-z0-9_.-]|%[0-9A-F]{2})+$/);
        expect(key).not.toMatch(/^\.|\.$|\.json$|^(con|prn|aux|nul|com\d|lpt\d|index|search)(\.|$)/);
        expect(decodeURIComponent(key)).toBe(text.toLowerCase());
      }),
      { seed: 1 },
    );
  });

  it("never gives one key to two texts that differ in more than case", () => {
    const awkward = fc.constantFrom(
      "con",
      "%63on",
      "con.",
      ".",
      "%2e",
      "..",
      "%",
      "%25",
      "CON",
      "~",
      "%7E",
      "a/b",
      "a%2fb",
    );
    const text = fc.oneof(awkward, fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }));
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(encodeKey(a) === encodeKey(b)).toBe(a.toLowerCase() === b.toLowerCase());
      }),
      { seed: 1, numRuns: 1_000 },
    );
  });

  it("gives broken Unicode a key as well", () => {
    expect(encodeKey("\ud83d")).toBe("%EF%BF%BD");
  });
});

describe("urlOfFile", () => {
  it("escapes the escapes, so that one decoding gives the file name", () => {
    const file = `coins/${encodeKey("$ANRX")}.json`;
    expect(urlOfFile(file)).toBe("coins/%2524anrx.json");
    expect(decodeURIComponent(urlOfFile(file))).toBe(file);
  });
});
