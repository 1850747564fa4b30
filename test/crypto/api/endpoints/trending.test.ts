import { describe, expect, it } from "vitest";
import { trending } from "../../../../build/crypto/api/endpoints/trending.ts";
import type { MarketCoin } from "../../../../build/crypto/market/model/market.ts";
import { makeCoin, makeUnknownCoin, makeWorld, UNKNOWN_CHANGES } from "../../../fixtures/market.ts";

const mover = (id: string, percent: number | null, own: Partial<MarketCoin> = {}) =>
  makeCoin(id, id.toUpperCase(), { changePercentage: { ...UNKNOWN_CHANGES, "24h": percent }, ...own });

function listsOf(coins: MarketCoin[]) {
  const data = trending.compute(makeWorld({ coins }), {}).data as Record<string, { id: string }[]>;
  return Object.fromEntries(Object.entries(data).map(([name, rows]) => [name, rows.map(({ id }) => id)]));
}

describe("trending", () => {
  it("orders gainers and losers by their change, and the traded by their volume", () => {
    expect(
      listsOf([
        mover("a", 1, { volume: 1e7 }),
        mover("b", -2, { volume: 3e7 }),
        mover("c", 5, { volume: 2e7 }),
        mover("d", -9),
        mover("e", null),
        mover("f", 0),
      ]),
    ).toEqual({
      top_gainers: ["c", "a"],
      top_losers: ["d", "b"],
      most_traded: ["b", "c", "a", "d", "e", "f"],
    });
  });

  it("keeps stablecoins, wrapped coins, thin volumes and small ranks out of the movers only", () => {
    const lists = listsOf([
      mover("stable", 50, { stablecoin: true, volume: 9e9 }),
      mover("wrapped", 50, { wrapped: true }),
      mover("thin", 50, { volume: 999_999 }),
      mover("small", 50, { rank: 1001 }),
      mover("unranked", 50, { rank: null }),
      mover("silent", 50, { volume: null }),
      mover("just", 1, { volume: 1_000_000, rank: 1000 }),
      makeUnknownCoin("unknown", "U"),
    ]);
    expect(lists["top_gainers"]).toEqual(["just"]);
    expect(lists["top_losers"]).toEqual([]);
    expect(lists["most_traded"]).toEqual(["stable", "wrapped", "small", "unranked", "just", "thin"]);
  });

  it("counts a change that rounds to 0.00 % neither as a gain nor as a loss", () => {
    const lists = listsOf([mover("up", 0.0049), mover("down", -0.0049), mover("rose", 0.005), mover("fell", -0.005)]);
    expect(lists).toMatchObject({ top_gainers: ["rose"], top_losers: ["fell"] });
  });

  it("omits coins with a stale price from every list", () => {
    const coins = [
      mover("old", 50, { priceSource: "stale", volume: 9e9 }),
      mover("fell", -50, { priceSource: "stale" }),
      mover("passed-on", 3, { priceSource: "reference" }),
    ];
    expect(listsOf(coins)).toEqual({
      top_gainers: ["passed-on"],
      top_losers: [],
      most_traded: ["passed-on"],
    });
  });

  it("has at most ten in a list, ties by rank", () => {
    const coins = Array.from({ length: 15 }, (_, n) => mover(`c${n}`, 3, { rank: n + 1 }));
    expect(listsOf(coins)["top_gainers"]).toEqual(coins.slice(0, 10).map(({ id }) => id));
  });
});
