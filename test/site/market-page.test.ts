import { beforeAll, describe, expect, it } from "vitest";
import { MARKET } from "../../public/js/market-view.js";
import { makeCoin, NOTHING } from "../api/sample-market.ts";
import { makePages, type PagedSite } from "./make-pages.ts";
import { readHtml } from "./read-html.ts";

const PATH = "market/index.html";
let site: PagedSite;
beforeAll(async () => {
  site = await makePages();
}, 60_000);

describe("the page of the market", () => {
  it("has the hundred largest coins in their order without a script, and leads to the rest", () => {
    const page = site.pages.get(PATH)!;
    const links = [...page.matchAll(/<a class="coin" href="\.\.\/([^"]+)"/g)].map(([, path]) => path);
    const rows = JSON.parse(String(Buffer.from(site.files.get("api/coins.json") as Uint8Array))).data as {
      path: string;
    }[];
    expect(links).toEqual(rows.map(({ path }) => path.replace(/\.json$/, "/")));
    expect(links).toHaveLength(100);
    expect(page).toMatch(/<noscript>.*href="\.\.\/api\/coins\.csv"/);
  });

  it("names every control, and every order and filter that the view knows", () => {
    const elements = readHtml(site.pages.get(PATH)!);
    const valuesOf = (name: string) => elements.filter(({ attributes }) => attributes.get("name") === name);
    for (const name of ["search", "order", "reset", ...Object.keys(MARKET.filters)])
      expect(valuesOf(name)).toHaveLength(1);
    const heads = elements.flatMap(({ attributes }) => attributes.get("data-order") ?? []);
    expect(heads).toEqual(Object.keys(MARKET.orders));
  });

  it("says a price exactly on hover, and a fall by more than its colour", async () => {
    const coins = [
      makeCoin("one", "ONE", {
        price: 1234.56789,
        changePercentage: { "1h": null, "24h": -2.5, "7d": 0, "30d": null, "1y": null },
      }),
    ];
    const page = (await makePages({ coins })).pages.get(PATH)!;
    expect(page).toContain('<data value="1234.56789" title="1,234.56789 USD">$1,234.57</data>');
    expect(page).toContain('<span aria-hidden="true">▼</span><span class="visually-hidden">down</span> 2.50%</data>');
    expect(page).toMatch(/data-pager hidden>/);
  }, 60_000);

  it("marks a stale price beside it, with the time that it is of", async () => {
    const priceTimeMs = Date.UTC(2026, 9, 28, 9, 17);
    const coins = [makeCoin("old", "OLD", { priceSource: "stale", priceTimeMs }), makeCoin("new", "NEW", { rank: 2 })];
    const page = (await makePages({ coins })).pages.get(PATH)!;
    expect(page.match(/class="tag stale"/g)).toHaveLength(1);
    expect(page).toMatch(
      /<td class="price"><data [^>]*>[^<]*<\/data> <span class="tag stale" title="no newer price since 2026-10-28 09:17 UTC">stale/,
    );
  }, 60_000);

  it("says so where no source has answered", async () => {
    const page = (await makePages(NOTHING)).pages.get(PATH)!;
    expect(page).toContain("No source has answered yet.");
    expect(page).not.toContain("<form");
  }, 60_000);
});
