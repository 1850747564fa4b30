import { beforeEach, describe, expect, it } from "vitest";
import { createByteCache } from "../../build/lib/byte-cache.ts";

const KB = 1_000;

describe("a cache of bytes", () => {
  let cache: ReturnType<typeof createByteCache<number>>;
  beforeEach(() => {
    cache = createByteCache(100 * KB);
  });

  it("keeps the newest value of a key, and counts a replaced one once", () => {
    for (let at = 0; at < 50; at += 1) cache.set("a", at, 40 * KB);
    cache.set("b", 1, 40 * KB);
    expect(["a", "b", "c"].map(cache.get)).toEqual([49, 1, undefined]);
  });

  it("drops the entry that was used longest ago when the bytes are too many", () => {
    for (const at of [1, 2, 3]) cache.set(`${at}`, at, 30 * KB);
    cache.get("1");
    cache.set("4", 4, 30 * KB);
    expect(["1", "2", "3", "4"].map(cache.get)).toEqual([1, undefined, 3, 4]);
  });

  it("counts keys and entries too, so that small values with many keys do not fill the memory", () => {
    for (let at = 0; at < 200; at += 1) cache.set(`${at}`, at, 0);
    expect(cache.get("0")).toBeUndefined();
    const x = "x".repeat(60 * KB);
    const y = "y".repeat(60 * KB);
    for (const key of [x, y]) cache.set(key, 1, 0);
    expect([x, y].map(cache.get)).toEqual([undefined, 1]);
  });

  it("does not keep a value that is larger than all of the memory, and keeps the others", () => {
    cache.set("small", 1, KB);
    cache.set("large", 2, 200 * KB);
    expect(["small", "large"].map(cache.get)).toEqual([1, undefined]);
  });
});
