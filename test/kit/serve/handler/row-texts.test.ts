import { describe, expect, it } from "vitest";
import { findTexts, parseRows, splitRows } from "../../../../build/kit/serve/handler/row-texts.ts";

const ROWS = [
  { id: "one", name: 'A "quoted" name', parts: [{ part: 1 }, { part: 2 }] },
  { id: "two", name: '},{"id":"three"', parts: [] },
  { id: "Ünder", name: "K\\k", parts: [{ part: 3 }] },
];
const render = (data: unknown[], total = data.length) =>
  `${JSON.stringify({ data, meta: { pagination: { total } } })}\n`;

describe("the rows of a list", () => {
  it("are those of the parsed list", () => {
    const list = splitRows(render(ROWS))!;
    expect(list.meta).toEqual({ pagination: { total: 3 } });
    expect(parseRows(list, list.texts)).toEqual(ROWS);
    for (let from = 0; from < ROWS.length; from += 1) {
      expect(parseRows(list, list.texts.slice(from))).toEqual(ROWS.slice(from));
      expect(parseRows(list, list.texts.slice(from, from + 1))).toEqual(ROWS.slice(from, from + 1));
    }
    expect(parseRows(list, [])).toEqual([]);
  });

  it.each([
    ["no rows", render([])],
    ["objects that begin as rows do", render([{ id: "a", parts: [{ id: "b" }, { id: "c" }] }])],
    ["fewer rows than it says", render(ROWS, 4)],
    ["another form", JSON.stringify({ data: ROWS, meta: {} }, null, 2)],
    ["rows that are no objects", render(["a", "b"])],
  ])("are not found in a list with %s", (_, text) => {
    expect(splitRows(text)).toBeUndefined();
  });
});

describe("a search in the texts", () => {
  const list = splitRows(render(ROWS))!;

  it("finds each row with the text, in any case", () => {
    expect(parseRows(list, findTexts(list, " QUOTED ")!)).toEqual([ROWS[0]]);
    expect(parseRows(list, findTexts(list, "nder")!)).toEqual([ROWS[2]]);
    expect(findTexts(list, "none")).toEqual([]);
  });

  it.each(['"', "\\", "ü", "\n", "a/b", "<"])("leaves %j to the parsed list", (text) => {
    expect(findTexts(list, text)).toBeUndefined();
  });
});
