import { describe, expect, it } from "vitest";
import { addDataPage, type PageEndpoint, renderTemplate, renderView } from "../../../build/app/scaffold/render-page.ts";

const field = (name: string, type: string, unit: string | null = null) => ({ path: `data[].${name}`, type, unit });

const endpoint: PageEndpoint = {
  id: "top-groups",
  title: "Top groups",
  description: "One row for each group.",
  file: "api/top/groups.json",
  fields: [
    { path: "data", type: "array", unit: null },
    field("rank", "integer"),
    field("id", "string"),
    field("name", "string"),
    field("url", "string"),
    field("price", "number", "USD"),
    field("volume_24h_usd", "number", "USD"),
    field("price_change", "number", "%"),
    field("members", "array of string"),
    field("status", '"ok" or "stale"'),
  ],
};

describe("the table of a new page", () => {
  it("has a column for each plain field", () => {
    const columns = [...renderView(endpoint).matchAll(/{ id: "(\w+)", heading: "([^"]+)", kind: "(\w+)"(, opt)?/g)];
    expect(columns.map(([, ...own]) => own)).toEqual([
      ["rank", "Rank", "rank", undefined],
      ["name", "Name", "name", undefined],
      ["price", "Price", "price", undefined],
      ["volume_24h_usd", "Volume 24h", "money", undefined],
      ["price_change", "Price change", "change", ", opt"],
      ["status", "Status", "text", ", opt"],
    ]);
    expect(renderView(endpoint)).toContain('answer: "api/top/groups.json"');
  });

  it("reads rows that are a field of the data", () => {
    const fields = [{ path: "data.groups[].name", type: "string", unit: null }];
    expect(renderView({ ...endpoint, fields })).toContain(
      "rows: (data) => data.groups.map((row, at) => ({ rank: at + 1, ...row })),",
    );
  });

  it("begins with the order of the response", () => {
    const ranks = (fields: PageEndpoint["fields"]) =>
      [...renderView({ ...endpoint, fields }).matchAll(/{ id: "(\w+)"/g)].map(([, id]) => id);
    expect(ranks([field("name", "string")])).toEqual(["rank", "name"]);
    expect(ranks([field("name", "string"), field("rank", "integer")])).toEqual(["rank", "name"]);
  });

  it("is refused where the data is no list of rows", () => {
    const fields = [{ path: "data.value", type: "number", unit: null }];
    expect(() => renderView({ ...endpoint, fields })).toThrow(/no list of rows/);
  });
});

it("a new page names its table, its answer and its script", () => {
  const template = renderTemplate(endpoint);
  expect(template).toContain('permalink: "top-groups/index.html"');
  expect(template).toContain('answer("top-groups")');
  expect(template).toContain('scripts: ["listing.js"]');
});

describe("the entry of a new page", () => {
  it("follows the last data page", () => {
    const navigation = 'export const DATA_PAGES = [\n  { id: "a" },\n];\nconst others = [\n];\n';
    expect(addDataPage(navigation, "b")).toBe(
      'export const DATA_PAGES = [\n  { id: "a" },\n  { id: "b" },\n];\nconst others = [\n];\n',
    );
  });

  it("is refused where the list is missing", () => {
    expect(() => addDataPage("const PAGES = [];", "b")).toThrow(/no list DATA_PAGES/);
  });
});
