import { describe, expect, it } from "vitest";
import { bindCurrency } from "../../../../build/crypto/api/coingecko/define-coingecko.ts";
import { query } from "../../../../build/crypto/api/coingecko/parameters.ts";
import { coingecko } from "../../../../build/crypto/api/coingecko/registry.ts";

describe("the endpoints in CoinGecko's form", () => {
  it("accept the currency of their path alone, by CoinGecko's names of the parameter", () => {
    const own = { vs_currency: query("A", "usd"), vs_currencies: query("Many", "usd"), order: query("B", "id_asc") };
    const { vs_currency, vs_currencies, order } = bindCurrency(own, "eur");
    for (const bound of [vs_currency, vs_currencies])
      expect(bound).toMatchObject({ default: "eur", enum: ["eur"], example: "eur" });
    expect(order).toBe(own.order);
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
