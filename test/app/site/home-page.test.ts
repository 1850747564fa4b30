import { describe, expect, it } from "vitest";
import { makeExchange, makeMarket, makeVenue, makeWorld } from "../../fixtures/market.ts";
import { renderPage } from "../../fixtures/pages.ts";

describe("the home page", () => {
  it("names the source of its totals or labels them as sums", async () => {
    const { global } = makeMarket();
    const { run } = makeWorld();
    const source = { ...run.sources[0]!, id: "coingecko", name: "CoinGecko" };
    const world = makeWorld({}, { run: { ...run, sources: [...run.sources, source] } });
    expect((await renderPage(world, "index.html")).match(/all coins on CoinGecko/g)).toHaveLength(2);
    const own = makeWorld({ global: { ...global!, source: null } });
    expect((await renderPage(own, "index.html")).match(/sum of the listed coins/g)).toHaveLength(2);
  });

  it("counts the exchanges polled, also while one does not respond", async () => {
    const ids = ["kraken", "okx", "gate"];
    const venues = ids.map((id) => makeVenue(id));
    const exchanges = ids.map((id) => makeExchange(id));
    const { coverage } = makeMarket();
    const world = makeWorld({ venues, exchanges, coverage: { ...coverage, exchanges: 2 } });
    expect(await renderPage(world, "index.html")).toContain("<li><strong>3</strong> exchanges polled</li>");
  });

  it("counts the sources as its footer does, also those that were not requested", async () => {
    const { run } = makeWorld();
    const reserve = { ...run.sources[0]!, id: "reserve", fetchedAtMs: null };
    const page = await renderPage(makeWorld({}, { run: { ...run, sources: [...run.sources, reserve] } }), "index.html");
    const count = run.sources.length + 1;
    expect(page).toContain(`${count} sources with age`);
    expect(page).toContain(`the terms of all ${count} sources`);
  });

  it("credits every source that is on, so that the pages of an hour are equal", async () => {
    const { run } = makeWorld();
    const credited = { ...run.sources[0]!, id: "reserve", name: "Reserve", attribution: "Data by Reserve" };
    const render = (status: "ok" | "off") =>
      renderPage(
        makeWorld({}, { run: { ...run, sources: [...run.sources, { ...credited, status, fetchedAtMs: null }] } }),
        "index.html",
      );
    expect(await render("ok")).toContain("Data by Reserve");
    expect(await render("off")).not.toContain("Data by Reserve");
  });
});

describe("the credits of the footer", () => {
  it("link to the addresses they name, and equal words are one sentence", async () => {
    const { run } = makeWorld();
    const credited = [
      "Data by One (https://one.example)",
      "Data by Two (https://two.example/a)",
      "Source: Three. Changed.",
    ];
    const sources = credited.map((attribution, at) => ({ ...run.sources[0]!, id: `s${at}`, attribution }));
    const page = await renderPage(makeWorld({}, { run: { ...run, sources } }), "index.html");
    expect(page).toMatch(
      /Data by <a href="https:\/\/one\.example"[^>]*>One<\/a>, <a href="https:\/\/two\.example\/a"[^>]*>Two<\/a> · Source: Three\. Changed\./,
    );
  });
});

describe("robots.txt", () => {
  it("names the sitemap if there is one", async () => {
    const world = makeWorld();
    expect(await renderPage(world, "robots.txt")).toBe("User-agent: *\nAllow: /\n");
    const options = { baseUrl: "https://host.example/repo/", repository: "https://git.example/open/data" };
    expect(await renderPage(world, "robots.txt", { options })).toContain(
      "\nSitemap: https://host.example/repo/sitemap.xml\n",
    );
  });
});
