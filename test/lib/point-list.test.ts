import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PointList } from "../../build/lib/point-list.ts";
import { renderJsonText } from "../../build/lib/render-json.ts";

const points = fc.array(
  fc.tuple(
    fc.integer({ min: 0, max: 4e9 }).map((second) => second * 1000),
    fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  ),
);

describe("PointList", () => {
  it("renders what its points render as arrays, whole and in part", () => {
    fc.assert(
      fc.property(points, fc.nat(20), fc.nat(20), (pairs, from, to) => {
        const list = PointList.ofColumns(
          pairs.map(([time]) => time),
          pairs.map(([, value]) => value),
        )[0];
        expect(list.toJSON()).toEqual(pairs);
        expect(renderJsonText({ a: [list] })).toBe(renderJsonText({ a: [pairs] }));
        expect(renderJsonText(list.slice(from, to))).toBe(renderJsonText(pairs.slice(from, to)));
        expect(list.slice(from, to).toJSON()).toEqual(pairs.slice(from, to));
      }),
    );
  });

  it("refuses a value that is not finite", () => {
    expect(() => PointList.ofColumns([0], [Number.NaN])).toThrow(RangeError);
  });
});
