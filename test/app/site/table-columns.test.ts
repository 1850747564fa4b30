import { describe, expect, it } from "vitest";
import { html } from "../../../public/js/html.js";
import { defineTable, tableHead } from "../../../public/js/table-columns.js";
import { tableSection } from "../../../templates/components/table.js";

const TABLE = { name: "things", noun: "things", first: undefined, find: () => [] };
const declare = (column: object) => () =>
  defineTable({ ...TABLE, columns: [{ id: "worth", heading: "Worth", kind: "price", ...column }] });
const here = import.meta.url.split("/").at(-1);

describe("a wrong column", () => {
  it("names the file, the table, the column and the kinds", () => {
    expect(declare({ kind: "prise", read: () => 1 })).toThrow(
      `public/js/${here}: table "things", column "worth": "prise" is no kind of column. The kinds are rank, name, `,
    );
    expect(declare({ kind: undefined })).toThrow(/"undefined" is no kind of column/);
  });

  it("has neither a value nor markup", () => {
    expect(declare({})).toThrow(
      `public/js/${here}: table "things", column "worth" has neither read(row) nor cell(row).`,
    );
  });
});

it("a column that reads a field which no row has is refused, with the fields that there are", () => {
  const table = { ...declare({ read: (row: { wroth?: number }) => row.wroth })(), placeholder: "", caption: "" };
  const show = (rows: object[]) => () =>
    tableSection(table, { root: "", data: rows, facts: {}, total: undefined, pageLength: undefined });
  expect(show([{ id: "a", worth: 1 }])).toThrow(
    'Table "things" (public/js/*-view.js), column "worth": read(row) finds nothing in any row. A row has id, worth.',
  );
  expect(show([])).not.toThrow();
});

it("leaves out columns that the page names, with their sort orders", () => {
  const columns = ["worth", "age"].map((id) => ({ id, heading: id, kind: "price", read: () => 1 }));
  const table = { ...defineTable({ ...TABLE, columns }), placeholder: "", caption: "" };
  const page = String(
    tableSection(table, { root: "", data: [{}], facts: {}, total: undefined, pageLength: undefined, without: ["age"] }),
  );
  expect(page).toContain('data-without="age"');
  expect(page).toContain('data-order="worth"');
  expect(page).not.toContain(">age");
  expect(page).not.toContain('value="age ');
});

it("shows the first page of its rows and counts all", () => {
  const table = { ...declare({ read: (row: { worth: number }) => row.worth })(), placeholder: "", caption: "" };
  const data = [1, 2, 3].map((worth) => ({ worth }));
  const page = String(tableSection(table, { root: "", data, facts: {}, total: undefined, pageLength: 2 }));
  expect(page.match(/<td class="price"/g)).toHaveLength(2);
  expect(page).toContain("1–2 of 3 things");
});

it("a table without a column to sort by has a plain head", () => {
  const table = declare({ cell: () => html`<b>1</b>` })();
  expect(String(tableHead(table))).toBe('<tr><th scope="col">Worth</th></tr>');
  expect(String(table.render({}, { root: "" }))).toBe('<tr><td class="price" data-label="Worth"><b>1</b></td></tr>\n');
});
