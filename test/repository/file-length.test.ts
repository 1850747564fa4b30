import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const BUILD = new URL("../../build/", import.meta.url);
const MAX_LINES = 250;
/** Lists of facts, one to a line: longer than a reader can hold, and nothing that has to be held. */
const LISTS = ["demo/coin-list.ts"];

it("no file of the program has more than 250 lines", () => {
  const files = readdirSync(BUILD, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const lengths = files.map(
    (path) => [path, readFileSync(new URL(path, BUILD), "utf8").split("\n").length - 1] as const,
  );
  expect(lengths.length).toBeGreaterThan(300);
  expect(lengths.filter(([path, lines]) => lines > MAX_LINES && !LISTS.includes(path))).toEqual([]);
  expect(LISTS.filter((path) => !files.includes(path))).toEqual([]);
});
