import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<string, Record<string, string>>;
const [, section = ""] = read(".github/CONTRIBUTING.md").split("\n## Dependencies\n");

/**
 * Packages in the table, with or without the development mark. Rows without a reason are ignored.
 */
function listNamed(development: boolean): string[] {
  return [...section.matchAll(/^\| (`.+`)( \(development\))? \| .*\w.* \|$/gm)]
    .filter(([, , mark]) => (mark !== undefined) === development)
    .flatMap(([, names = ""]) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name))
    .sort();
}

describe("the contributor's guide", () => {
  it("gives a reason for every dependency, and for nothing else", () => {
    expect(listNamed(false)).toEqual(Object.keys(dependencies ?? {}).sort());
  });

  it("gives a reason for every package that is needed for development only", () => {
    expect(listNamed(true)).toEqual(Object.keys(devDependencies ?? {}).sort());
  });
});
