import { describe, expect, it } from "vitest";
import { PROTOCOLS, protocolRow } from "../../public/js/protocol-view.js";
import { readView, selectRows } from "../../public/js/table-view.js";
import { ARCHIVE, makeProtocol, makeWorld } from "../api/sample-market.ts";
import { renderPage } from "./render-page.ts";

const PAGE = "defi/index.html";
const { defi } = makeWorld().market;

describe("the page of DeFi", () => {
  it("has the first protocols in their order without a script, and leads to the rest", async () => {
    const protocols = Array.from({ length: 60 }, (_, at) => makeProtocol(`p${at}`, 1000 - at));
    const page = await renderPage(makeWorld({ defi: { ...defi!, protocols } }), PAGE);
    const body = page.slice(page.indexOf("<tbody data-table-rows>"), page.indexOf("data-pager"));
    const names = [...body.matchAll(/nofollow">(p\d+)</g)].map(([, name]) => name);
    expect(names).toEqual(protocols.slice(0, 50).map(({ name }) => name));
    expect(page).toContain("1–50 of 60 protocols");
    expect(page).toMatch(/<noscript>.*href="\.\.\/api\/defi\/protocols\/limit\/all\.json"/);
  });

  it("shows the share of each category, and says why they are not of the total", async () => {
    const page = await renderPage(makeWorld(), PAGE);
    expect(page).toMatch(/>Lending<\/th>.*title="75 %">75\.00%/);
    expect(page).toMatch(/>Staking<\/th>.*title="25 %">25\.00%/);
    expect(page).toContain("is counted in each of them");
  });

  it("has a table behind the chart, and longer periods where there is an archive of them", async () => {
    const world = makeWorld();
    const bare = await renderPage(world, PAGE);
    const archive = { ...ARCHIVE, filename: "defi-tvl-daily.csv.gz", dataset: "defi-tvl-daily" };
    const page = await renderPage({ ...world, archives: [archive] }, PAGE);
    const periods = (html: string) =>
      [...html.matchAll(/data-period="(\w+)" data-history="([^"]+)"/g)].map(([, ...own]) => own);
    expect(periods(bare)).toEqual([["30d", "../api/defi/overview.json"]]);
    expect(periods(page)).toEqual([
      ["30d", "../api/defi/overview.json"],
      ["1y", "../api/data/download/defi-tvl-daily.csv.gz"],
      ["all", "../api/data/download/defi-tvl-daily.csv.gz"],
    ]);
    const table = page.slice(page.indexOf("data-chart-caption"), page.indexOf("</details>"));
    expect(table.match(/<tr><th scope="row"/g)).toHaveLength(30);
    expect(table).toContain(">2026-11-20</th>");
  });

  it("filters by category and by any chain of a protocol", () => {
    const rows = [
      { rank: 1, name: "A", symbol: null, slug: "a", category: "Lending", chains: ["Ethereum", "Base"] },
      { rank: 2, name: "B", symbol: "AX", slug: "b", category: null, chains: ["Base"] },
    ];
    const show = (query: string) =>
      selectRows(PROTOCOLS, rows, readView(PROTOCOLS, query), 10).rows.map(({ name }: { name: string }) => name);
    expect(show("chain=Base")).toEqual(["A", "B"]);
    expect(show("chain=Ethereum")).toEqual(["A"]);
    expect(show("category=Uncategorised")).toEqual(["B"]);
    expect(show("category=constructor")).toEqual([]);
    expect(show("search=ax")).toEqual(["B"]);
  });

  it("says of a protocol what is unknown, and never zero", () => {
    const row = String(
      protocolRow({
        rank: 1,
        name: "A",
        symbol: null,
        url: null,
        category: null,
        chains: [],
        tvl: 5,
        change_1d: null,
        change_7d: null,
        mcap: null,
        mcap_tvl_ratio: null,
      }),
    );
    expect(row.match(/class="unknown"/g)).toHaveLength(6);
    expect(row).not.toContain("null");
  });
});
