import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { type ZodType, z } from "zod";
import { gridValues, maybeTime, points, time } from "../../build/api/field.ts";

function accepts(schema: ZodType, value: unknown): [boolean, boolean] {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(z.toJSONSchema(schema) as object);
  return [schema.safeParse(value).success, validate(value)];
}

describe("points", () => {
  it.each([
    [[]],
    [[[1, 2]]],
    [
      [
        [1, 2],
        [2, 0.5],
      ],
    ],
  ])("are pairs of time and value: %j", (value) => {
    expect(accepts(points("x"), value)).toEqual([true, true]);
  });

  it.each([[null], [{}], [[1]], [[[1]]], [[[1, 2, 3]]], [[["1", 2]]], [[[1.5, 2]]], [[[1, null]]], [[[1, "2"]]]])(
    "are nothing else, also in the published schema: %j",
    (value) => expect(accepts(points("x"), value)).toEqual([false, false]),
  );

  it("ascend strictly and are finite", () => {
    expect(
      points("x").safeParse([
        [2, 1],
        [2, 1],
      ]).success,
    ).toBe(false);
    expect(
      points("x").safeParse([
        [2, 1],
        [1, 1],
      ]).success,
    ).toBe(false);
    expect(points("x").safeParse([[1, Number.NaN]]).success).toBe(false);
    expect(points("x").safeParse([[1, Number.POSITIVE_INFINITY]]).success).toBe(false);
  });

  it("may lack values where that is said", () => {
    expect(
      accepts(points("x", true), [
        [1, null],
        [2, 3],
      ]),
    ).toEqual([true, true]);
    expect(accepts(points("x", true), [[1, "3"]])).toEqual([false, false]);
  });
});

describe("gridValues", () => {
  it("has exactly the length of its grid", () => {
    expect(accepts(gridValues("x", 2), [1, null])).toEqual([true, true]);
    expect(accepts(gridValues("x", 2), [1])).toEqual([false, false]);
    expect(accepts(gridValues("x", 2), [1, 2, 3])).toEqual([false, false]);
    expect(accepts(gridValues("x", 2), [1, "2"])).toEqual([false, false]);
  });
});

describe("times", () => {
  it("are ISO 8601 in UTC with whole seconds", () => {
    expect(accepts(time("x"), "2026-11-20T09:15:00Z")).toEqual([true, true]);
    for (const wrong of ["2026-11-20", "2026-11-20T09:15:00.000Z", "2026-11-20T09:15:00+00:00", null]) {
      expect(accepts(time("x"), wrong)).toEqual([false, false]);
    }
    expect(accepts(maybeTime("x"), null)).toEqual([true, true]);
  });
});
