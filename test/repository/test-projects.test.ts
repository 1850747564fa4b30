import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import config from "../vitest.config.ts";

const ROOT = new URL("../", import.meta.url);
const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts"));

interface Project {
  test: { name: string; include: string[]; exclude?: string[] };
}
const projects = (config as { test: { projects: Project[] } }).test.projects.map(({ test }) => test);

/** As the globs of the configuration mean it: `**` any folders, `*` anything within a name. */
function matches(path: string, glob: string): boolean {
  const pattern = glob
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*\*\/?|\*/g, (stars) => (stars === "*" ? "[^/]*" : "(?:.*/)?"))
    .replace(/\(\?:\.\*\/\)\?$/, ".*");
  return new RegExp(`^${pattern}$`).test(path);
}

const listProjects = (file: string): string[] =>
  projects
    .filter(({ include, exclude = [] }) => {
      const path = `test/${file}`;
      return include.some((glob) => matches(path, glob)) && !exclude.some((glob) => matches(path, glob));
    })
    .map(({ name }) => name);

describe("every test is run by one command", () => {
  const tests = files.filter((path) => path.endsWith(".test.ts"));

  it("belongs to exactly one project", () => {
    expect(tests.length).toBeGreaterThan(150);
    expect(tests.map((path) => [path, listProjects(path)]).filter(([, names]) => names?.length !== 1)).toEqual([]);
    expect(new Set(tests.flatMap(listProjects))).toEqual(new Set(projects.map(({ name }) => name)));
  });

  it("is in a test file, or in a file that a test imports", () => {
    const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
    const imported = new Set(
      tests.flatMap((path) =>
        [...read(path).matchAll(/from "(\.[^"]+)"/g)].map(([, to = ""]) => new URL(to, new URL(path, ROOT)).pathname),
      ),
    );
    const others = files.filter((path) => !path.endsWith(".test.ts") && /^\s*(it|test)(\.\w+)*\(/m.test(read(path)));
    expect(others.filter((path) => !imported.has(new URL(path, ROOT).pathname))).toEqual([]);
  });
});

it("no test replaces a module: other test files run with the same one", () => {
  const mocking = files.filter((path) => /\bvi\.(?:do)?mock\(/i.test(readFileSync(new URL(path, ROOT), "utf8")));
  expect(mocking).toEqual([]);
});
