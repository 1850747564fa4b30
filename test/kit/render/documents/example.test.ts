import { describe, expect, it } from "vitest";
import { shorten } from "../../../../build/kit/render/documents/example.ts";

const list = (items: object = {}, rest: object = {}) => ({ type: "array", items, ...rest });

describe("shorten", () => {
  it("keeps one object and three values of a list", () => {
    expect(shorten([{ a: 1 }, { a: 2 }], list())).toEqual([{ a: 1 }]);
    expect(shorten([1, 2, 3, 4], list())).toEqual([1, 2, 3]);
    const points = [1, 2, 3, 4].map((time) => [time, 0]);
    expect(shorten(points, list(list({}, { minItems: 2 })))).toEqual(points.slice(0, 3));
  });

  it("keeps as many members as the schema requires", () => {
    expect(shorten([1, 2, 3, 4, 5], list({}, { minItems: 5 }))).toEqual([1, 2, 3, 4, 5]);
    const nullable = { anyOf: [{ type: "null" }, list({}, { minItems: 4 })] };
    expect(shorten([1, 2, 3, 4, 5], nullable)).toEqual([1, 2, 3, 4]);
  });

  it("keeps every field of an object and three entries of a map", () => {
    const value = { a: 1, b: 2, c: 3, d: [1, 2, 3, 4] };
    const properties = { a: {}, b: {}, c: {}, d: list() };
    expect(shorten(value, { type: "object", properties })).toEqual({ a: 1, b: 2, c: 3, d: [1, 2, 3] });
    expect(shorten({ ...value, d: 4 }, { type: "object", additionalProperties: {} })).toEqual({ a: 1, b: 2, c: 3 });
  });

  it("leaves out members that a linter takes for schemas", () => {
    expect(shorten([{ a: { default: null } }, { b: 1 }], list())).toEqual([{ b: 1 }]);
    expect(shorten([{ example: "x" }], list())).toEqual([]);
  });
});
