import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../build/lib/time.ts";
import { assignKeys } from "../../build/market/coin-key.ts";

const NOW = Date.UTC(2026, 10, 20);
const coin = (id: string, symbol: string) => ({ id, symbol });
const keysOf = (coins: { id: string; symbol: string }[], before = {}, now = NOW) =>
  Object.fromEntries(assignKeys(coins, before, now).keys);

const large = coin("large", "ABC");
const small = coin("small", "ABC");

describe("the key of a coin", () => {
  it("is its ticker, or its id where a larger coin has that ticker", () => {
    expect(keysOf([large, small, coin("other", "XYZ")])).toEqual({ large: "abc", small: "small", other: "xyz" });
  });

  it("does not change when ranks do", () => {
    const { owners } = assignKeys([large, small], {}, NOW);
    expect(keysOf([small, large], owners, NOW + DAY_MS)).toEqual({ large: "abc", small: "small" });
  });

  it("stays reserved while its coin is away for a month, and is free after that", () => {
    const { owners } = assignKeys([large, small], {}, NOW);
    expect(keysOf([small], owners, NOW + 30 * DAY_MS)).toEqual({ small: "small" });
    expect(keysOf([small], owners, NOW + 31 * DAY_MS)).toEqual({ small: "abc" });
    // Whoever comes back in time has it back, and the month begins anew.
    const again = assignKeys([small, large], owners, NOW + 29 * DAY_MS);
    expect(Object.fromEntries(again.keys)).toEqual({ large: "abc", small: "small" });
    expect(keysOf([small], again.owners, NOW + 50 * DAY_MS)).toEqual({ small: "small" });
  });

  it("is not reserved for a guessed id once the real ids are known", () => {
    const guess = { ...coin("abc-large", "ABC"), provisional: true };
    const cold = assignKeys([guess, small], {}, NOW, true);
    expect(Object.fromEntries(cold.keys)).toEqual({ "abc-large": "abc", small: "small" });
    // Another list of guesses does not take it, the first list of real ids does.
    const still = assignKeys([coin("other", "ABC")], cold.owners, NOW + DAY_MS, true);
    expect(Object.fromEntries(still.keys)).toEqual({ other: "other" });
    const known = assignKeys([large, small], still.owners, NOW + DAY_MS);
    expect(Object.fromEntries(known.keys)).toEqual({ large: "abc", small: "small" });
    expect(known.owners["abc"]).toEqual({ id: "large", seenMs: NOW + DAY_MS });
  });

  it("is kept by a guessed id that was right", () => {
    const cold = assignKeys([{ ...small, provisional: true }, large], {}, NOW, true);
    const known = assignKeys([large, small], cold.owners, NOW + DAY_MS);
    expect(Object.fromEntries(known.keys)).toEqual({ small: "abc", large: "large" });
    expect(known.owners["abc"]).toEqual({ id: "small", seenMs: NOW + DAY_MS });
  });

  it("is let go in time by a coin that goes by another ticker now", () => {
    const { owners } = assignKeys([large, small], {}, NOW);
    const renamed = coin("large", "NEW");
    const soon = assignKeys([renamed, small], owners, NOW + DAY_MS);
    expect(Object.fromEntries(soon.keys)).toEqual({ large: "new", small: "small" });
    expect(keysOf([renamed, small], soon.owners, NOW + 40 * DAY_MS)).toEqual({ large: "new", small: "abc" });
  });

  it("that is a ticker wins over another coin's id", () => {
    const coins = [coin("first", "ABC"), coin("sun", "ABC"), coin("solar", "SUN")];
    expect(keysOf(coins)).toEqual({ first: "abc", sun: "sun-2", solar: "sun" });
  });

  it("that is a number behind an id never takes a real id away, whoever is larger", () => {
    const coins = [coin("solar", "SUN"), coin("abc", "ABC"), coin("sun", "ABC"), coin("sun-2", "ABC")];
    const keys = { solar: "sun", abc: "abc", sun: "sun-3", "sun-2": "sun-2" };
    expect(keysOf(coins)).toEqual(keys);
    expect(keysOf([coins[0]!, coins[1]!, coins[3]!, coins[2]!])).toEqual(keys);
  });

  it("is numbered in the order of ids, whoever is larger", () => {
    const [solar, abc] = [coin("solar", "SUN"), coin("abc", "ABC")];
    const keys = { solar: "sun", abc: "abc", SUN: "sun-2", sun: "sun-3" };
    expect(keysOf([solar, abc, coin("sun", "ABC"), coin("SUN", "ABC")])).toEqual(keys);
    expect(keysOf([solar, abc, coin("SUN", "ABC"), coin("sun", "ABC")])).toEqual(keys);
  });

  it("is one for tickers that only differ as texts", () => {
    const kelvin = coin("kelvin", "\u212a");
    expect(keysOf([coin("kay", "K"), kelvin])).toEqual({ kay: "k", kelvin: "kelvin" });
  });

  it("may be what every object knows already", () => {
    for (const name of ["constructor", "__proto__", "toString"]) {
      const { keys, owners } = assignKeys([coin("a", name), coin("b", name)], {}, NOW);
      const again = assignKeys([coin("b", name), coin("a", name)], JSON.parse(JSON.stringify(owners)), NOW);
      expect([keys.get("a"), keys.get("b")]).toEqual([name.toLowerCase(), "b"]);
      expect(again.keys.get("a")).toBe(name.toLowerCase());
    }
  });
});

describe("keys", () => {
  const awkward = fc.constantFrom(
    "../../x",
    "CON",
    "$ANRX",
    "🚀",
    "a",
    "A",
    "K",
    "\u212a",
    ".",
    "sun",
    "sun-2",
    "__proto__",
  );
  const text = fc.oneof(
    awkward,
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
    fc.constant("🚀".repeat(20)),
  );
  const coins = fc.uniqueArray(fc.record({ id: text, symbol: text.map((symbol) => symbol.toUpperCase()) }), {
    selector: ({ id }) => id,
    maxLength: 12,
  });

  it("are unique, harmless and short, for any coins", () => {
    fc.assert(
      fc.property(coins, (list) => {
        const { keys } = assignKeys(list, {}, NOW);
        expect(new Set(keys.values()).size).toBe(list.length);
        for (const key of keys.values()) {
          expect(key).toMatch(/^(?:[a-z0-9_.-]|%[0-9A-F]{2})+$/);
          expect(key.length).toBeLessThanOrEqual(160);
          expect(key).not.toMatch(/^\.|\.$|^(con|index|search)(\.|$)/);
        }
      }),
      { seed: 1 },
    );
  });

  it("stay in any later order of the same coins", () => {
    fc.assert(
      fc.property(
        coins.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          const first = assignKeys(list, {}, NOW);
          const second = assignKeys(shuffled, JSON.parse(JSON.stringify(first.owners)), NOW + DAY_MS);
          for (const { id } of list) expect(second.keys.get(id)).toBe(first.keys.get(id));
        },
      ),
      { seed: 1 },
    );
  });
});
