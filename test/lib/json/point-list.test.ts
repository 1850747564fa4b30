import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PointList } from "../../../build/lib/json/point-list.ts";
import { renderJsonText } from "../../../build/lib/json/render-json.ts";

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

  it("keeps the times of lists apart that are as long as one another", () => {
    const lists = Array.from({ length: 30 }, (_, turn) => {
      const times = Array.from({ length: 1 + (turn % 10) }, (_, at) => (turn + 1) * 1_000 + at);
      return PointList.ofColumns(times, times)[0];
    });
    for (const list of lists)
      expect(renderJsonText(list)).toBe(`${JSON.stringify(list.times.map((at) => [at, at]))}\n`);
    const [again] = PointList.ofColumns([...lists[9]!.times], lists[9]!.values);
    expect(renderJsonText(again)).toBe(renderJsonText(lists[9]!));
  });

  it("refuses a value that is not finite", () => {
    expect(() => PointList.ofColumns([0], [Number.NaN])).toThrow(RangeError);
  });
});
