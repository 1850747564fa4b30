import { describe, expect, it } from "vitest";
import type { World } from "../../../build/crypto/api/world.ts";
import type { SourceReport } from "../../../build/crypto/ingest/source-report.ts";
import { makeReachability, makeRunSource, makeTerms, makeWorld, NOTHING } from "../../fixtures/market.ts";
import { renderPage } from "../../fixtures/pages.ts";
import { readHtml, readText } from "../../fixtures/read-html.ts";

const GENERATED_MS = Date.UTC(2026, 10, 20, 9, 20);

const makeSource = (id: string, own: Partial<SourceReport> = {}) =>
  makeRunSource(id, {
    name: `The ${id}`,
    fetchedAtMs: GENERATED_MS,
    records: 1234,
    rejected: 7,
    dropped: { "not trading": 3, "price not positive": 7, malformed: 1 },
    ...own,
  });

const renderStatus = (world: World) => renderPage(world, "status/index.html");

function withSources(...sources: SourceReport[]): World {
  const world = makeWorld();
  return { ...world, run: { ...world.run, generatedAtMs: GENERATED_MS, sources } };
}

describe("the status page", () => {
  it("shows every state of a source with a word", async () => {
    const states = ["ok", "stale", "down", "off"] as const;
    const page = await renderStatus(withSources(...states.map((status) => makeSource(status, { status }))));
    for (const [status, word] of Object.entries({ ok: "Up", stale: "Stale", down: "Down" })) {
      expect(page).toMatch(
        new RegExp(`The ${status}</a></th><td class="beside"><span class="state state-${status}">.*?${word}<`),
      );
    }
    expect(readText(page)).toContain("– Off The off");
    expect(readText(page)).toContain("Sources 1 up 1 stale, 1 down, 1 off");
  });

  it("shows a source that was not requested as in reserve", async () => {
    const page = await renderStatus(withSources(makeSource("a"), makeSource("b", { fetchedAtMs: null })));
    expect(readText(page)).toContain("– In reserve The b");
    expect(readText(page)).toContain("Sources 1 up 1 in reserve");
  });

  it("quotes the error of a source that is down once, and shows the day of a build once", async () => {
    const down = makeSource("b", { status: "down", lastError: "no route" });
    const text = readText(await renderStatus(withSources(makeSource("a"), down)));
    expect(text.match(/no route/g)).toHaveLength(1);
    expect(text).toContain("Error above");
    expect(text).toContain("Built 2026-11-20 09:20 UTC");
    expect(text).toContain("The a ✓ Up 09:20 UTC 1,234");
  });

  it("opens the list of datasets only if one of them is stale", async () => {
    const world = makeWorld();
    const show = (stale: boolean) => {
      const datasets = world.market.datasets.map((dataset) => ({ ...dataset, stale }));
      return renderStatus({ ...world, market: { ...world.market, datasets } });
    };
    expect(await show(false)).toMatch(/<details class="dataset"><summary>All \d+ datasets were current in this build</);
    expect(await show(true)).toMatch(
      /<details class="dataset" open><summary>0 of \d+ datasets were current in this build</,
    );
  });

  it("says that all is well, or what is not", async () => {
    const world = withSources(makeSource("a"));
    const quiet = { ...world, run: { ...world.run, builds: world.run.builds.slice(1) } };
    const well = {
      ...quiet,
      market: { ...quiet.market, datasets: quiet.market.datasets.filter(({ stale }) => !stale) },
    };
    const verdictOf = async (own: World) => {
      const page = await renderStatus(own);
      return readText(page.slice(page.indexOf('id="verdict"'), page.indexOf('id="now"')));
    };
    expect(await verdictOf(well)).toContain("All well");
    const sources = [
      makeSource("a"),
      makeSource("b", { status: "down", fetchedAtMs: null, lastError: "no route" }),
      makeSource("c", { status: "stale" }),
    ];
    const reachability = [makeReachability("b", { name: "The b", absentBuilds: 3 })];
    const text = await verdictOf({ ...well, run: { ...well.run, sources, reachability } });
    expect(text).toContain("2 problems");
    expect(text).toMatch(/The b: no answer in the last 3 builds; .+ no route/);
    expect(text).toContain("The c: no answer in the last build; its last response is used, of 2026-11-20 09:20 UTC");
    expect(text.indexOf("The b")).toBeLessThan(text.indexOf("The c"));
    const { builds } = world.run;
    const one = await verdictOf({ ...well, run: { ...well.run, builds } });
    expect(one).toContain("1 problem");
    expect(one).toContain("The build before the last one was refused");
  });

  it("shows records, and the rows left out as the sum of their reasons, most frequent first", async () => {
    const page = await renderStatus(withSources(makeSource("kraken")));
    expect(page).toContain('<td class="number">1,234</td><td class="number">11</td>');
    expect(page.indexOf("price not positive")).toBeLessThan(page.indexOf("not trading"));
    expect(page).toContain("<summary>1 more</summary>");
  });

  it("leaves ages to the reader's clock, and shows never for a silent source", async () => {
    const page = await renderStatus(
      withSources(makeSource("a"), makeSource("b", { fetchedAtMs: null, status: "down" })),
    );
    const ages = readHtml(page).filter(({ attributes }) => attributes.has("data-age"));
    expect(ages.length).toBeGreaterThan(2);
    for (const { attributes, text } of ages) {
      expect([attributes.get("data-age")!, text]).toEqual([
        expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        "",
      ]);
    }
    expect(page).toContain('<span class="unknown">never</span>');
  });

  it("escapes upstream text and links to http and https only", async () => {
    const hostile = makeSource("x", {
      name: "<img src=x>",
      homepage: "javascript:alert(1)",
      terms: makeTerms("open", { url: "data:text/html,x" }),
      lastError: '"><script>alert(1)</script>',
      dropped: { "<b>bold</b>": 1 },
    });
    const page = await renderStatus(withSources(hostile));
    const elements = readHtml(page);
    expect(elements.filter(({ name }) => name === "img" || name === "b")).toEqual([]);
    expect(page).not.toMatch(/href="(?:javascript|data):/);
    expect(page).toContain("&lt;b&gt;bold&lt;/b&gt;");
  });

  it("lists every check with its message, and every dataset with its time", async () => {
    const world = makeWorld();
    const checks = [
      { id: "venues", passed: true, message: "Venues that responded: 9, at least 4 needed." },
      { id: "usdt-rate", passed: false, message: "The USDT rate is unknown." },
    ];
    const page = await renderStatus({ ...world, run: { ...world.run, gate: { passed: false, checks } } });
    for (const { id, message } of checks) {
      expect(page).toContain(`<code>${id}</code>`);
      expect(page).toContain(message);
    }
    expect(page).toMatch(/Failed<\/span>/);
    expect(page).toContain('<a href="../api/fear-greed.json">');
  });

  it("links to the reachability of all sources and to their terms", async () => {
    const page = await renderStatus(makeWorld());
    expect(page).toContain('<a href="../status/reachability/">');
    expect(page).toContain('<a href="../docs/sources/">');
  });

  it("lists recent builds with result, duration and counts, newest first", async () => {
    const text = readText(await renderStatus(makeWorld()));
    expect(text).toContain("2 recorded builds, 1 refused.");
    expect(text).toMatch(
      /2026-11-20 09:19 UTC ✓ Passed 61\.2 s 4 of 5 7 none down 2026-11-20 08:47 UTC ✕ Refused venues – 0 of 4 0 1 down/,
    );
  });

  it("shows the builds of half a day and links to the others", async () => {
    const world = makeWorld();
    const builds = Array.from({ length: 96 }, (_, at) => ({ ...world.run.builds[1]!, timeMs: at }));
    const page = await renderStatus({ ...world, run: { ...world.run, builds } });
    expect(page.slice(page.indexOf('id="builds"')).match(/✓<\/span> Passed/g)).toHaveLength(24);
    expect(page).toContain('72 earlier builds are in <a href="../api/status.json">');
  });

  it("works without data", async () => {
    const page = await renderStatus(makeWorld(NOTHING));
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
  });
});
