import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url);

/** Makes markup out of a text without escaping it: `html` is a tag, not a function. */
const RAW = /\btrusted\s*[()]|(?<![\w.])html\s*[()]|\bnew Markup\b/;

/** The lines that make markup of markup, by file. */
const ALLOWED = {
  // The tag itself, and JSON for a script.
  "public/js/html.js": 5,
  // The output of the highlighter, which escapes what it reads.
  "templates/components/highlight.js": 1,
  // The headings of a rendered page, without their tags.
  "templates/components/contents.js": 1,
  // A rendered page in its layout.
  "templates/layouts/base.11ty.js": 2,
};

it("pages make no markup of a text without escaping it", () => {
  const files = ["templates", "public/js"].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  );
  const found = files.filter((path) => path.endsWith(".js")).flatMap(findRaw);
  const added = found.filter(({ path }) => !Object.hasOwn(ALLOWED, path));
  expect(added, "write a value into the tag html, which escapes it").toEqual([]);
  const counts = found.map(({ path }) => [path, found.filter((one) => one.path === path).length]);
  expect(Object.fromEntries(counts)).toEqual(ALLOWED);
});

it("finds a call of the tag, and of the function that trusts a text", () => {
  for (const line of [
    "return html(text);",
    "html (`<b>`)",
    "trusted(coin.name)",
    "names.map(trusted)",
    "names.map(html)",
  ])
    expect(line).toMatch(RAW);
  for (const line of ["html`<b></b>`", "String(html`x`)", "xhtml(1)", "list.html(1)"]) expect(line).not.toMatch(RAW);
});

function findRaw(path: string): { path: string; line: string }[] {
  const lines = readFileSync(new URL(path, ROOT), "utf8").split("\n");
  const code = lines.map((line) => line.trim()).filter((line) => !/^(?:\*|\/\/|\/\*)/.test(line));
  return code.filter((line) => RAW.test(line)).map((line) => ({ path, line }));
}
