import { describe, expect, it } from "vitest";
import { moveBackfill, readBackfillMemory, writeBackfillMemory } from "../../../build/backfill/backfill-memory.ts";
import { buildMarket } from "../../../build/market/build-market.ts";
import { followMoves, moveMemory } from "../../../build/market/coins/move-coins.ts";
import { createMemoryStateStore } from "../../../build/platform/state/memory-state-store.ts";
import { createInput } from "../small-market.ts";

/** `edge` was a provisional coin's id and is another coin's now. */
const RELEASED = new Map([["edge", "edge-edge"]]);

describe("a coin's past", () => {
  const find = (id: string): string[] => [id];

  it("is found under the id that the series still have", () => {
    const follow = followMoves(find, RELEASED, []);
    expect(follow("edge-edge")).toEqual(["edge"]);
    expect(follow("bitcoin")).toEqual(["bitcoin"]);
  });

  it("is nothing for a coin whose id was another coin's until now", () => {
    expect(followMoves(find, RELEASED, [])("edge")).toEqual([]);
    const swapped = followMoves(find, new Map([...RELEASED, ["edge-coin", "edge"]]), []);
    expect(swapped("edge")).toEqual(["edge-coin"]);
    expect(swapped("edge-coin")).toEqual([]);
  });
});

describe("what is remembered of a coin", () => {
  it("moves with its id: the supply that its claims are compared with", () => {
    const { memory } = buildMarket(createInput());
    const supply = { circulating: 1e6, timeMs: 1 };
    const moved = moveMemory({ ...memory, supplies: { edge: supply } }, RELEASED);
    expect(moved?.supplies).toEqual({ "edge-edge": supply });
  });

  it("moves with its id: what was asked of its history", async () => {
    const state = createMemoryStateStore({ now: () => 0 });
    const coin = (attempts: number) => ({ attempts, lastAttemptMs: 1, lastError: null });
    writeBackfillMemory(state, { coins: { edge: coin(1), guess: coin(2), truth: coin(3) } });
    await moveBackfill(state, new Map([...RELEASED, ["guess", "truth"]]));
    expect((await readBackfillMemory(state)).coins).toEqual({ "edge-edge": coin(1), truth: coin(3) });
  });
});
