import { beforeAll, describe, expect, it } from "vitest";
import type { HostFile } from "../../../build/kit/hosts/host.ts";
import { listCapitals, planQueries, tolerate } from "../../../build/kit/hosts/kit/query-rules.ts";
import type { Route } from "../../../build/kit/render/route.ts";
import { makeSite } from "../../fixtures/site.ts";
import { routes } from "../../system/hosts/host-tree.ts";

let files: HostFile[];
beforeAll(async () => {
  files = [...(await makeSite()).tree].map(([path, body]) => ({ path, bytes: body.length }));
});
const plan = (endpoint: string, from: readonly Route[] = routes) =>
  planQueries(from, files).find(({ route }) => route.endpoint === endpoint)!;
const listRules = (endpoint: string) => plan(endpoint).rules.map(({ names, file }) => [names.join(), file]);

describe("planQueries", () => {
  it("lists exactly the combinations with files, most parameters first", () => {
    const rules = listRules("coins");
    expect(Object.fromEntries(rules)).toEqual({
      "limit,offset": "api/coins/limit/{limit}/offset/{offset}.json",
      search: "api/coins/search/{search}.json",
      limit: "api/coins/limit/{limit}.json",
      offset: "api/coins/limit/100/offset/{offset}.json",
      "": "api/coins.json",
    });
    expect([rules[0]?.[0], rules.at(-1)?.[0]]).toEqual(["limit,offset", ""]);
    expect(listRules("coin-history")).toEqual([
      ["period", "api/coins/{symbol}/history/{period}.json"],
      ["", "api/coins/{symbol}/history.json"],
    ]);
  });

  it("contains no defaults, and no values that are only file names", () => {
    const { values, fallback } = plan("coins").choices.get("limit")!;
    expect(fallback).toBe("100");
    expect(values).toContain("10");
    expect(values).not.toContain("100");
    expect(values).not.toContain("all");
    expect(plan("coin-history").choices.get("period")!.values).toContain("all");
  });

  it("names the file of all values of a list, and required parameters", () => {
    expect(plan("sparklines")).toMatchObject({
      superset: { name: "symbols", file: "api/sparklines.json" },
      required: "symbols",
    });
    expect(plan("coins")).not.toHaveProperty("superset");
  });

  it("has no rule without files, and none for downloads", () => {
    const without = files.filter(({ path }) => !path.startsWith("api/defi/"));
    const plans = planQueries(routes, without);
    expect(plans.find(({ route }) => route.endpoint === "defi-protocols")!.rules).toEqual([]);
    expect(plans.some(({ route }) => route.download)).toBe(false);
  });

  it("supports a new endpoint without changes", () => {
    const added: Route = {
      endpoint: "pairs",
      path: "/pairs",
      parameters: {
        quote: { in: "query", type: "string", description: "", example: "usd", files: ["usd", "eur"], default: "usd" },
      },
    };
    const tree = [
      { path: "api/pairs.json", bytes: 1 },
      { path: "api/pairs/quote/eur.json", bytes: 1 },
    ];
    expect(planQueries([added], tree)[0]!.rules).toEqual([
      { names: ["quote"], file: "api/pairs/quote/{quote}.json" },
      { names: [], file: "api/pairs.json" },
    ]);
  });
});

it("refuses parameters that no file answers, unless clients look up what they asked for", () => {
  const markets = plan("compat-usd-coins-markets");
  expect(markets.refused).toEqual(["ids", "names", "symbols", "category"]);
  expect([...markets.choices.keys()]).toContain("vs_currency");
  expect(markets.choices.get("vs_currency")).toEqual({ values: [], fallback: "usd" });
  // The file of all coins answers `ids` alone, and the chart without a time any time.
  expect(plan("compat-usd-simple-price").refused).toEqual(["names", "symbols"]);
  expect([...plan("compat-usd-simple-price").choices.keys()]).toEqual(["names", "symbols"]);
  expect([...plan("compat-eur-coins-id-market-chart").choices]).toEqual([
    ["vs_currency", { values: [], fallback: "eur" }],
  ]);
});

it("writes the key or the search of a file in capitals, and no other part of a path", () => {
  const list = listCapitals("L2")(routes);
  expect(list("api/coins/btc/history/7d.json")).toEqual(["api/coins/BTC/history/7d.json"]);
  expect(list("api/sparklines/btc.json")).toEqual(["api/sparklines/BTC.json"]);
  expect(list("api/coins/search/bit.json")).toEqual(["api/coins/search/BIT.json"]);
  for (const path of ["api/coins/1000.json", "api/coins/limit/10.json", "api/global.json"])
    expect(list(path)).toEqual([]);
  const withoutQueries = listCapitals("L1")(routes);
  expect(withoutQueries("api/coins/btc/history.json")).toEqual(["api/coins/BTC/history.json"]);
  for (const path of ["api/coins/btc/history/7d.json", "api/sparklines/btc.json", "api/coins/search/bit.json"])
    expect(withoutQueries(path)).toEqual([]);
});

it("reads a name of which any character is escaped, with digits in either case", () => {
  const name = new RegExp(`^${tolerate("vs_limit")}$`);
  for (const text of ["vs_limit", "%76%73%5F%6C%69%6D%69%74", "vs%5f%6cim%69t", "vs_lim%69t"])
    expect(text).toMatch(name);
  for (const text of ["vs_limi", "vs_limit%", "VS_LIMIT", "vs%5Glimit"]) expect(text).not.toMatch(name);
});
