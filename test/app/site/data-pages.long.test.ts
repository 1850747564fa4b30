import { readdir } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { documented } from "../../../build/crypto/api/registry.ts";
import { DAY_MS } from "../../../build/lib/time.ts";
import { DATA_PAGES } from "../../../templates/components/navigation.js";
import { makeArticle, makeDataset, makeExchange, makeProtocol, makeWorld } from "../../fixtures/market.ts";
import { type PagedSite, readEmptyPages, readUsualPages, renderPage } from "../../fixtures/pages.ts";
import { readHtml } from "../../fixtures/read-html.ts";

const pathOf = (id: string) => `${id}/index.html`;

let site: PagedSite;
let empty: PagedSite;
/** The pages that end with downloads, documentation and credits. */
let ids: string[];
beforeAll(async () => {
  site = await readUsualPages();
  ids = DATA_PAGES.map(({ id }) => id).filter((id) => site.pages.get(pathOf(id))?.includes('<h2 id="data">'));
  empty = await readEmptyPages();
});

function listLinks(page: string): string[] {
  return readHtml(page).flatMap(({ attributes }) => attributes.get("href") ?? []);
}

interface Table {
  name: string;
  filters: object;
  orders: object;
  columns?: readonly unknown[];
}

/** The tables that the modules `public/js/*-view.js` declare. */
async function readTables(): Promise<(Table & { view: string })[]> {
  const folder = new URL("../../../public/js/", import.meta.url);
  const views = (await readdir(folder)).filter((file) => file.endsWith("-view.js") && file !== "table-view.js");
  const modules = await Promise.all(
    views.map(async (view) => [view, Object.values(await import(new URL(view, folder).href))] as const),
  );
  const isTable = (value: unknown): value is Table => typeof value === "object" && value !== null && "orders" in value;
  return modules.flatMap(([view, values]) => values.filter(isTable).map((table) => ({ ...table, view })));
}

it("is built also where the site leaves out the list of ids", async () => {
  const endpoints = documented.filter(({ id }) => id !== "ids");
  const page = await renderPage(makeWorld(), pathOf("ids"), { endpoints });
  expect(page).toContain("This site has no list of ids.");
});

describe("every data page", () => {
  it("links to its JSON, fields, archive and sources", () => {
    expect(ids.length).toBeGreaterThanOrEqual(5);
    for (const id of ids) {
      const page = site.pages.get(pathOf(id))!;
      const main = listLinks(page.slice(page.indexOf("<main"), page.indexOf("</main>") + 7)).join("\n");
      expect([id, main]).toEqual([id, expect.stringMatching(/^\.\.\/api\/[\w/-]+\.json$/m)]);
      expect([id, main]).toEqual([id, expect.stringMatching(/^\.\.\/docs\/api\/[\w-]+\/$/m)]);
      expect([id, main]).toEqual([id, expect.stringMatching(/^\.\.\/docs\/sources\/$/m)]);
      expect(page).toContain("<h3>CSV</h3>");
    }
  });

  it("shows the freshness of its own dataset", () => {
    for (const [id, file] of [
      ["fear-greed", "api/fear-greed.json"],
      ["news", "api/news.json"],
    ] as const) {
      const { meta } = JSON.parse(String(Buffer.from(site.files.get(file) as Uint8Array)));
      const line = readHtml(site.pages.get(pathOf(id))!).find(({ attributes }) => attributes.has("data-freshness"))!;
      const { attributes } = line;
      expect([id, attributes.get("data-updated"), attributes.get("data-expires")]).toEqual([
        id,
        meta.updated_at,
        meta.expires_at,
      ]);
    }
  });

  it("expects central-bank rates on working days, and other rates by their cadence", async () => {
    const readLine = (page: string) =>
      readHtml(page).find(({ attributes }) => attributes.has("data-freshness"))!.attributes;
    const path = "exchange-rates/index.html";
    const dataset = makeDataset("ecb", "rate", { cadenceMs: DAY_MS, dueAtMs: Date.UTC(2026, 10, 23, 15) });
    const page = await renderPage(makeWorld({ datasets: [dataset] }), path);
    const central = readLine(page);
    expect(central.get("data-next")).toBe("2026-11-23T15:00:00Z");
    expect(central.get("data-expires")).toBe("2026-11-24T15:00:00Z");
    expect(page).toContain('data-rates-expire="2026-11-24T15:00:00Z"');
    const other = makeDataset("x", "rate", { cadenceMs: DAY_MS, observedAtMs: Date.UTC(2026, 10, 19) });
    expect(readLine(await renderPage(makeWorld({ datasets: [other] }), path)).has("data-next")).toBe(false);
  });

  it("has a message and no controls without data", () => {
    for (const id of ids) {
      const page = empty.pages.get(pathOf(id))!;
      expect([id, page.includes("No source has answered yet.")]).toEqual([id, true]);
      expect(page).not.toContain("data-table-tools");
    }
  });

  it("has a control for every sort order and filter, and a column for every order", async () => {
    for (const { name, view, filters, orders, columns } of await readTables()) {
      const path = [...site.pages.keys()].find((page) =>
        new RegExp(`<(table|ol) class="([^"]* )?${name}"`).test(site.pages.get(page)!),
      );
      if (path === undefined) throw new Error(`No page shows the table "${name}" of public/js/${view}`);
      // The archives are in a fixed order and have filters of their own.
      if (Object.keys(orders).length === 0) continue;
      const page = site.pages.get(path)!;
      const controls = readHtml(page.match(/<form class="table-tools"[\s\S]*?<\/form>/)![0]);
      const names = controls.flatMap(({ attributes }) => attributes.get("name") ?? []);
      for (const control of ["search", "order", "reset", ...Object.keys(filters)]) {
        expect([view, control, names.filter((each) => each === control).length]).toEqual([view, control, 1]);
      }
      const heads = readHtml(page).flatMap(({ attributes }) => attributes.get("data-order") ?? []);
      // Ages are a column only where they differ, and contracts where many coins have one.
      const isAlways = (order: string) => order !== "observed" && order !== "chains";
      const shown = Object.keys(orders).filter((order) => isAlways(order) || heads.includes(order));
      // Headlines are a list without columns.
      if (columns !== undefined) expect([view, heads]).toEqual([view, shown]);
    }
  });

  it("is linked from the header, which marks the current page", () => {
    for (const [path, page] of site.pages) {
      const nav = page.slice(page.indexOf('<nav class="site-nav"'), page.indexOf("</nav>"));
      for (const id of ids) expect([path, nav.includes(`${id}/"`)]).toEqual([path, true]);
      expect(nav.match(/aria-current="page"/g)?.length ?? 0).toBeLessThan(2);
    }
    expect(site.pages.get(pathOf("news"))).toContain('<a href="../news/" aria-current="page">');
    expect(site.pages.get("docs/api/news/index.html")).toContain('<a href="../../../docs/api/" aria-current="true">');
  });

  it("links the feeds if there is news", () => {
    const feeds = (page: string) =>
      readHtml(page).flatMap(({ name, attributes }) =>
        name === "link" && attributes.get("rel") === "alternate" && attributes.get("type") !== "text/markdown"
          ? [attributes.get("type")]
          : [],
      );
    const types = ["application/rss+xml", "application/atom+xml", "application/feed+json"];
    for (const page of site.pages.values()) expect(feeds(page)).toEqual(types);
    for (const page of empty.pages.values()) expect(feeds(page)).toEqual([]);
  });

  it("escapes upstream text and links to http and https only", async () => {
    const bad = '"><img src=x onerror=alert(1)></script><script>alert(1)</script>';
    const url = "javascript:alert(1)";
    const { defi, fearGreed } = makeWorld().market;
    const world = makeWorld({
      exchanges: [makeExchange(bad, { country: bad, url })],
      venues: [],
      articles: [makeArticle({ title: bad, url, source: { id: bad, name: bad, url: bad } })],
      defi: {
        ...defi!,
        protocols: [makeProtocol(bad, 1, { symbol: bad, category: bad, chains: [bad], url: "data:text/html,x" })],
        chains: [{ ...defi!.chains[0]!, name: bad, tokenSymbol: bad }],
      },
      fearGreed: fearGreed.map((value) => ({ ...value, classification: bad })),
    });
    for (const id of ids) {
      const page = await renderPage(world, pathOf(id));
      const elements = readHtml(page);
      expect(elements.filter(({ name }) => name === "img")).toEqual([]);
      expect(elements.flatMap(({ attributes }) => [...attributes.keys()]).filter((name) => /^on/.test(name))).toEqual(
        [],
      );
      for (const link of listLinks(page)) expect(link).not.toMatch(/^(?:javascript|data):/);
    }
  });
});
