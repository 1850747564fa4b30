import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignKeys, type KeyedCoin, type KeyMemory } from "../../../../build/crypto/market/identity/coin-key.ts";
import { DAY_MS, HOUR_MS } from "../../../../build/lib/time.ts";

const NOW = Date.UTC(2026, 10, 20);
const coin = (id: string, symbol: string, marketCapUsd: number | null = null): KeyedCoin => ({
  id,
  symbol,
  marketCapUsd,
});
const keysOf = (coins: KeyedCoin[], before: KeyMemory | null = null, now = NOW) =>
  Object.fromEntries(assignKeys(coins, before, now).keys);

const large = coin("large", "ABC");
const small = coin("small", "ABC");
const bitcoin = coin("bitcoin", "BTC", 2e12);
const meme = coin("harrypotterobamasonic10inu", "BITCOIN", 1e8);

describe("the key of a coin", () => {
  it("is its symbol, or its id where a larger coin has that symbol", () => {
    expect(keysOf([large, small, coin("other", "XYZ")])).toEqual({ large: "abc", small: "small", other: "xyz" });
  });

  it("is not a symbol that is the id of a larger coin", () => {
    expect(keysOf([bitcoin, meme])).toEqual({ bitcoin: "btc", harrypotterobamasonic10inu: meme.id });
    expect(keysOf([meme, bitcoin])).toEqual({ bitcoin: "btc", harrypotterobamasonic10inu: "bitcoin" });
  });

  it.each(["$ANRX", "😀", "CON", "INDEX", "SEARCH", "LIMIT", "LIST", "MARKETS", "404", "A.B", "-", "%24"])(
    "is its id where its symbol is %s, which no path can name",
    (symbol) => {
      expect(keysOf([coin("odd", symbol)])).toEqual({ odd: "odd" });
    },
  );

  it("replaces characters that a key may not have, and numbers reserved and equal keys", () => {
    const coins = [coin("a.b", "$"), coin("a b", "$"), coin("a-b", "$"), coin("con", "$"), coin("limit", "$")];
    expect(keysOf(coins)).toEqual({ "a-b": "a-b", "a b": "a-b-2", "a.b": "a-b-3", con: "con-2", limit: "limit-2" });
  });

  it("does not change when ranks do", () => {
    const first = assignKeys([large, small], null, NOW);
    expect(keysOf([small, large], first, NOW + DAY_MS)).toEqual({ large: "abc", small: "small" });
  });

  it("stays with a coin that one build misses, although another coin has that text as its id", () => {
    const owner = coin("alpha-chain", "ALPHA", 5e6);
    const named = coin("alpha", "ALP", 9e5);
    let memory: KeyMemory = assignKeys([owner, named], null, NOW);
    memory = assignKeys([named], memory, NOW + HOUR_MS);
    expect(keysOf([owner, named], memory, NOW + 2 * HOUR_MS)).toEqual({ "alpha-chain": "alpha", alpha: "alp" });
    const left = assignKeys([named], memory, NOW + DAY_MS);
    expect(left.owners["alpha"]?.id).toBe("alpha");
  });

  it("stays numbered when the coin that was first has gone", () => {
    const first = assignKeys([coin("a-b", "$"), coin("a.b", "$")], null, NOW);
    let memory: KeyMemory = first;
    for (const days of [20, 40, 60]) memory = assignKeys([coin("a.b", "$")], memory, NOW + days * DAY_MS);
    expect(keysOf([coin("a.b", "$")], memory, NOW + 80 * DAY_MS)).toEqual({ "a.b": "a-b-2" });
  });

  it("stays reserved while its coin is away for a month, and is free after that", () => {
    const first = assignKeys([large, small], null, NOW);
    expect(keysOf([small], first, NOW + 30 * DAY_MS)).toEqual({ small: "small" });
    const later = assignKeys([small], first, NOW + 31 * DAY_MS);
    expect(Object.fromEntries(later.keys)).toEqual({ small: "abc" });
    expect(later.identityChanges).toEqual([{ text: "abc", from: "large", to: "small", atMs: NOW + 31 * DAY_MS }]);
    // A coin that comes back in time has it back, and the month begins anew.
    const again = assignKeys([small, large], first, NOW + 29 * DAY_MS);
    expect(Object.fromEntries(again.keys)).toEqual({ large: "abc", small: "small" });
    expect(keysOf([small], again, NOW + 50 * DAY_MS)).toEqual({ small: "small" });
  });

  it("passes from a coin that has gone to the coin with that id at once, because the handler finds coins by id", () => {
    const first = assignKeys([coin("first", "SUN"), coin("sun", "ABC")], null, NOW);
    expect(Object.fromEntries(first.keys)).toEqual({ first: "sun", sun: "abc" });
    const gone = assignKeys([coin("sun", "ABC")], first, NOW + DAY_MS);
    expect(gone.owners["sun"]?.id).toBe("sun");
    const back = assignKeys([coin("first", "SUN"), coin("sun", "ABC")], gone, NOW + 2 * DAY_MS);
    expect(Object.fromEntries(back.keys)).toEqual({ first: "first", sun: "abc" });
  });

  it("is not reserved for a guessed id once the real ids are known", () => {
    const guess = { ...coin("abc-large", "ABC"), provisional: true };
    const cold = assignKeys([guess, small], null, NOW, true);
    expect(Object.fromEntries(cold.keys)).toEqual({ "abc-large": "abc", small: "small" });
    // Another list of guesses does not take it, the first list of real ids does.
    const still = assignKeys([coin("other", "ABC")], cold, NOW + DAY_MS, true);
    expect(Object.fromEntries(still.keys)).toEqual({ other: "other" });
    const known = assignKeys([large, small], still, NOW + DAY_MS);
    expect(Object.fromEntries(known.keys)).toEqual({ large: "abc", small: "small" });
    expect(known.owners["abc"]).toEqual({ id: "large", seenMs: NOW + DAY_MS });
    expect(known.identityChanges).toEqual([]);
  });

  it("is kept by a guessed id that was right", () => {
    const cold = assignKeys([{ ...small, provisional: true }, large], null, NOW, true);
    const known = assignKeys([large, small], cold, NOW + DAY_MS);
    expect(Object.fromEntries(known.keys)).toEqual({ small: "abc", large: "large" });
    expect(known.owners["abc"]).toEqual({ id: "small", seenMs: NOW + DAY_MS });
  });

  it("is let go in time by a coin that has another symbol now", () => {
    const first = assignKeys([large, small], null, NOW);
    const renamed = coin("large", "NEW");
    const soon = assignKeys([renamed, small], first, NOW + DAY_MS);
    expect(Object.fromEntries(soon.keys)).toEqual({ large: "new", small: "small" });
    expect(keysOf([renamed, small], soon, NOW + 40 * DAY_MS)).toEqual({ large: "new", small: "abc" });
  });

  it("belongs to the best-ranked coin among those whose symbol and those whose id it is", () => {
    const coins = [coin("first", "ABC"), coin("sun", "ABC"), coin("solar", "SUN")];
    expect(keysOf(coins)).toEqual({ first: "abc", sun: "sun", solar: "solar" });
    expect(keysOf([coins[2]!, coins[0]!, coins[1]!])).toEqual({ first: "abc", sun: "sun-2", solar: "sun" });
  });

  it("is the same for symbols that differ in spelling only", () => {
    const kelvin = coin("kelvin", "\u212a");
    expect(keysOf([coin("kay", "K"), kelvin])).toEqual({ kay: "k", kelvin: "kelvin" });
  });

  it("may be the name of a property of every object", () => {
    for (const name of ["constructor", "toString", "valueOf"]) {
      const first = assignKeys([coin("a", name), coin("b", name)], null, NOW);
      const again = assignKeys([coin("b", name), coin("a", name)], JSON.parse(JSON.stringify(first)), NOW);
      expect([first.keys.get("a"), first.keys.get("b")]).toEqual([name.toLowerCase(), "b"]);
      expect(again.keys.get("a")).toBe(name.toLowerCase());
    }
  });
});

describe("a coin that is worth ten times as much as the owner of its symbol", () => {
  const owner = coin("small", "ABC", 1e6);
  const rival = coin("large", "ABC", 1e7);
  const run = (hours: readonly number[], capsOf: (hour: number) => KeyedCoin[]) => {
    let memory: KeyMemory = assignKeys([owner], null, NOW);
    for (const hour of hours) memory = assignKeys(capsOf(hour), memory, NOW + hour * HOUR_MS);
    return memory;
  };
  const daily = (days: number) => Array.from({ length: days + 1 }, (_, day) => day * 24);

  it("has it after 30 days, and the change is listed with its path", () => {
    expect(run(daily(29), () => [rival, owner]).owners["abc"]?.id).toBe("small");
    const memory = run(daily(30), () => [rival, owner]);
    expect(memory.owners["abc"]?.id).toBe("large");
    expect(memory.identityChanges).toEqual([{ text: "abc", from: "small", to: "large", atMs: NOW + 30 * DAY_MS }]);
    // A year later it is no longer news.
    const later = assignKeys([rival, owner], memory, NOW + 396 * DAY_MS);
    expect(later.identityChanges).toEqual([]);
  });

  it("starts again after one build with a lower market cap, or a day without a build", () => {
    const less = coin("large", "ABC", 9.9e6);
    const dip = run(daily(45), (hour) => [hour === 20 * 24 ? less : rival, owner]);
    expect(dip.owners["abc"]?.id).toBe("small");
    const pause = run([0, 24, 40 * 24, 41 * 24], () => [rival, owner]);
    expect(pause.owners["abc"]?.id).toBe("small");
  });

  it("never has it where the worth of one of the two is unknown", () => {
    expect(run(daily(60), () => [rival, coin("small", "ABC")]).owners["abc"]?.id).toBe("small");
    expect(run(daily(60), () => [coin("large", "ABC"), owner]).owners["abc"]?.id).toBe("small");
  });
});

describe("a state of an earlier version", () => {
  const old = (owners: Record<string, string>): KeyMemory => ({
    owners: Object.fromEntries(Object.entries(owners).map(([text, id]) => [text, { id, seenMs: NOW - HOUR_MS }])),
  });

  it("that gives `bitcoin` to the meme coin gives it to Bitcoin at once, and lists the change", () => {
    const found = assignKeys([bitcoin, meme], old({ btc: "bitcoin", bitcoin: meme.id }), NOW);
    expect(found.keys.get("bitcoin")).toBe("btc");
    expect(found.keys.get(meme.id)).toBe(meme.id);
    expect(found.owners["bitcoin"]?.id).toBe("bitcoin");
    expect(found.identityChanges).toEqual([{ text: "bitcoin", from: meme.id, to: "bitcoin", atMs: NOW }]);
  });

  it("is upgraded once: later a text that is an id is as sticky as any", () => {
    const first = assignKeys([meme], null, NOW);
    const later = assignKeys([bitcoin, meme], first, NOW + DAY_MS);
    expect(later.owners["bitcoin"]?.id).toBe(meme.id);
    expect(later.keys.get("bitcoin")).toBe("btc");
  });

  it("waits with that where the ids of the build are guesses", () => {
    const before = old({ btc: "bitcoin", bitcoin: meme.id });
    const guessed = assignKeys([bitcoin, meme], before, NOW, true);
    expect(guessed.owners["bitcoin"]?.id).toBe(meme.id);
    expect(assignKeys([bitcoin, meme], guessed, NOW + HOUR_MS).owners["bitcoin"]?.id).toBe("bitcoin");
  });

  it("leaves a symbol to the better-ranked coin, and moves none by rank alone", () => {
    const coins = [
      coin("solar", "SUN", 1e9),
      coin("large", "ABC", 1e8),
      coin("sun", "XYZ", 1e7),
      coin("own", "ABC", 1e6),
    ];
    const found = assignKeys(coins, old({ sun: "solar", abc: "own", xyz: "sun" }), NOW);
    expect(Object.fromEntries(found.keys)).toEqual({ solar: "sun", large: "large", sun: "xyz", own: "abc" });
    expect(found.identityChanges).toEqual([]);
  });

  it("with keys that need an escape moves their coins to their ids", () => {
    const coins = [coin("anrkey-x", "$ANRX"), coin("smile", "😀"), coin("conun", "CON"), coin("a.dot", "A.DOT")];
    const before = old({ "%24anrx": "anrkey-x", "%F0%9F%98%80": "smile", "%63on": "conun", "a.dot": "a.dot" });
    const { keys, owners } = assignKeys(coins, before, NOW);
    expect(Object.fromEntries(keys)).toEqual({
      "anrkey-x": "anrkey-x",
      smile: "smile",
      conun: "conun",
      "a.dot": "a-dot",
    });
    expect(Object.keys(owners).sort()).toEqual(["a-dot", "anrkey-x", "conun", "smile"]);
  });
});

describe("keys", () => {
  const awkward = fc.constantFrom("../../x", "CON", "$ANRX", "🚀", "a", "A", "K", "\u212a", ".", "sun", "sun-2", "a-b");
  const text = fc.oneof(
    awkward,
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
    fc.constant("🚀".repeat(20)),
  );
  const coins = fc.uniqueArray(
    fc.record({ id: text, symbol: text.map((symbol) => symbol.toUpperCase()), marketCapUsd: fc.constant(null) }),
    { selector: ({ id }) => id, maxLength: 12 },
  );

  it("are unique, harmless and short, for any coins", () => {
    fc.assert(
      fc.property(coins, (list) => {
        const { keys } = assignKeys(list, null, NOW);
        expect(new Set(keys.values()).size).toBe(list.length);
        for (const key of keys.values()) {
          expect(key).toMatch(/^[a-z0-9][a-z0-9_-]*$/);
          expect(key.length).toBeLessThanOrEqual(150);
          expect(key).not.toMatch(/^(con|index|search|limit|list|markets|404)$/);
        }
      }),
    );
  });

  it("stay in any later order of the same coins", () => {
    fc.assert(
      fc.property(
        coins.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          const first = assignKeys(list, null, NOW);
          const second = assignKeys(shuffled, JSON.parse(JSON.stringify(first)), NOW + DAY_MS);
          for (const { id } of list) expect(second.keys.get(id)).toBe(first.keys.get(id));
        },
      ),
    );
  });
});
