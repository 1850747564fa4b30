import { describe, expect, it } from "vitest";
import type { World } from "../../build/api/endpoint.ts";
import { EXCHANGES } from "../../public/js/exchange-view.js";
import { readView, selectRows } from "../../public/js/table-view.js";
import { makeExchange, makeWorld } from "../api/sample-market.ts";
import { readHtml } from "./read-html.ts";
import { renderPage } from "./render-page.ts";

const PAGE = "exchanges/index.html";
const VENUES = [{ id: "kraken", name: "Kraken", trust: 0.7, usdFiat: true }];
const render = (world: World) => renderPage(world, PAGE, { venues: VENUES });

describe("the page of the exchanges", () => {
  it("has the trust and the terms of those that the build asks, and of the others none", async () => {
    const page = await render(makeWorld());
    const rows = page.match(/<tr class="[^"]*"><td class="rank">.*/g)!;
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain('<data value="0.7">0.7</data>');
    expect(rows[0]).toContain('href="https://example.org/terms"');
    expect(rows[0]).toContain("from its own tickers");
    expect(rows[1]).toContain("not polled, so not used for prices");
    expect(rows[1]).toContain("by coingecko");
  });

  it("does not count an exchange that is switched off among those that are asked", async () => {
    const world = makeWorld();
    const sources = world.run.sources.map((source) => ({ ...source, status: "off" as const }));
    const page = await render({ ...world, run: { ...world.run, sources } });
    expect(page).toContain("Prices come from 0 exchanges");
    expect(page).not.toContain('<data value="0.7">0.7</data>');
  });

  it("marks what is stale or did not answer by a word, and counts it", async () => {
    const exchanges = [
      makeExchange("kraken", { status: "stale" }),
      makeExchange("b", { rank: 2, status: "unavailable", volume24h: null, updatedAtMs: null }),
      makeExchange("c", { rank: 3 }),
    ];
    const page = await render(makeWorld({ exchanges }));
    expect(page).toMatch(/<span aria-hidden="true">!<\/span> Stale/);
    expect(page).toMatch(/<span aria-hidden="true">✕<\/span> No response/);
    expect(page).toContain('Stale</h2><p class="figure">2</p>');
    expect(page).toContain('<span class="unknown">never</span>');
    // The sum of what is known.
    expect(page).toContain('<data value="200" title="200 USD">$200</data>');
  });

  it("carries for its table what the JSON of the exchanges does not have", async () => {
    const facts = readHtml(await render(makeWorld())).find(({ attributes }) => attributes.get("id") === "page-facts")!;
    expect(JSON.parse(facts.text)).toEqual({
      polled: { kraken: { trust: 0.7, license: "Terms", terms_url: "https://example.org/terms" } },
      sources: { kraken: "Kraken", coingecko: "coingecko" },
    });
  });

  it("can be ordered by trust, with those without a vote last, and filtered by state", () => {
    const exchanges = [
      { id: "a", name: "A", country: null, rank: 1, status: "ok" },
      { id: "b", name: "B", country: "Japan", rank: 2, status: "stale", polled: { trust: 0.4 } },
      { id: "c", name: "C", country: null, rank: 3, status: "ok", polled: { trust: 1 } },
    ];
    const show = (query: string) =>
      selectRows(EXCHANGES, exchanges, readView(EXCHANGES, query), 10).rows.map(({ id }: { id: string }) => id);
    expect(show("order=trust")).toEqual(["c", "b", "a"]);
    expect(show("state=trouble")).toEqual(["b"]);
    expect(show("source=reference")).toEqual(["a"]);
    expect(show("search=japan")).toEqual(["b"]);
  });
});
