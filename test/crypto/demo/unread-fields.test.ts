import { describe, expect, it } from "vitest";
import { createDemoMarket } from "../../../build/crypto/demo/create-demo-market.ts";
import { simulators } from "../../../build/crypto/demo/simulators.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import { readSource } from "./reference/read-simulated.ts";

const demo = createDemoMarket({ seed: 7, coins: 60, now: Date.UTC(2026, 10, 20, 10, 15) });
const silent = new Set(simulators.flatMap(({ source, outage }) => (outage === undefined ? [] : source)));
const answering = sources.filter(({ id }) => !silent.has(id));

/** Passes bodies on and records which fields of their objects were read. */
function openWatch() {
  const written = new Set<string>();
  const read = new Set<string>();
  const watch = (value: unknown, path = ""): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const pathOf = (key: string) => (Array.isArray(value) ? `${path}[]` : `${path}.${key}`);
    if (!Array.isArray(value)) for (const key of Object.keys(value)) written.add(pathOf(key));
    return new Proxy(value, {
      get(target, key) {
        const found: unknown = Reflect.get(target, key);
        if (typeof key === "symbol" || !Object.hasOwn(target, key)) return found;
        read.add(pathOf(key));
        return watch(found, pathOf(key));
      },
    });
  };
  return { watch: (body: unknown) => watch(body), listUnread: () => [...written].filter((path) => !read.has(path)) };
}

describe("a simulator", () => {
  it.each(answering)("writes no field that $name does not read", (source) => {
    const { watch, listUnread } = openWatch();
    readSource(source, demo, watch);
    expect(listUnread()).toEqual([]);
  });

  it("is caught when it writes such a field", () => {
    const { watch, listUnread } = openWatch();
    const kraken = sources.filter(({ id }) => id === "kraken")[0]!;
    readSource(kraken, demo, (body) => watch({ ...(body as object), extra: 1 }));
    expect(listUnread()).toEqual([".extra"]);
  });
});
