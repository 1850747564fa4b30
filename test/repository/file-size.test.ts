import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url);
const CODE = /\.(ts|js)$/;
const MAX_LINES = 300;
/** Columns of a comment. Code may be wider. */
const MAX_COMMENT = 100;
const MAX_FILES = 20;
/** Lists of facts, one per line. */
const LISTS = ["build/crypto/demo/coin-list.ts"];
/** Folders that hold a list of a kind, one file each. */
const KINDS = [
  "build/crypto/api/endpoints",
  "build/crypto/sources/exchanges",
  "build/app/site/page-data",
  "build/crypto/demo/reference",
];

function listFiles(kind: RegExp, ...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: "utf8" })
      .filter((path) => kind.test(path) && !path.includes("node_modules"))
      .map((path) => `${folder}/${path}`),
  );
}

const readLines = (path: string): string[] => readFileSync(new URL(path, ROOT), "utf8").split("\n");

describe("the files of the program", () => {
  const files = listFiles(CODE, "build");

  it(`have at most ${MAX_LINES} lines`, () => {
    expect(files.length).toBeGreaterThan(200);
    const long = files.filter((path) => !LISTS.includes(path) && readLines(path).length - 1 > MAX_LINES);
    expect(long).toEqual([]);
  });

  it(`are at most ${MAX_FILES} to a folder, apart from lists of a kind`, () => {
    const counts = new Map<string, number>();
    for (const path of files) {
      const folder = path.slice(0, path.lastIndexOf("/"));
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([folder, count]) => count > MAX_FILES && !KINDS.includes(folder))).toEqual([]);
  });

  it(`hold no comment beyond ${MAX_COMMENT} columns, tests and pages included`, () => {
    const wide = listFiles(/\.(ts|js|css|yaml)$/, "build", "test", "templates", "public").flatMap((path) =>
      readLines(path).flatMap((line, at) =>
        line.length > MAX_COMMENT && /^\s*(\/\/|\/?\*|# )/.test(line) && !line.includes("biome-ignore")
          ? [`${path}:${at + 1}`]
          : [],
      ),
    );
    expect(wide).toEqual([]);
  });

  it("spread no object literal into another", () => {
    const spread = [...files, ...listFiles(CODE, "test", "templates", "public")].flatMap((path) =>
      readLines(path).flatMap((line, at) => (/^\s*\.\.\.\{ *(?:\w|$)/.test(line) ? [`${path}:${at + 1}`] : [])),
    );
    expect(spread).toEqual([]);
  });
});
