import { describe, expect, it } from "vitest";
import { requireMarket } from "../../../../build/crypto/api/coingecko/currency.ts";
import { bindCurrency } from "../../../../build/crypto/api/coingecko/define-coingecko.ts";
import { query } from "../../../../build/crypto/api/coingecko/parameters.ts";
import { coingecko } from "../../../../build/crypto/api/coingecko/registry.ts";

describe("the endpoints in CoinGecko's form", () => {
  it("answer in the currency of their path unless vs_currency names another", () => {
    const own = { vs_currency: query("A", "usd"), vs_currencies: query("Many", "usd"), order: query("B", "id_asc") };
    const { vs_currency, vs_currencies, order } = bindCurrency(own, "eur");
    expect(vs_currency).toEqual({ ...own.vs_currency, default: "eur" });
    expect([vs_currencies, order]).toEqual([own.vs_currencies, own.order]);
  });

  it("read no list of coins for an answer about one coin that a list named", () => {
    const { needs } = requireMarket(coingecko["coins-id"]);
    const request = { currency: "eur", currencies: ["usd", "eur"], values: {}, renderPoints: () => [] };
    const listNeeds = (key?: string) => needs({ ...request, key, asOfMs: 0 }).map(({ endpoint }) => endpoint);
    expect(listNeeds("btc")).not.toContain("coins");
    expect(listNeeds()).toContain("coins");
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
