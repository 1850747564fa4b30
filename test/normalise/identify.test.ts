import { describe, expect, it } from "vitest";
import { type CodePrice, type CoinCandidate, identifyCodes } from "../../build/normalise/identify.ts";

const coin = (id: string, symbol: string, priceUsd: number | null): CoinCandidate => ({ id, symbol, priceUsd });
const price = (venue: string, code: string, priceUsd: number): CodePrice => ({ venue, code, priceUsd });

/** What one code on one venue means, or why it means nothing. */
function meaningOf(
  first: CodePrice,
  candidates: readonly CoinCandidate[],
  { others = [], known = {} }: { others?: readonly CodePrice[]; known?: Record<string, string> } = {},
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

  it("is the only coin of the ticker where two venues agree, although the reference is off", () => {
    const candidates = [coin("abc", "ABC", 1)];
    const found = { others: [price("okx", "ABC", 1.52)] };
    expect(meaningOf(price("kraken", "ABC", 1.5), candidates, found)).toBe("abc");
    expect(meaningOf(price("kraken", "ABC", 1.5), [coin("abc", "ABC", null)], found)).toBe("abc");
    const apart = { others: [price("okx", "ABC", 1.6)] };
    expect(meaningOf(price("kraken", "ABC", 1.5), candidates, apart)).toBe("price far from the reference");
  });

  it("is not confirmed by the same venue, nor by venues that write it for something else", () => {
    const candidates = [coin("abc", "ABC", null), coin("flux", "FLUX", 1)];
    expect(meaningOf(price("kraken", "ABC", 2), candidates, { others: [price("kraken", "ABC", 2)] })).toBe(
      "no reference price",
    );
    // MEXC's FLUX is another token, whatever it costs.
    expect(meaningOf(price("kraken", "FLUX", 2), candidates, { others: [price("mexc", "FLUX", 2)] })).toBe(
      "price far from the reference",
    );
  });

  it("is another asset where venues agree on a price beyond all reason", () => {
    const others = [price("okx", "ABC", 50)];
    expect(meaningOf(price("kraken", "ABC", 50), [coin("abc", "ABC", 0.001)], { others })).toBe(
      "price far from the reference",
    );
  });

  it("is never accepted on the agreement of venues where several assets are known to share it", () => {
    const others = [price("okx", "LUNA", 1.5)];
    expect(meaningOf(price("bybit", "LUNA", 1.5), [coin("terra-luna-2", "LUNA", 1)], { others })).toBe(
      "price far from the reference",
    );
    expect(meaningOf(price("bybit", "LUNA", 1.2), [coin("terra-luna-2", "LUNA", 1)])).toBe("terra-luna-2");
  });

  it("stays what it was while that is plausible, and changes when it no longer is", () => {
    const candidates = [coin("first", "ABC", 1), coin("second", "ABC", 1.2)];
    const known = { "kraken:ABC": "first" };
    expect(meaningOf(price("kraken", "ABC", 1.19), candidates)).toBe("second");
    expect(meaningOf(price("kraken", "ABC", 1.19), candidates, { known })).toBe("first");
    expect(meaningOf(price("kraken", "ABC", 1.4), candidates, { known })).toBe("second");
    expect(meaningOf(price("okx", "ABC", 1.19), candidates, { known })).toBe("second");
  });

  it("means nothing where no coin has the ticker", () => {
    expect(meaningOf(price("kraken", "NEW", 1), [coin("abc", "ABC", 1)])).toBe("no coin has this ticker");
  });

  it("may be called like something that every object has", () => {
    for (const code of ["constructor", "__proto__", "toString"]) {
      expect(meaningOf(price("kraken", code, 1), [coin("abc", "ABC", 1)])).toBe("no coin has this ticker");
      expect(meaningOf(price("kraken", code, 1), [coin("abc", code, 1)])).toBe("abc");
    }
  });
});

describe("a reference price that left all venues", () => {
  const tenfold = (change: Partial<CoinCandidate> = {}) => [{ ...coin("xrp", "XRP", 20), ...change }];
  const venues = ["kraken", "okx", "gate"];
  const prices = venues.map((venue, index) => price(venue, "XRP", 2 + index / 100));
  const known = Object.fromEntries(venues.map((venue) => [`${venue}:XRP`, "xrp"]));
  const find = (candidates: readonly CoinCandidate[], before = {}, of = prices) => {
    const { find, contradicting } = identifyCodes(of, candidates, before);
    return {
      coins: of.map(({ venue, code }) => find(venue, code)?.coinId),
      contradicting: of.flatMap(({ venue, code }) => (contradicting.get(venue, code) ? `${venue}:${code}` : [])),
    };
  };
  const all = { coins: ["xrp", "xrp", "xrp"], contradicting: [] };

  it("does not take away what a code meant, near our own last price", () => {
    expect(find(tenfold({ ownUsd: 2 }), known)).toEqual(all);
    expect(find(tenfold({ ownUsd: 2 }), known, prices.slice(0, 1)).coins).toEqual(["xrp"]);
    expect(find(tenfold({ ownUsd: 3 }), known).coins).toEqual([undefined, undefined, undefined]);
  });

  it("is outvoted by three venues that our own last price or another reference confirms", () => {
    expect(find(tenfold({ ownUsd: 2 }))).toEqual(all);
    expect(find(tenfold({ otherUsd: [19, 2.1] }))).toEqual(all);
    expect(find(tenfold({ otherUsd: [2.1] }), {}, prices.slice(1)).coins).toEqual([undefined, undefined]);
  });

  it("is contradicted by three venues that nothing confirms", () => {
    const names = venues.map((venue) => `${venue}:XRP`);
    expect(find(tenfold())).toEqual({ coins: [undefined, undefined, undefined], contradicting: names });
    expect(find(tenfold(), {}, prices.slice(1)).contradicting).toEqual([]);
    expect(find(tenfold(), {}, [...prices.slice(1), price("mexc", "XRP", 7)]).contradicting).toEqual([]);
    // A book near the reference says that the others sell another asset.
    expect(find(tenfold(), {}, [...prices, price("mexc", "XRP", 20)]).contradicting).toEqual([]);
    expect(find([coin("xrp", "XRP", null), coin("other", "XRP", 50)]).contradicting).toEqual([]);
  });

  it("is not remembered against a code that this run has no price of", () => {
    const { recall } = identifyCodes(prices, tenfold(), { "htx:XRP": "xrp", "binance:1000SATS": "sats-ordinals" });
    expect(recall("htx", "XRP")).toEqual({ coinId: "xrp", units: 1 });
    expect(recall("binance", "1000SATS")).toEqual({ coinId: "sats-ordinals", units: 1_000 });
    expect(recall("kraken", "XRP")).toBeUndefined();
  });
});

describe("a curated exception", () => {
  it("counts the coins in a unit of the code", () => {
    const { find } = identifyCodes([price("binance", "1000SATS", 0.0003)], [coin("sats-ordinals", "SATS", 3e-7)], {});
    expect(find("binance", "1000SATS")).toEqual({ coinId: "sats-ordinals", units: 1_000 });
  });

  it("has to be near the reference as well, and says when there is none", () => {
    const code = price("binance", "1000SATS", 0.0003);
    expect(meaningOf(code, [coin("sats-ordinals", "SATS", 3e-4)])).toBe("price far from the reference");
    expect(meaningOf(code, [coin("sats-ordinals", "SATS", null)])).toBe("no reference price");
    expect(meaningOf(code, [coin("abc", "ABC", 1)])).toBe("its coin is not among those covered");
  });

  it("takes a venue's own spelling for the ticker, and then confirms others by it", () => {
    const candidates = [coin("terra-luna", "LUNC", 5e-5), coin("terra-luna-2", "LUNA", 0.1)];
    expect(meaningOf(price("kraken", "LUNA", 5e-5), candidates)).toBe("terra-luna");
    expect(meaningOf(price("kraken", "LUNA2", 0.1), candidates)).toBe("terra-luna-2");
    // The reference of LUNC is off: the venue that spells it otherwise agrees with Kraken's spelling, not with its letters.
    const others = [price("okx", "LUNC", 1e-4), price("okx", "LUNA", 0.1)];
    expect(meaningOf(price("kraken", "LUNA", 1e-4), candidates, { others })).toBe("terra-luna");
  });

  it("leaves out what is known to be another asset, even at the right price", () => {
    expect(meaningOf(price("kucoin", "BIFI", 100), [coin("beefy-finance", "BIFI", 100)])).toMatch(/^another asset/);
    expect(meaningOf(price("bybit", "BIFI", 100), [coin("beefy-finance", "BIFI", 100)])).toBe("beefy-finance");
  });
});

describe("the memory of identities", () => {
  it("keeps what is not traded now and adds what was found", () => {
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
