import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderOutputs } from "../../../../build/kit/publish/runner.ts";
import { EVIL, hostileText } from "../hostile-text.ts";
import { parseOutputs } from "../runner-grammar.ts";

describe("the outputs of a step", () => {
  it("are read by the runner exactly as they were set, whatever their values", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (first, second) => {
        const found = parseOutputs(renderOutputs({ host: first, base_url: second, pages: "true" }));
        expect(found.map(([name]) => name)).toEqual(["host", "base_url", "pages"]);
        expect(found[2]).toEqual(["pages", "true"]);
      }),
      { numRuns: 300 },
    );
    expect(parseOutputs(renderOutputs({ host: "a\nevidence=true\nb<<EOF" }))).toEqual([
      ["host", "a evidence=true b<<EOF"],
    ]);
  });

  it("keep a value that is one line", () => {
    const url = "https://ada.example/a=b?c<<d&e=%0A";
    expect(parseOutputs(renderOutputs({ base_url: url, host: "" }))).toEqual([
      ["base_url", url],
      ["host", ""],
    ]);
  });

  it("have no other names than words", () => {
    for (const name of ["", "a=b", "a<<b", "a\nb", EVIL]) {
      expect(() => renderOutputs({ [name]: "x" })).toThrow("The name of an output is one word in small letters.");
    }
  });
});

describe("the parser of outputs, which the tests above rest on", () => {
  it("reads lines and blocks, and fails where the runner does", () => {
    expect(parseOutputs("a=1=2\n\nb<<END\nx=1\ny\nEND\nc=<<d\n")).toEqual([
      ["a", "1=2"],
      ["b", "x=1\ny"],
      ["c", "<<d"],
    ]);
    expect(() => parseOutputs("b<<END\nx\n")).toThrow("Matching delimiter not found");
    expect(() => parseOutputs("word\n")).toThrow("Invalid format");
  });
});
