import { describe, expect, it } from "vitest";
import { identifyCodes } from "../../../build/crypto/normalise/identify.ts";
import type { CodePrice, CoinCandidate, KnownIdentity } from "../../../build/crypto/normalise/resolve-code.ts";

const coin = (id: string, symbol: string, priceUsd: number | null, change: Partial<CoinCandidate> = {}) => ({
  id,
  symbol,
  names: [id],
  priceUsd,
  ...change,
});
const price = (venue: string, code: string, priceUsd: number, name: string | null = null): CodePrice => ({
  venue,
  code,
  priceUsd,
  name,
});
const FAR = "price far from the reference";
const OTHER_NAME = "the exchange names another asset";

/** What one code on one venue means, or why it means nothing. */
function meaningOf(
  first: CodePrice,
  candidates: readonly CoinCandidate[],
  { others = [], known = {} }: { others?: readonly CodePrice[]; known?: Record<string, KnownIdentity> } = {},
): string | undefined {
  const { find, unidentified } = identifyCodes([first, ...others], candidates, known);
  return find(first.venue, first.code)?.coinId ?? unidentified.get(first.venue, first.code);
}

describe("a venue's code", () => {
  it("is the coin of that ticker whose reference price is nearest", () => {
    const candidates = [coin("large", "ABC", 90), coin("small", "ABC", 1)];
    expect(meaningOf(price("kraken", "ABC", 1.2), candidates)).toBe("small");
    expect(meaningOf(price("kraken", "ABC", 99), candidates)).toBe("large");
  });

  it("is not a coin whose reference price is more than 30 % away", () => {
    expect(meaningOf(price("kraken", "ABC", 1.29), [coin("abc", "ABC", 1)])).toBe("abc");
    expect(meaningOf(price("kraken", "ABC", 1.31), [coin("abc", "ABC", 1)])).toBe("price far from the reference");
    expect(meaningOf(price("kraken", "ABC", 0.69), [coin("abc", "ABC", 1)])).toBe("price far from the reference");
  });

  it("is not the homonym that was left alone by a missing price", () => {
    const candidates = [coin("known", "ABC", 1), coin("unknown", "ABC", null)];
    const others = [price("okx", "ABC", 2)];
    expect(meaningOf(price("kraken", "ABC", 2), candidates, { others })).toBe("price far from the reference");
  });

  it("is not a coin because venues agree, however many, without a name or a second reference", () => {
    const others = ["okx", "gate", "bybit", "mexc"].map((venue) => price(venue, "EDGE", 0.0661));
    const edgex = coin("edgex", "EDGE", 0.19, { names: ["edgeX", "edgex"] });
    expect(meaningOf(price("htx", "EDGE", 0.066), [edgex], { others })).toBe(FAR);
    expect(meaningOf(price("htx", "ABC", 1.5), [coin("abc", "ABC", 1)], { others: [price("okx", "ABC", 1.5)] })).toBe(
      FAR,
    );
    expect(meaningOf(price("htx", "ABC", 1.5), [coin("abc", "ABC", null)])).toBe("no reference price");
  });

  it("is the coin of its ticker beyond 30 % where a second reference agrees with the venue", () => {
    expect(meaningOf(price("kraken", "ABC", 1.5), [coin("abc", "ABC", 1, { otherUsd: [1.45] })])).toBe("abc");
    expect(meaningOf(price("kraken", "ABC", 1.5), [coin("abc", "ABC", 1, { otherUsd: [1.1] })])).toBe(FAR);
    expect(meaningOf(price("kraken", "ABC", 50), [coin("abc", "ABC", 1, { otherUsd: [51] })])).toBe("abc");
  });

  it("keeps its coin while that is plausible, and changes afterwards", () => {
    const candidates = [coin("first", "ABC", 1), coin("second", "ABC", 1.2)];
    const known = { "kraken:ABC": "first" };
    expect(meaningOf(price("kraken", "ABC", 1.15), candidates)).toBe("second");
    expect(meaningOf(price("kraken", "ABC", 1.15), candidates, { known })).toBe("first");
    expect(meaningOf(price("kraken", "ABC", 1.4), candidates, { known })).toBe("second");
    expect(meaningOf(price("okx", "ABC", 1.15), candidates, { known })).toBe("second");
  });

  it("means no coin without a coin of that ticker", () => {
    expect(meaningOf(price("kraken", "NEW", 1), [coin("abc", "ABC", 1)])).toBe("no coin has this ticker");
  });

  it("may be named like a property of every object", () => {
    for (const code of ["constructor", "__proto__", "toString"]) {
      expect(meaningOf(price("kraken", code, 1), [coin("abc", "ABC", 1)])).toBe("no coin has this ticker");
      expect(meaningOf(price("kraken", code, 1), [coin("abc", code, 1)])).toBe("abc");
    }
  });
});

describe("the name of the asset in a venue's listing", () => {
  const example = (priceUsd: number) => coin("example", "ABC", priceUsd, { names: ["Example Coin", "example"] });

  it("confirms a coin up to a factor of 3 from its reference price", () => {
    expect(meaningOf(price("gate", "ABC", 1.5, "Example"), [example(1)])).toBe("example");
    expect(meaningOf(price("gate", "ABC", 3.1, "Example"), [example(1)])).toBe(FAR);
    expect(meaningOf(price("gate", "ABC", 1.5, "Examples of Art"), [example(1)])).toBe(FAR);
  });

  it("confirms venues without names that sell the same ticker at the same price", () => {
    const others = [price("gate", "ABC", 1.5, "Example")];
    expect(meaningOf(price("okx", "ABC", 1.52), [example(1)], { others })).toBe("example");
    expect(meaningOf(price("okx", "ABC", 1.6), [example(1)], { others })).toBe(FAR);
    // Where two coins have the ticker, the name of one venue says nothing about another venue.
    expect(meaningOf(price("okx", "ABC", 1.52), [example(1), coin("other", "ABC", 9)], { others })).toBe(FAR);
  });

  it("vetoes a coin, even at its price", () => {
    expect(meaningOf(price("gate", "ABC", 1, "Quite Different"), [example(1)])).toBe(OTHER_NAME);
    expect(meaningOf(price("gate", "ABC", 1, "ABC"), [example(1)])).toBe("example");
  });

  it("chooses between coins of one ticker before the price does", () => {
    const candidates = [coin("falcon-usd", "USDF", 1), coin("aster-usdf", "USDF", 1.002, { names: ["Aster USDF"] })];
    expect(meaningOf(price("gate", "USDF", 1, "Aster USDF"), candidates)).toBe("aster-usdf");
    expect(meaningOf(price("gate", "USDF", 1.002, "Falcon USD"), candidates)).toBe("falcon-usd");
  });
});

describe("a name that contradicts a coin", () => {
  const abc = coin("abc", "ABC", 0.5, { names: ["Alpha Beta", "abc"] });
  const unnamed = (...venues: string[]) => venues.map((venue) => price(venue, "ABC", 0.4));
  const named = (...venues: string[]) => venues.map((venue) => price(venue, "ABC", 0.401, "Zebra Crossing"));
  const identify = (prices: readonly CodePrice[], coins = [abc]) => {
    const { find } = identifyCodes(prices, coins, {});
    return prices.flatMap(({ venue, code }) => (find(venue, code) === undefined ? [] : venue));
  };

  it("counts for venues without names at the same price", () => {
    expect(identify([...unnamed("okx", "kraken"), ...named("gate")])).toEqual([]);
    expect(identify([...unnamed("okx", "kraken", "htx", "bybit"), ...named("gate", "mexc")])).toEqual([]);
    expect(identify([...unnamed("okx"), price("kraken", "ABC", 0.55), ...named("gate")])).toEqual(["kraken"]);
  });

  it("does not count against three other venues, nor where a venue's name matches", () => {
    expect(identify([...unnamed("okx", "kraken", "htx"), ...named("gate")])).toEqual(["okx", "kraken", "htx"]);
    const match = price("mexc", "ABC", 0.4, "Alpha-Beta");
    expect(identify([...unnamed("okx"), match, ...named("gate")])).toEqual(["okx", "mexc"]);
  });

  it("of a venue with false names changes no other venue's identity", () => {
    const coins = Array.from({ length: 40 }, (_, at) => coin(`c${at}`, `C${at}`, 1, { names: [`Coin number ${at}`] }));
    const honest = coins.flatMap(({ symbol }) => [price("okx", symbol, 1), price("kraken", symbol, 1.001)]);
    const liar = coins.map(({ symbol }) => price("gate", symbol, 1, `Quite Different ${symbol}x`));
    expect(identify([...honest, ...liar], coins)).toEqual(identify(honest, coins));
  });

  it("does not count for a coin that an exception names", () => {
    const xlm = coin("stellar", "XLM", 0.3, { names: ["Stellar", "stellar"] });
    const prices = [price("upbit", "XLM", 0.3, "Lumen"), price("gate", "XLM", 0.3, "Zebra"), price("okx", "XLM", 0.3)];
    expect(identify(prices, [xlm])).toEqual(["upbit", "okx"]);
  });
});

describe("a name without a ticker", () => {
  const nano = coin("nano", "XNO", 1, { names: ["Nano", "nano"], otherUsd: [1.02] });

  it("finds the one coin of exactly this name, near two references", () => {
    expect(meaningOf(price("htx", "NANO", 1.05, "NANO"), [nano])).toBe("nano");
    expect(meaningOf(price("htx", "NANO", 1.2, "Nano"), [nano])).toBe("no coin has this ticker");
    expect(meaningOf(price("htx", "NANO", 1, "Nano Network"), [nano])).toBe("no coin has this ticker");
    expect(meaningOf(price("htx", "NANO", 1, "Nano"), [{ ...nano, otherUsd: [] }])).toBe("no coin has this ticker");
    const twin = coin("nano-2", "NN", 1, { names: ["Nano"], otherUsd: [1] });
    expect(meaningOf(price("htx", "NANO", 1, "Nano"), [nano, twin])).toBe("no coin has this ticker");
  });
});

describe("a code far from the references", () => {
  const abc = coin("abc", "ABC", 1, { names: ["Alpha Beta", "abc"], otherUsd: [1.01] });
  const opposing = (prices: readonly CodePrice[], known: Record<string, KnownIdentity> = {}, coins = [abc]) => {
    const { findOpposing } = identifyCodes(prices, coins, known);
    return prices.flatMap(({ venue, code }) => {
      const found = findOpposing(venue, code);
      return found === undefined ? [] : `${venue} ${found.coinId}${found.certain ? "" : "?"}`;
    });
  };

  it("opposes them where its past or its name says that it is the coin", () => {
    expect(opposing([price("okx", "ABC", 5)], { "okx:ABC": "abc" })).toEqual(["okx abc"]);
    expect(opposing([price("gate", "ABC", 5, "Alpha Beta")])).toEqual(["gate abc"]);
    expect(opposing([price("gate", "ABC", 5, "Zebra")], { "gate:ABC": "abc" })).toEqual([]);
    expect(opposing([price("okx", "ABC", 5)])).toEqual([]);
  });

  it("opposes them at the price of such a venue", () => {
    const prices = [price("okx", "ABC", 5.1), price("htx", "ABC", 6), price("gate", "ABC", 5, "Alpha Beta")];
    expect(opposing(prices)).toEqual(["okx abc", "gate abc"]);
  });

  it("opposes them with five others at one price, where none names another asset", () => {
    const six = ["okx", "htx", "bybit", "kraken", "kucoin", "bitget"].map((venue) => price(venue, "ABC", 5));
    expect(opposing(six)).toEqual(six.map(({ venue }) => `${venue} abc?`));
    expect(opposing(six.slice(1))).toEqual([]);
    expect(opposing([...six, price("gate", "ABC", 5, "Zebra")])).toEqual([]);
  });
});

describe("a remembered identity", () => {
  const gram = coin("the-open-network", "GRAM", 1.6, { names: ["Gram", "open-gram"] });

  it("is looked up by coin id, so that the reference may rename the coin", () => {
    const known = { "okx:OLD": "the-open-network", "gate:OLD": { coinId: "the-open-network", name: "Old Name" } };
    expect(meaningOf(price("okx", "OLD", 1.6), [gram])).toBe("no coin has this ticker");
    expect(meaningOf(price("okx", "OLD", 1.6), [gram], { known })).toBe("the-open-network");
    expect(meaningOf(price("gate", "OLD", 1.6, "Old Name"), [gram], { known })).toBe("the-open-network");
    // The old ticker may have a new owner.
    const owner = coin("owner", "OLD", 1.7);
    expect(meaningOf(price("okx", "OLD", 1.6), [gram, owner], { known })).toBe("the-open-network");
  });

  it("ends where the venue lists the code under another name", () => {
    const abc = coin("abc", "ABC", 1, { names: ["Alpha Beta", "abc"] });
    const known = { "gate:ABC": { coinId: "abc", name: "Alpha Beta" } };
    expect(meaningOf(price("gate", "ABC", 1, "Alpha-Beta"), [abc], { known })).toBe("abc");
    expect(meaningOf(price("gate", "ABC", 1, "Zebra"), [abc], { known })).toBe(OTHER_NAME);
    const { known: now } = identifyCodes([price("gate", "ABC", 5, "Zebra")], [abc, coin("zebra", "ABC", 5)], known);
    expect(now["gate:ABC"]).toEqual({ coinId: "zebra", name: "Zebra" });
  });

  it("of an earlier version, a coin id alone, is checked against the name and completed with it", () => {
    const abc = coin("abc", "ABC", 1, { names: ["Alpha Beta", "abc"] });
    expect(meaningOf(price("gate", "ABC", 1, "Zebra"), [abc], { known: { "gate:ABC": "abc" } })).toBe(OTHER_NAME);
    const { known } = identifyCodes([price("gate", "ABC", 1, "Alpha Beta")], [abc], { "gate:ABC": "abc" });
    expect(known).toEqual({ "gate:ABC": { coinId: "abc", name: "Alpha Beta" } });
    // A listing that leaves out the name for once takes nothing away.
    expect(identifyCodes([price("gate", "ABC", 1)], [abc], known).known).toBe(known);
  });

  it("stays near our own last price when the reference leaves all venues, and where nothing can be compared", () => {
    const known = { "okx:XRP": "xrp" };
    const code = price("okx", "XRP", 2);
    expect(meaningOf(code, [coin("xrp", "XRP", 20, { ownUsd: 2 })], { known })).toBe("xrp");
    expect(meaningOf(code, [coin("xrp", "XRP", 20, { ownUsd: 3 })], { known })).toBe(FAR);
    expect(meaningOf(code, [coin("xrp", "XRP", 20, { ownUsd: 2 })])).toBe(FAR);
    expect(meaningOf(code, [coin("xrp", "XRP", null)], { known })).toBe("xrp");
  });

  it("does not stay near our own last price against two references that agree", () => {
    const known = { "okx:XRP": "xrp" };
    const told = (otherUsd: number[]) => [coin("xrp", "XRP", 20, { ownUsd: 2, otherUsd })];
    expect(meaningOf(price("okx", "XRP", 2), told([90]), { known })).toBe("xrp");
    expect(meaningOf(price("okx", "XRP", 2), told([21]), { known })).toBe(FAR);
  });

  it("survives a sudden move while the listing's name is the same, also at venues without names", () => {
    const known = { "okx:XRP": "xrp", "gate:XRP": { coinId: "xrp", name: "XRP" } };
    const before = [coin("xrp", "XRP", 2, { ownUsd: 2 }), coin("wrapped", "XRP", 9)];
    expect(meaningOf(price("gate", "XRP", 1.2, "XRP"), before, { known })).toBe("xrp");
    expect(meaningOf(price("gate", "XRP", 0.6, "XRP"), before, { known })).toBe(FAR);
    expect(meaningOf(price("okx", "XRP", 1.21), before, { known })).toBe(FAR);
    const others = [price("gate", "XRP", 1.2, "XRP")];
    expect(meaningOf(price("okx", "XRP", 1.21), before, { known, others })).toBe("xrp");
    expect(meaningOf(price("htx", "XRP", 1.21), before, { known, others })).toBe(FAR);
  });

  it("gives a code without a name to the coin of its ticker that has exactly its price", () => {
    const known = { "kraken:MOON": "moon-harbour", "gate:MOON": { coinId: "moon-harbour", name: "Moon Harbour" } };
    const moons = [coin("moonlight-cat", "MOON", 119), coin("moon-harbour", "MOON", 142)];
    // A price that was 50 % too high made the code of moonlight-cat that of moon-harbour.
    expect(meaningOf(price("kraken", "MOON", 178), moons, { known })).toBe("moon-harbour");
    expect(meaningOf(price("kraken", "MOON", 119.5), moons, { known })).toBe("moonlight-cat");
    // The coin stays between both prices, with its name, and near our own last price.
    expect(meaningOf(price("kraken", "MOON", 130), moons, { known })).toBe("moon-harbour");
    expect(meaningOf(price("gate", "MOON", 119.5, "Moon Harbour"), moons, { known })).toBe("moon-harbour");
    const fallen = [coin("moonlight-cat", "MOON", 119), coin("moon-harbour", "MOON", 142, { ownUsd: 120 })];
    expect(meaningOf(price("kraken", "MOON", 119.5), fallen, { known })).toBe("moon-harbour");
  });

  it("is not recalled for a code that this run refused", () => {
    const known = { "htx:XRP": "xrp", "okx:XRP": "xrp", "binance:1000SATS": "sats-ordinals" };
    const { recall } = identifyCodes([price("okx", "XRP", 2)], [coin("xrp", "XRP", 20)], known);
    expect(recall("htx", "XRP")).toEqual({ coinId: "xrp", units: 1 });
    expect(recall("binance", "1000SATS")).toEqual({ coinId: "sats-ordinals", units: 1_000 });
    expect(recall("okx", "XRP")).toBeUndefined();
  });
});

describe("a curated exception", () => {
  it("counts the coins in a unit of the code", () => {
    const { find } = identifyCodes([price("binance", "1000SATS", 0.0003)], [coin("sats-ordinals", "SATS", 3e-7)], {});
    expect(find("binance", "1000SATS")).toEqual({ coinId: "sats-ordinals", units: 1_000 });
  });

  it("has to be near the reference, and has a reason if there is none", () => {
    const code = price("binance", "1000SATS", 0.0003);
    expect(meaningOf(code, [coin("sats-ordinals", "SATS", 3e-4)])).toBe("price far from the reference");
    expect(meaningOf(code, [coin("sats-ordinals", "SATS", null)])).toBe("no reference price");
    expect(meaningOf(code, [coin("abc", "ABC", 1)])).toBe("its coin is not among those covered");
  });

  it("takes a venue's own spelling for the ticker", () => {
    const candidates = [coin("terra-luna", "LUNC", 5e-5), coin("terra-luna-2", "LUNA", 0.1)];
    expect(meaningOf(price("kraken", "LUNA", 5e-5), candidates)).toBe("terra-luna");
    expect(meaningOf(price("kraken", "LUNA2", 0.1), candidates)).toBe("terra-luna-2");
  });

  it("adds the coin that had the ticker before to those that have it now", () => {
    const candidates = [coin("the-open-network", "GRAM", 1.6), coin("tokamak-network", "TON", 0.9)];
    expect(meaningOf(price("kraken", "TON", 1.559), candidates)).toBe("the-open-network");
    expect(meaningOf(price("upbit", "TON", 0.91, "Tokamak Network"), candidates)).toBe("tokamak-network");
    expect(meaningOf(price("kraken", "EDGEX", 0.388), [coin("edgex", "EDGE", 0.386)])).toBe("edgex");
    expect(meaningOf(price("kraken", "EDGE", 0.386), [coin("edgex", "EDGE", 0.386)])).toMatch(/^another asset/);
  });

  it("leaves out what is known to be another asset, even at the right price", () => {
    expect(meaningOf(price("htx", "BIFI", 100), [coin("beefy-finance", "BIFI", 100)])).toMatch(/^another asset/);
    expect(meaningOf(price("bybit", "BIFI", 100), [coin("beefy-finance", "BIFI", 100)])).toBe("beefy-finance");
  });
});

describe("the memory of identities", () => {
  it("keeps codes that are not traded now and adds new ones", () => {
    const { known } = identifyCodes([price("kraken", "ABC", 1)], [coin("abc", "ABC", 1)], { "okx:OLD": "old" });
    expect(known).toEqual({ "okx:OLD": "old", "kraken:ABC": "abc" });
  });

  it("does not depend on the order of prices or candidates where no two are equally near", () => {
    const prices = [price("kraken", "ABC", 1.1), price("okx", "ABC", 90), price("okx", "XYZ", 7)];
    const candidates = [coin("a", "ABC", 1), coin("b", "ABC", 100), coin("x", "XYZ", 7)];
    const there = identifyCodes(prices, candidates, {});
    const back = identifyCodes(prices.toReversed(), candidates.toReversed(), {});
    expect(back.known).toEqual(there.known);
    expect(Object.keys(there.known)).toHaveLength(3);
  });
});
