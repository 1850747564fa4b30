import { beforeAll, expect, it } from "vitest";
import type { QuoteKind } from "../../../build/crypto/api/quote/currencies.ts";
import { documented } from "../../../build/crypto/api/registry.ts";
import { convertAnswer } from "../../../build/crypto/serve/convert-answer.ts";
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

/** The currencies that pages convert to, of which `converted-now` has no past rates. */
const listConverted = (page: string, name: "converted" | "converted-now") =>
  page.match(new RegExp(`data-${name}="([^"]*)"`))?.[1]?.split(" ");

const read = (path: string) => JSON.parse(String(Buffer.from(site.files.get(`api/${path}`) as Uint8Array)));

it("pages with money offer USD, the currencies of the site, and all others with a rate", () => {
  for (const path of ["index.html", "market/index.html", "movers/7d/index.html", "coins/btc/index.html"]) {
    const page = site.pages.get(path)!;
    expect([path, listCodes(page)]).toEqual([path, ["usd", "eur", "btc"]]);
    const others = Object.keys(read("exchange-rates.json").data.rates).filter((code) => !["USD", "EUR"].includes(code));
    const converted = [listConverted(page, "converted")!, listConverted(page, "converted-now")!];
    expect(others).not.toEqual([]);
    expect(converted.flat().filter(Boolean).sort()).toEqual(others.map((code) => code.toLowerCase()).sort());
    for (const code of converted[0]!) expect(site.files.has(`api/exchange-rates/history/${code}.json`)).toBe(true);
  }
  expect(site.files.has("api/price/btc.json")).toBe(true);
  expect(listCodes(site.pages.get("news/index.html")!)).toEqual([]);
});

const renderWithout = (tree: string) => {
  const endpoints = documented.filter((endpoint) => endpoint.tree !== tree);
  return renderPage(makeWorld({ coins: makeCoins(0) }), "coins/btc/index.html", { endpoints });
};

it("a site without prices in currencies offers none, nor a converter of coins", async () => {
  const page = await renderWithout("price");
  expect(page).not.toContain("data-currency-select");
  expect(page).not.toContain("data-coin-converter");
});

it("a site without answers in other currencies converts to all of them", async () => {
  const page = await renderWithout("currencies");
  expect(listCodes(page)).toEqual(["usd"]);
  expect(listConverted(page, "converted")).toEqual(["eur", "jpy"]);
  expect(page).toContain("data-coin-converter");
});

it("every amount names a field of a published answer in the currency, its form and its row", () => {
  const rates = [read("exchange-rates.json"), read("exchange-rates/history/eur.json")] as const;
  for (const path of ["index.html", "movers/index.html", "movers/30d/index.html", "coins/btc/index.html"]) {
    const places = readHtml(site.pages.get(path)!).filter(({ attributes }) => attributes.has("data-answer"));
    const answers = places.map(({ attributes }) => attributes.get("data-answer")!);
    for (const { attributes } of places) {
      const [answer, form] = ["data-answer", "data-form"].map((name) => attributes.get(name)!);
      if (!site.files.has(`api/in/eur/${answer}.json`)) continue;
      const converted = convertAnswer(form as QuoteKind, "eur", read(`${answer}.json`), rates);
      expect([path, answer, converted]).toEqual([path, answer, read(`in/eur/${answer}.json`)]);
    }
    expect(answers.length).toBeGreaterThan(0);
    // Few coins of the fixture have files of their own.
    for (const answer of answers.filter((one) => !one.startsWith("sparklines/"))) {
      const body = site.files.get(`api/in/eur/${answer}.json`);
      expect([path, answer, body !== undefined]).toEqual([path, answer, true]);
    }
  }
  const { data } = read("in/eur/coins/limit/10.json");
  const ids = data.map(({ id }: { id: string }) => id);
  const [table] = site.pages
    .get("index.html")!
    .match(/<tbody data-answer="coins\/limit\/10" data-form="rows">[\s\S]*?<\/tbody>/)!;
  expect([...table.matchAll(/data-row="([^"]+)"/g)].map(([, id]) => id)).toEqual(ids);
});
