import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderCell, renderDecimal } from "../../../build/render/archives/render-csv.ts";
import { readSeed } from "../../seed.ts";

fc.configureGlobal({ seed: readSeed() });

describe("renderDecimal", () => {
  it.each([
    [0, "0"],
    [-0, "0"],
    [0.1 + 0.2, "0.3"],
    [1.5e-9, "0.0000000015"],
    [-1e-7, "-0.0000001"],
    [1e21, "1000000000000000000000"],
    [1.25e22, "12500000000000000000000"],
    [589_000_000_000_000, "589000000000000"],
  ])("writes %s as %s", (value, text) => expect(renderDecimal(value)).toBe(text));

  it("never writes an exponent and loses nothing of the 12 digits", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = renderDecimal(value);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(text)).toBe(Number(value.toPrecision(12)) + 0);
      }),
    );
  });

  it("refuses what is not a number", () => expect(() => renderDecimal(Number.NaN)).toThrow("must be finite"));
});

describe("renderCell", () => {
  it.each(["=1+1", "+cmd", "-cmd|x", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=1e5", "-", "'=1"])(
    "disarms the text %j by one apostrophe",
    (text) => expect(renderCell("string", text)).toBe(`'${text}`),
  );

  it.each(["Bitcoin", "-5", "+1.5e3", "a=b", "", "'t Hooft", "0x", "漢字"])("leaves the text %j alone", (text) =>
    expect(renderCell("string", text)).toBe(text),
  );

  it("gives a text without control characters back when one apostrophe is removed", () => {
    const text = fc.array(fc.constantFrom("'", "=", "+", "-", "@", "\t", "1", "a"), { maxLength: 6 });
    fc.assert(
      fc.property(text, (letters) => {
        const original = letters.join("");
        const cell = renderCell("string", original);
        expect(/^'+[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell).toBe(original);
      }),
    );
  });

  it("removes control characters and lone surrogates", () =>
    expect(renderCell("string", "a\u0000b\u001b[31mc\ud800")).toBe("ab[31mc\ufffd"));

  it("removes control characters before it looks for a formula", () =>
    expect(renderCell("string", "\u0001=1+1")).toBe("'=1+1"));

  it("writes times in ISO 8601 UTC, days as days and the unknown as nothing", () => {
    const time = Date.UTC(2026, 10, 20, 9, 15, 1, 999);
    expect(renderCell("datetime", time)).toBe("2026-11-20T09:15:01Z");
    expect(renderCell("date", time)).toBe("2026-11-20");
    expect(renderCell("boolean", false)).toBe("false");
    expect(renderCell("number", null)).toBe("");
  });

  it("refuses a cell that does not fit its column", () => {
    expect(() => renderCell("number", "12")).toThrow('A column of type number cannot hold "12"');
    expect(() => renderCell("integer", 1.5)).toThrow("A column of type integer cannot hold 1.5");
    expect(() => renderCell("string", 1)).toThrow("A column of type string cannot hold 1");
  });
});
