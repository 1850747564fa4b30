import { describe, expect, it } from "vitest";
import {
  type Anchor,
  findDisputeObjection,
  isDisputed,
  moveAnchor,
} from "../../../../build/crypto/market/price/publication.ts";
import { NOW } from "../coin-ticker.ts";

const anchor = { priceUsd: 100, timeMs: NOW, supply: 1_000 };
const lists = (usd: number, supply: number | null = 1_000) => ({ freshUsd: [usd, usd * 1.001], supply });

describe("a coin is disputed", () => {
  it("where at least three venues left the lists, and more than stayed", () => {
    expect(isDisputed(3, 0)).toBe(true);
    expect(isDisputed(3, 2)).toBe(true);
    expect(isDisputed(3, 3)).toBe(false);
    expect(isDisputed(2, 0)).toBe(false);
  });
});

describe("the venues' price of a disputed coin", () => {
  const objection = (
    price: number,
    listed = lists(1_000),
    known: Parameters<typeof findDisputeObjection>[2] | null = null,
  ) => findDisputeObjection({ price, kept: 5 }, listed, known ?? { anchor, isCertain: true });

  it("is published near the last price that venues and lists shared", () => {
    expect(objection(129)).toBeNull();
    expect(objection(71)).toBeNull();
    expect(objection(131)).toContain("left the last price");
    expect(objection(69)).toContain("left the last price");
  });

  it("is held while the lists state another supply", () => {
    expect(objection(100, lists(1_000, 1_090))).toBeNull();
    expect(objection(100, lists(1_000, 2_000))).toContain("another supply");
    expect(objection(100, lists(1_000, null))).toContain("another supply");
    expect(objection(100, lists(1_000, 100))).toContain("redenomination");
    expect(objection(100, lists(1_300, 100))).toContain("redenomination");
    expect(objection(100, lists(1_400, 100))).toContain("another supply");
  });

  it("needs many venues, and more than a ticker, where there is no such price", () => {
    const first = { anchor: null, isCertain: true };
    expect(findDisputeObjection({ price: 100, kept: 6 }, lists(1_000), first)).toBeNull();
    expect(findDisputeObjection({ price: 100, kept: 5 }, lists(1_000), first)).toContain("common to both");
    expect(findDisputeObjection({ price: 100, kept: 6 }, lists(1_000), { ...first, isCertain: false })).toContain(
      "common to both",
    );
  });
});

describe("the anchor", () => {
  it("is the list's price nearest to the venues', while one is within 10 %", () => {
    expect(moveAnchor(null, 100, { freshUsd: [90, 104], supply: 7 }, NOW)).toEqual({
      priceUsd: 104,
      timeMs: NOW,
      supply: 7,
    });
    expect(moveAnchor(anchor, 112, lists(100), NOW + 1)).toBe(anchor);
    expect(moveAnchor(anchor, 112, { freshUsd: [], supply: null }, NOW + 1)).toBe(anchor);
  });

  it("is moved by neither side alone", () => {
    let drifting: Anchor = anchor;
    for (let build = 1; build <= 40; build += 1) {
      drifting = moveAnchor(drifting, 100 * 1.01 ** build, lists(100), NOW + build)!;
    }
    expect(drifting.priceUsd).toBeCloseTo(100, 0);
    expect(
      findDisputeObjection({ price: 131, kept: 3 }, lists(100), { anchor: drifting, isCertain: true }),
    ).not.toBeNull();
  });
});
