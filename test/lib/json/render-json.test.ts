import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderJsonText } from "../../../build/lib/json/render-json.ts";
import { roundNumber } from "../../../build/lib/numbers.ts";

describe("renderJson", () => {
  it("rounds to 12 significant digits and ends with a newline", () => {
    expect(renderJsonText({ a: 0.1 + 0.2, b: [-0, 1e-12, 123_456_789.123_456_78] })).toBe(
      '{"a":0.3,"b":[0,1e-12,123456789.123]}\n',
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])("refuses %s instead of a null", (value) => {
    expect(() => renderJsonText({ value })).toThrow(RangeError);
  });

  it("writes what JSON.stringify writes of the rounded value, whatever it holds", () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: "small" },
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: -9e15, max: 9e15 }),
        fc.integer({ min: 0, max: 2e9 }).map((second) => second * 1000),
        fc.constantFrom(null, true, false, undefined),
        fc.string({ unit: "binary" }),
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
        fc.array(tie("tree").filter((member) => member !== undefined)),
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 6, maxLength: 20 }),
        fc.dictionary(fc.string({ unit: "binary" }), tie("tree")),
      ),
    }));
    fc.assert(
      fc.property(fc.record({ tree }), (value) => {
        const expected = JSON.stringify(value, (_, one) => (typeof one === "number" ? roundNumber(one) : one));
        expect(renderJsonText(value)).toBe(`${expected}\n`);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([() => 1, Symbol("a"), 1n])("refuses what JSON has no form for", (value) => {
    expect(() => renderJsonText([value])).toThrow(TypeError);
  });
});
