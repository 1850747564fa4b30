import { describe, expect, it } from "vitest";
import { computeSourcesPage } from "../../build/site/page-data/sources-page.ts";
import { sources } from "../../build/sources/registry.ts";
import { makeDataset, makeWorld, NOTHING } from "../api/sample-market.ts";
import { readHtml } from "./read-html.ts";
import { renderPage } from "./render-page.ts";

const PAGE = "docs/sources/index.html";

/** Every source of the program, as a report names it. */
const reports = sources.map(({ id, name, homepage, license, termsUrl, attribution, redistribution }) => ({
  ...{ id, name, homepage, license, termsUrl, attribution, redistribution },
  ...{ status: "ok" as const, fetchedAtMs: null, records: 0, rejected: 0, dropped: {}, lastError: null },
}));

function makeReported(own: Parameters<typeof makeWorld>[0] = {}) {
  const world = makeWorld(own);
  return { ...world, run: { ...world.run, sources: reports } };
}

describe("the page of the sources", () => {
  it("has a licence or terms with an address and the credit of every source of the program", async () => {
    const page = await renderPage(makeReported(), PAGE);
    const links = new Set(readHtml(page).map(({ attributes }) => attributes.get("href")?.replaceAll("&amp;", "&")));
    for (const { id, homepage, termsUrl } of sources) {
      expect([id, links.has(homepage), links.has(termsUrl)]).toEqual([id, true, true]);
      expect(page).toContain(`<code>${id}</code>`);
    }
    const credits = sources.flatMap(({ attribution }) => attribution ?? []);
    expect(credits.length).toBeGreaterThan(3);
  });

  it("groups sources by what this build took from them, each once", () => {
    const datasets = [
      makeDataset("kraken", "listing"),
      makeDataset("kraken", "ticker"),
      makeDataset("coingecko", "coin"),
      makeDataset("coingecko", "exchange"),
      makeDataset("ecb", "rate"),
      makeDataset("coindesk", "article"),
    ];
    const groups = computeSourcesPage(makeReported({ datasets }));
    const placed = Object.fromEntries(groups.map(({ id, sources: own }) => [id, own.map((source) => source.id)]));
    expect(placed).toMatchObject({
      exchanges: ["kraken"],
      reference: ["coingecko"],
      rates: ["ecb"],
      news: ["coindesk"],
    });
    expect(Object.values(placed).flat().sort()).toEqual(sources.map(({ id }) => id).sort());
    expect(groups[1]!.sources[0]!.gives).toEqual(["coins, supplies and reference prices", "the list of exchanges"]);
  });

  it("says of what is free only what the project computes", async () => {
    const page = await renderPage(makeReported(NOTHING), PAGE);
    expect(page).toContain("Computed data");
    expect(page).toContain("keeps the terms of its source");
    expect(page).toContain("Not used in this build");
  });
});
