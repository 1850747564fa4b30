import { expect, it } from "vitest";
import { createPathSet } from "../../../../build/kit/platform/output/path-collisions.ts";

it.each([
  ["/etc/x", "is absolute"],
  ["C:/x", "is absolute"],
  ["../x", "leaves its folder"],
  ["a/../../x", "leaves its folder"],
  ["a/..", "leaves its folder"],
  ["a//b", "empty segment"],
  ["a/", "empty segment"],
  ["./a", "lone dot"],
  ["", "is empty"],
  ["a\\b", "backslash"],
  ["a\0b", "NUL"],
  ["a\uD800", "half a character"],
])("refuses %j, which %s", (path, reason) => {
  expect(() => createPathSet().add(path)).toThrow(reason);
});

it.each([
  ["coins/btc.json", "coins/btc.json"],
  ["coins/btc.json", "coins/BTC.json"],
  ["caf\u00e9", "cafe\u0301"],
  ["stra\u00dfe", "STRASSE"],
  ["a", "a/b"],
  ["a/b", "a"],
  ["a/b", "A/c"],
])("refuses %j beside %j and names both", (first, second) => {
  const paths = createPathSet();
  paths.add(first);
  const refusal = new RegExp(`${JSON.stringify(second)} and "${first.slice(0, 1)}.* are one file on some systems`);
  expect(() => paths.add(second)).toThrow(refusal);
});

it("accepts a case variant once, also as the only file of its folder", () => {
  const paths = createPathSet();
  paths.add("a/b");
  paths.add("a/B", true);
  paths.add("c/X.json", true);
  expect(() => paths.add("a/B", true)).toThrow("one file");
});
