import { describe, expect, it } from "vitest";
import { buildMarket } from "../../../build/crypto/market/build-market.ts";
import { followMoves, moveMemory } from "../../../build/crypto/market/market-memory.ts";
import { createInput } from "./small-market.ts";

/** `edge` was a provisional coin's id and is another coin's now. */
const RELEASED = new Map([["edge", "edge-edge"]]);

describe("a coin's past", () => {
  const find = (id: string): string[] => [id];

  it("is found under the id that the series still have", () => {
    const follow = followMoves(find, RELEASED, []);
    expect(follow("edge-edge")).toEqual(["edge"]);
    expect(follow("bitcoin")).toEqual(["bitcoin"]);
  });

  it("is empty for a coin whose id belonged to another coin until now", () => {
    expect(followMoves(find, RELEASED, [])("edge")).toEqual([]);
    const swapped = followMoves(find, new Map([...RELEASED, ["edge-coin", "edge"]]), []);
    expect(swapped("edge")).toEqual(["edge-coin"]);
    expect(swapped("edge-coin")).toEqual([]);
  });
});

describe("the memory of a coin", () => {
  it("moves with its id: the supply that its claims are compared with", () => {
    const { memory } = buildMarket(createInput());
    const supply = { circulating: 1e6, timeMs: 1 };
    const moved = moveMemory({ ...memory, supplies: { edge: supply } }, RELEASED);
    expect(moved?.supplies).toEqual({ "edge-edge": supply });
  });
});
