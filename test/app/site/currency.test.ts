import { beforeAll, expect, it } from "vitest";
import { documented } from "../../../build/crypto/api/registry.ts";
import { makeWorld, UNKNOWN_CHANGES } from "../../fixtures/market.ts";
import { makePages, type PagedSite, renderPage } from "../../fixtures/pages.ts";
import { readHtml } from "../../fixtures/read-html.ts";
import { makeCoins } from "../../fixtures/site.ts";

let site: PagedSite;
beforeAll(async () => {
  const changePercentage = { ...UNKNOWN_CHANGES, "24h": 1, "30d": 2 };
  site = await makePages({ coins: makeCoins(0).map((coin) => ({ ...coin, volume: 1e9, changePercentage })) });
});

const listCodes = (page: string) =>
  [
    ...(page.match(/<select[^>]*data-currency-select[\s\S]*?<\/select>/)?.[0] ?? "").matchAll(/<option value="(\w+)"/g),
  ].map(([, code]) => code);

it("pages with money offer USD and the currencies of the site", () => {
  for (const path of ["index.html", "market/index.html", "movers/7d/index.html", "coins/btc/index.html"]) {
    expect([path, listCodes(site.pages.get(path)!)]).toEqual([path, ["usd", "eur", "btc"]]);
  }
  expect(site.files.has("api/price/btc.json")).toBe(true);
  expect(listCodes(site.pages.get("news/index.html")!)).toEqual([]);
});

it("a site without prices in other currencies offers none, nor a converter of coins", async () => {
  for (const tree of ["price", "currencies"]) {
    const endpoints = documented.filter((endpoint) => endpoint.tree !== tree);
    const page = await renderPage(makeWorld({ coins: makeCoins(0) }), "coins/btc/index.html", { endpoints });
    expect(page).not.toContain("data-currency-select");
    expect(page.includes("data-coin-converter")).toBe(tree === "currencies");
  }
});

it("every amount names a field of a published answer in the currency, and its row", () => {
  for (const path of ["index.html", "movers/index.html", "movers/30d/index.html", "coins/btc/index.html"]) {
    const answers = readHtml(site.pages.get(path)!).flatMap(({ attributes }) => attributes.get("data-answer") ?? []);
    expect(answers.length).toBeGreaterThan(0);
    // Few coins of the fixture have files of their own.
    for (const answer of answers.filter((one) => !one.startsWith("sparklines/"))) {
      const body = site.files.get(`api/in/eur/${answer}.json`);
      expect([path, answer, body !== undefined]).toEqual([path, answer, true]);
    }
  }
  const { data } = JSON.parse(String(Buffer.from(site.files.get("api/in/eur/coins/limit/10.json") as Uint8Array)));
  const ids = data.map(({ id }: { id: string }) => id);
  const [table] = site.pages.get("index.html")!.match(/<tbody data-answer="coins\/limit\/10">[\s\S]*?<\/tbody>/)!;
  expect([...table.matchAll(/data-row="([^"]+)"/g)].map(([, id]) => id)).toEqual(ids);
});
