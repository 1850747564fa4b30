import { describe, expect, it } from "vitest";
import { coingecko } from "../../../build/api/coingecko/registry.ts";
import { COINGECKO_SCHEMAS } from "../../../build/api/coingecko/schemas.ts";

describe("the endpoints in CoinGecko's form", () => {
  it("have one schema each; the compiler refuses an endpoint without one", () => {
    expect(Object.keys(COINGECKO_SCHEMAS).sort()).toEqual(Object.keys(coingecko).sort());
    const { ping: _, ...others } = COINGECKO_SCHEMAS;
    // @ts-expect-error There is no schema of `ping`.
    const incomplete: typeof COINGECKO_SCHEMAS = others;
    expect(incomplete.ping).toBeUndefined();
  });

  it("are named by their paths", () => {
    for (const [id, { path }] of Object.entries(coingecko)) {
      const names = path.replace("/compat/coingecko/{currency}/api/v3/", "").replace(/[{}]/g, "");
      expect(names.replace(/[/_]/g, "-")).toBe(id);
    }
  });

  it("have a fixed path before one with an id, because the first that fits a request answers it", () => {
    const paths = Object.values(coingecko).map(({ path }) => path);
    for (const [at, path] of paths.entries()) {
      const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, "[^/]+")}$`);
      expect(paths.slice(at + 1).filter((later) => pattern.test(later))).toEqual([]);
    }
  });
});
