import { describe, expect, it } from "vitest";
import { findRow, type RowParameter } from "../../../../build/kit/serve/handler/find-row.ts";
import { createTree } from "../../../../build/kit/serve/handler/tree.ts";

const ROWS = [
  { id: "first-item", code: "ONE", path: "items/one.json" },
  { id: "second-item", code: "TWO", path: "items/two.json", note: '},{"id":"third-item" and "/four.json"' },
  { id: "two", code: "x", path: "items/third.json" },
  { id: "last", code: "$x", path: "items/last.json", parts: [{ id: "part" }] },
];
const BY_CODE = { from: "items/all.json", id: "id", name: "code" };
const BY_ID = { from: "items/all.json", id: "id" };

/** Finds a row, and says whether the whole list was parsed. */
async function find(value: string, row: RowParameter["row"] = BY_CODE, text?: string) {
  const body = text ?? `${JSON.stringify({ data: ROWS, meta: { updated_at: "2026-11-20T10:00:00Z" } })}\n`;
  const tree = createTree(async () => ({ body, etag: "1" }), []);
  let parsed = false;
  const watched: typeof tree = {
    ...tree,
    parse(name) {
      parsed = true;
      return tree.parse(name);
    },
  };
  const mayBeKey = row.name !== undefined && /^[a-z0-9-]+$/.test(value);
  return { ...(await findRow(watched, { name: "symbol", row, value, mayBeKey })), parsed };
}

const AS_OF = Date.parse("2026-11-20T10:00:00Z");
const found = (key: string, parsed: boolean) => ({ key, isUnknown: false, isListed: true, asOfMs: AS_OF, parsed });

describe("findRow", () => {
  it("finds a key or an id in the text of the list, without parsing all of it", async () => {
    expect(await find("one")).toEqual(found("one", false));
    expect(await find("last")).toEqual(found("last", false));
    expect(await find("first-item")).toEqual(found("one", false));
    expect(await find("second-item", BY_ID)).toEqual(found("two", false));
    // A key comes before an id.
    expect(await find("two")).toEqual(found("two", false));
    expect(await find("two", BY_ID)).toEqual(found("third", false));
  });

  it("parses the list for other names, and knows what no row is called", async () => {
    expect(await find("$x")).toEqual(found("last", true));
    for (const value of ["third-item", "four", "part", "nothing"])
      expect(await find(value)).toMatchObject({ key: undefined, isUnknown: false, parsed: true });
    expect(await find("nothing", BY_ID)).toMatchObject({ key: undefined, isUnknown: true });
  });

  it("reads a list in another form as a whole", async () => {
    const pretty = JSON.stringify({ meta: { updated_at: "2026-11-20T10:00:00Z" }, data: ROWS }, null, 2);
    expect(await find("first-item", BY_CODE, pretty)).toEqual(found("one", true));
    await expect(find("one", BY_CODE, "{")).rejects.toThrow();
  });
});
