import { describe, expect, it } from "vitest";
import { sources } from "../../../build/crypto/sources/registry.ts";

describe.each(sources.map((source) => [source.id, source] as const))("%s", (_id, { feeds }) => {
  it("has feeds of different names", () => {
    expect(new Set(feeds.map(({ id }) => id)).size).toBe(feeds.length);
  });

  it("needs only feeds that stand before, and that are asked no later", () => {
    feeds.forEach(({ needs, fallback }, index) => {
      for (const need of needs ?? []) {
        const needed = feeds.slice(0, index).find(({ id }) => id === need);
        expect(needed, need).toBeDefined();
        expect(needed?.fallback === true && fallback !== true, `${need} is asked later`).toBe(false);
      }
    });
  });
});
