import { describe, expect, it } from "vitest";
import { labelCells } from "../../../templates/components/label-cells.js";

const HEAD =
  '<thead><tr><th scope="col">Name</th><th scope="col" class="number">Size &amp; <em>rows</em></th><th scope="col">Unit</th></tr></thead>';

describe("the cells of a table of text", () => {
  it("have the heading of their column, for phones", () => {
    const table = `<table class="fields">${HEAD}<tbody><tr><th scope="row">a</th><td class="number">1</td></tr></tbody></table>`;
    expect(labelCells(`<p>before</p>${table}`)).toBe(
      `<p>before</p>${table.replace('<td class="number">', '<td class="number" data-label="Size &amp; rows">')}`,
    );
  });

  it("are counted by the columns that they span", () => {
    const row = '<tr><td colspan="2">both</td></tr><tr><td>a</td><td>b</td></tr>';
    expect(labelCells(`<table>${HEAD}<tbody>${row}</tbody></table>`)).toContain(
      '<td colspan="2" data-label="Name">both</td></tr><tr><td data-label="Name">a</td><td data-label="Size &amp; rows">b</td>',
    );
  });

  it("are counted from the first column, also if its head is empty", () => {
    const head = '<thead><tr><td></td><th scope="col">ms</th><th scope="col">MB</th></tr></thead>';
    expect(labelCells(`<table>${head}<tbody><tr><th scope="row">a</th><td>7</td></tr></tbody></table>`)).toContain(
      '<td data-label="ms">7</td>',
    );
  });

  it("stay as they are in tables of numbers, of two columns, without a head, and where a label exists", () => {
    for (const table of [
      `<table><thead><tr><th>Name</th><th>Meaning</th></tr></thead><tbody><tr><td>a</td><td>b</td></tr></tbody></table>`,
      `<table class="listing numbers">${HEAD}<tbody><tr><td>1</td></tr></tbody></table>`,
      "<table><tbody><tr><td>1</td></tr></tbody></table>",
      `<table>${HEAD}<tbody><tr><td data-label="Own">1</td></tr></tbody></table>`,
    ])
      expect(labelCells(table)).toBe(table);
  });
});
