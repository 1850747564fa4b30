import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipHoles, type Hole, tidyHoles, trimHole } from "../../build/backfill/hole.ts";

const asked = (times = 1) => ({ okx: { againMs: 9, times } });
const hole = (fromMs: number, toMs: number, marks: Hole["asked"] = {}): Hole => ({ fromMs, toMs, asked: marks });

describe("holes", () => {
  it("are clipped to a window", () => {
    expect(clipHoles([hole(0, 4), hole(6, 9, asked()), hole(12, 15)], 2, 12)).toEqual([
      hole(2, 4),
      hole(6, 9, asked()),
    ]);
  });

  it("reach from the first to the last step that is missing", () => {
    expect(trimHole(hole(0, 10), [-1, 2, 6, 12], 2)).toEqual([hole(2, 8)]);
    expect(trimHole(hole(0, 10), [-1, 12], 2)).toEqual([]);
  });

  it("are one where they are near and were asked for alike", () => {
    expect(tidyHoles([hole(5, 6), hole(0, 2)], 1)).toEqual([hole(0, 6)]);
    expect(tidyHoles([hole(0, 2), hole(6, 7)], 1)).toEqual([hole(0, 2), hole(6, 7)]);
    expect(tidyHoles([hole(0, 2), hole(2, 7, asked())], 1)).toEqual([hole(0, 2), hole(2, 7, asked())]);
    expect(tidyHoles([hole(0, 2, asked(2)), hole(2, 7, asked())], 1)).toHaveLength(2);
  });

  it("that lie in one another are one", () => {
    expect(tidyHoles([hole(0, 10), hole(2, 5)], 1)).toEqual([hole(0, 10)]);
  });

  it("that are too many are joined where the same origins were asked, and asked again when the first of them is due", () => {
    const due = (at: number, againMs: number) => hole(at, at + 1, { okx: { againMs, times: 2 } });
    const few = Array.from({ length: 23 }, (_, at) =>
      hole(at * 100, at * 100 + 1, at % 2 ? { okx: { againMs: at, times: 1 } } : {}),
    );
    const tidy = tidyHoles([...few, due(2_290, 70), due(2_400, 90)], 1);
    expect(tidy).toHaveLength(24);
    expect(tidy.slice(0, 23)).toEqual(few);
    expect(tidy[23]).toEqual(hole(2_290, 2_401, { okx: { againMs: 70, times: 2 } }));
  });

  it("are few, and none is lost", () => {
    const holes = fc
      .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 2_000 }), fc.boolean()), {
        selector: ([at]) => at,
        maxLength: 300,
      })
      .map((found) => found.map(([at, isAsked]) => hole(at * 10, at * 10 + 1, isAsked ? asked() : {})));
    fc.assert(
      fc.property(holes, (all) => {
        const tidy = tidyHoles(all, 1);
        expect(tidy.length).toBeLessThanOrEqual(24);
        for (const [index, { fromMs }] of tidy.entries())
          if (index > 0) expect(fromMs).toBeGreaterThan(tidy[index - 1]!.toMs);
        for (const { fromMs, asked: marks } of all) {
          const within = tidy.filter((one) => one.fromMs <= fromMs && fromMs < one.toMs);
          expect(within).toHaveLength(1);
          // Nothing counts as asked for that was not.
          if (Object.keys(marks).length === 0) expect(within[0]?.asked).toEqual({});
        }
      }),
      { seed: 20_261_128 },
    );
  });
});
