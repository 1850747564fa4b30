import { expect, it } from "vitest";
import { createByteCache } from "../../../build/serve/node/tree-reader.ts";

const KB = 1_000;

it("keeps values by key, the newest of each", () => {
  const cache = createByteCache<string>(100 * KB);
  cache.set("a", "one", 3);
  cache.set("a", "two", 3);
  expect([cache.get("a"), cache.get("b")]).toEqual(["two", undefined]);
});

it("drops the entry that was used longest ago when the bytes are too many", () => {
  const cache = createByteCache<number>(100 * KB);
  for (const at of [1, 2, 3]) cache.set(`${at}`, at, 30 * KB);
  cache.get("1");
  cache.set("4", 4, 30 * KB);
  expect(["1", "2", "3", "4"].map((key) => cache.get(key))).toEqual([1, undefined, 3, 4]);
});

it("counts the bytes of a replaced value once", () => {
  const cache = createByteCache<number>(100 * KB);
  for (let at = 0; at < 50; at += 1) cache.set("a", at, 40 * KB);
  cache.set("b", 1, 40 * KB);
  expect([cache.get("a"), cache.get("b")]).toEqual([49, 1]);
});

it("counts keys and entries too, so that small values with many keys do not fill the memory", () => {
  const cache = createByteCache<number>(100 * KB);
  for (let at = 0; at < 200; at += 1) cache.set(`${at}`, at, 0);
  expect(cache.get("0")).toBeUndefined();
  cache.set("x".repeat(60 * KB), 1, 0);
  cache.set("y".repeat(60 * KB), 2, 0);
  expect(cache.get("x".repeat(60 * KB))).toBeUndefined();
});

it("does not keep a value that is larger than all of the memory, and keeps the others", () => {
  const cache = createByteCache<number>(100 * KB);
  cache.set("small", 1, KB);
  cache.set("large", 2, 200 * KB);
  expect([cache.get("small"), cache.get("large")]).toEqual([1, undefined]);
});
