import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PointList } from "../../../build/lib/json/point-list.ts";
import { renderJson } from "../../../build/lib/json/render-json.ts";
import { anyCharacter } from "../../fixtures/any-character.ts";
import { readSeed } from "../../seed.ts";

/**
 * The plain form of `renderJson`, which tests compare it with: `JSON.stringify` with every number
 * rounded to 12 significant digits, and errors instead of silent `null`s.
 */
function renderJsonReference(value: unknown): string {
  const text = JSON.stringify(value, (_, member: unknown) => {
    if (["bigint", "function", "symbol"].includes(typeof member)) throw new TypeError(`No JSON for ${typeof member}`);
    if (typeof member !== "number") return member;
    if (!Number.isFinite(member)) throw new RangeError(`A published number must be finite, got ${member}`);
    return Number(member.toPrecision(12));
  });
  return `${text}\n`;
}

fc.configureGlobal({ seed: readSeed() });

const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const time = fc.integer({ min: 0, max: 4e9 }).map((second) => second * 1000);
const points = fc.array(fc.tuple(time, fc.option(number)));

function listPoints(pairs: readonly [number, number | null][]): PointList {
  return PointList.ofColumns(
    pairs.map(([at]) => at),
    pairs.map(([, value]) => value),
  )[0];
}

const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: "small" },
    number,
    fc.integer({ min: -9e15, max: 9e15 }),
    time,
    fc.constantFrom(null, true, false, undefined),
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
    fc.array(tie("tree").filter((member) => member !== undefined)),
    fc.array(fc.option(number), { minLength: 6, maxLength: 20 }),
    fc.array(number, { minLength: 6, maxLength: 20 }),
    points.map(listPoints),
    fc.dictionary(fc.string({ unit: anyCharacter }), tie("tree")),
  ),
}));

function expectSame(value: unknown): void {
  expect(renderJson(value).toString()).toBe(renderJsonReference(value));
}

describe("renderJson", () => {
  it("rounds to 12 significant digits and ends with a newline", () => {
    expect(renderJson({ a: 0.1 + 0.2, b: [-0, 1e-12, 123_456_789.123_456_78] }).toString()).toBe(
      '{"a":0.3,"b":[0,1e-12,123456789.123]}\n',
    );
  });

  it("agrees with the reference implementation for any value", () => {
    fc.assert(fc.property(fc.record({ tree }), expectSame), { numRuns: 500 });
  });

  it("agrees with the reference implementation for documents larger than a block, and small ones between", () => {
    const pieces = Array.from({ length: 1_000 }, (_, at) => `${at}€😀${"x".repeat(at % 1_999)}`);
    const large = "€".repeat(400_000);
    const numbers = Array.from({ length: 30_000 }, (_, at) => at / 7);
    const values = ["a", large, "b", pieces, "c", { pieces, large }, numbers, 1, [numbers, large, numbers]];
    const documents = values.map(renderJson);
    const texts = documents.map((document) => document.toString());
    expect(texts.findIndex((text, at) => text !== renderJsonReference(values[at]))).toBe(-1);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])("refuses %s, and continues", (value) => {
    for (const member of [value, Array.from({ length: 9 }, () => value)]) {
      expect(() => renderJson({ before: 1, member })).toThrow(RangeError);
      expect(() => renderJsonReference({ before: 1, member })).toThrow(RangeError);
    }
    expectSame({ after: 2 });
  });

  it.each([() => 1, Symbol("a"), 1n])("refuses values that JSON has no form for", (value) => {
    expect(() => renderJson([value])).toThrow(TypeError);
    expect(() => renderJsonReference([value])).toThrow(TypeError);
  });
});

describe("PointList", () => {
  it("renders like arrays of its points, whole and sliced", () => {
    fc.assert(
      fc.property(points, fc.nat(20), fc.nat(20), (pairs, from, to) => {
        const list = listPoints(pairs);
        expect(list.toJSON()).toEqual(pairs);
        expect(renderJson({ a: [list] }).toString()).toBe(renderJsonReference({ a: [pairs] }));
        expect(renderJson(list.slice(from, to)).toString()).toBe(renderJsonReference(pairs.slice(from, to)));
        expect(list.slice(from, to).toJSON()).toEqual(pairs.slice(from, to));
      }),
    );
  });

  it("does not mix up lists of the same length with different times", () => {
    const lists = Array.from({ length: 30 }, (_, turn) => {
      const times = Array.from({ length: 1 + (turn % 10) }, (_, at) => (turn + 1) * 1_000 + at);
      return PointList.ofColumns(times, times)[0];
    });
    for (const list of lists) expectSame(list);
    const [again] = PointList.ofColumns([...lists[9]!.times], lists[9]!.values);
    expectSame(again);
  });

  it("refuses a value that is not finite", () => {
    const [list] = PointList.ofColumns([0], [Number.NaN]);
    expect(() => list.inner).toThrow(RangeError);
  });
});
