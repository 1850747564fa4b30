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
    );
  });
});
