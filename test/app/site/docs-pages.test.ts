import { existsSync } from "node:fs";
import { decodeHTMLStrict } from "entities";
import { parseAtomFeed } from "feedsmith";
import { describe, expect, it } from "vitest";
import { changelog, computeChangelogPage } from "../../../build/app/site/page-data/changelog.ts";
import { computePageData } from "../../../build/app/site/page-data/page-data.ts";
import { computeSourcesPage } from "../../../build/app/site/page-data/sources-page.ts";
import { computeReliabilityPage, type Tried } from "../../../build/app/site/page-data/status-page.ts";
import { computeStoresPage } from "../../../build/app/site/page-data/stores-page.ts";
import { renderPages } from "../../../build/app/site/render-site.ts";
import { coingecko } from "../../../build/crypto/api/coingecko/registry.ts";
import { layout } from "../../../build/crypto/api/layout.ts";
import { placeFile } from "../../../build/crypto/api/place-file.ts";
import { documented as endpoints } from "../../../build/crypto/api/registry.ts";
import { TREES } from "../../../build/crypto/api/trees.ts";
import { METHODOLOGY_VERSION } from "../../../build/crypto/market/rules/methodology-version.ts";
import { buildApi } from "../../../build/crypto/render/market-api.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import { describeEndpoints } from "../../../build/kit/api/describe-endpoints.ts";
import { computeEnvelope } from "../../../build/kit/api/envelope.ts";
import { SERVERS_PAGE, STORES_PAGE } from "../../../build/kit/hosts/host.ts";
import {
  COPY_RELEASE,
  FIRST_RELEASE,
  listPlainServers,
  SWITCH_RELEASE,
} from "../../../build/kit/hosts/plain-servers.ts";
import { getHost, hosts } from "../../../build/kit/hosts/registry.ts";
import { listAllDocuments } from "../../../build/kit/render/documents/api-index.ts";
import { DAY_MS } from "../../../build/lib/time.ts";
import { addContents } from "../../../templates/components/contents.js";
import { REMARKS } from "../../../templates/docs/coingecko.11ty.js";
import collected from "../../../templates/docs/data/reliability.json" with { type: "json" };
import { makeDataset, makeRunSource, makeWorld, NOTHING } from "../../fixtures/market.ts";
import { REPOSITORY, renderPage, USUAL_WORLD } from "../../fixtures/pages.ts";
import { readHtml, readText } from "../../fixtures/read-html.ts";
import { FAULTS } from "../../system/chaos/faults.ts";

describe("the sections of a page", () => {
  it("are listed on a long page, and lead to its headings", async () => {
    const page = await renderPage(USUAL_WORLD, "docs/errors/index.html");
    const list = page.slice(page.indexOf('<nav class="contents"')).split("</nav>")[0]!;
    const links = [...list.matchAll(/<a href="#([^"]+)">([^<]+)/g)].map(([, id, title]) => [id!, title!]);
    expect(links).toContainEqual(["not_found", "not_found"]);
    for (const [id] of links) expect(page).toContain(`<h2 id="${id}">`);
  });

  it("are not listed on a short page", async () => {
    expect(await renderPage(USUAL_WORLD, "docs/use/pandas/index.html")).not.toContain("On this page");
  });

  it.each([
    ["below the lead", '<h1>T</h1>\n<p id="a" class="lead">L</p>', "<p>Text</p>"],
    ["below the title of a page without a lead", "<h1>T</h1>", "<p>Text</p>"],
  ])("are listed %s", (_, above, below) => {
    const [before, after] = addContents(above + below, [["one", "One"]]).split(/<nav.*<\/nav>/s);
    expect([before!.trim(), after]).toEqual([above, below]);
  });

  it("need a title", () => {
    expect(() => addContents("<p>Text</p>", [["one", "One"]])).toThrow("<h1>");
    expect(addContents("<p>Text</p>", [])).toBe("<p>Text</p>");
  });
});

describe("the policy page", () => {
  it("states the version of the methodology, how long inputs are kept, and the form for wrong data", async () => {
    const page = await renderPage(USUAL_WORLD, "docs/policy/index.html");
    expect(page).toContain(`version <strong>${METHODOLOGY_VERSION}</strong>`);
    expect(page).toContain("3 days");
    expect(page).toContain("<dd>1 day</dd>");
    expect(page).toContain("45 days; for the largest coins without a time limit");
    expect(page).toContain(`${REPOSITORY}/issues/new?template=wrong-data.yml`);
    expect(existsSync(".github/ISSUE_TEMPLATE/wrong-data.yml")).toBe(true);
  });

  it("each version of the methodology has an entry in the changelog", () => {
    const entries = changelog.changes.filter(({ text }) => text.includes(`Methodology ${METHODOLOGY_VERSION}: `));
    expect(entries).toHaveLength(1);
  });
});

describe("the quick start", () => {
  it("imports client.js by its URL in browsers, and as a downloaded file with the site's address in Node", async () => {
    const page = await renderPage(USUAL_WORLD, "docs/quick-start/index.html");
    const codes = new Map(
      [...page.matchAll(/<code id="([^"]+)"[^>]*>(.*?)<\/code>/gs)].map(([, id, code]) => [
        id,
        decodeHTMLStrict(code!.replace(/<[^>]+>/g, "")).trim(),
      ]),
    );
    expect(codes.get("step-program")).toContain('import { get, priceAt } from "https://SITE/client.js";');
    expect(codes.get("step-download")).toBe("curl -fsSO https://SITE/client.js");
    expect(codes.get("step-node")).toContain('import { createClient } from "./client.js";');
    expect(codes.get("step-node")).toContain('createClient("https://SITE")');
  });

  it("does not link to itself, and the documentation's first page links to it", async () => {
    const link = (page: string) => /<h3>Show a price<\/h3>.*?<\/ul>/s.exec(page)![0].includes("docs/quick-start/");
    expect(link(await renderPage(USUAL_WORLD, "docs/quick-start/index.html"))).toBe(false);
    expect(link(await renderPage(USUAL_WORLD, "docs/index.html"))).toBe(true);
  });

  it("leaves out what the site has no files of", async () => {
    const plain = endpoints.filter(({ id, derived }) => derived?.base === undefined && id !== "day-prices");
    const page = await renderPage(USUAL_WORLD, "docs/quick-start/index.html", { endpoints: plain });
    expect(page).toContain("1. One price");
    expect(page).not.toContain("2. ");
  });
});

describe("the page of currencies", () => {
  it("lists the currencies of the site and every path that answers in them", async () => {
    const page = await renderPage(USUAL_WORLD, "docs/currencies/index.html");
    const quoted = endpoints.filter(({ derived }) => derived?.base !== undefined);
    expect(quoted.length).toBeGreaterThan(4);
    for (const code of quoted[0]!.parameters["currency"]!.enum!) expect(page).toContain(`<code>${code}</code>`);
    for (const { id, path } of quoted) expect(page).toContain(`docs/api/${id}/"><code>/api${path}</code>`);
    expect(decodeHTMLStrict(page.replace(/<[^>]+>/g, ""))).toMatch(/"currency": "[a-z]+"/);
    expect(page).not.toContain("without answers in other currencies");
  });

  it("says so if the site has none", async () => {
    const plain = endpoints.filter(({ derived }) => derived?.base === undefined);
    const page = await renderPage(USUAL_WORLD, "docs/currencies/index.html", { endpoints: plain });
    expect(page).toContain("without answers in other currencies");
  });
});

describe("the changelog", () => {
  it("begins with the version that responses state", () => {
    const global = endpoints.find(({ id }) => id === "global")!;
    expect(changelog.versions[0]!.version).toBe(computeEnvelope(global, makeWorld(), {}).meta["schema_version"]);
  });

  it("has versions and changes with dates, newest first, and no change before the first version", () => {
    for (const dated of [changelog.versions, changelog.changes]) {
      const dates = dated.map(({ date }) => date);
      expect(dates).toEqual(dates.toSorted().reverse());
    }
    expect(changelog.changes.filter(({ version }) => version === undefined)).toEqual([]);
  });

  it("names the path of every endpoint", () => {
    const text = changelog.changes.map((change) => change.text).join("\n");
    // Those in other currencies and in CoinGecko's form repeat the others.
    const paths = endpoints.map(({ path }) => path.slice(1)).filter((path) => !/^(in|compat)\//.test(path));
    expect(paths.length).toBeGreaterThan(20);
    const missing = paths.filter((path) =>
      ["`", ".json", ".csv", "?"].every((end) => !text.includes(`\`${path}${end}`)),
    );
    expect(missing, "say in templates/docs/changelog.yaml that it was added").toEqual([]);
  });

  it("begins with the newest changes, and shows every change once below them, with code marked", async () => {
    const whole = await renderPage(USUAL_WORLD, "docs/changelog/index.html");
    const [newest] = /<section[^>]*"newest".*?<\/section>/s.exec(whole) ?? [""];
    const shown = decodeHTMLStrict(newest.replace(/<[^>]+>/g, ""));
    for (const change of changelog.changes.slice(0, 5)) expect(shown).toContain(change.text.replaceAll("`", ""));
    const page = whole.replace(newest, "");
    for (const { version } of changelog.versions) expect(page).toContain(`id="v${version}"`);
    const text = decodeHTMLStrict(page.replace(/<[^>]+>/g, ""));
    for (const change of changelog.changes) {
      expect(text.split(change.text.replaceAll("`", "")), change.text).toHaveLength(2);
    }
    expect(page).toContain("<code>coins.csv</code>");
    expect(page).toContain('href="feed.atom"');
  });

  it("opens what will be removed and what is removed, and links the paths of endpoints", async () => {
    const page = await renderPage(USUAL_WORLD, "docs/changelog/index.html");
    const open = page.replace(/<details.*?<\/details>/gs, "");
    const text = decodeHTMLStrict(open.replace(/<[^>]+>/g, ""));
    const removed = changelog.changes.filter(({ kind }) => kind === "removed");
    const urgent = [...computeChangelogPage(USUAL_WORLD.market.asOfMs).pending, ...removed];
    for (const change of urgent) expect(text).toContain(change.text.replaceAll("`", ""));
    expect(open).toContain('docs/api/coin-ohlc/"><code>coins/{symbol}/ohlc</code></a>');
  });

  it("lists what will be removed until its day comes, at least 90 days after its announcement", () => {
    const deprecated = changelog.changes.flatMap((change) => (change.kind === "deprecated" ? [change] : []));
    expect(deprecated.length).toBeGreaterThan(0);
    for (const change of deprecated) {
      const { date, until, text } = change;
      expect(Date.parse(until) - Date.parse(date)).toBeGreaterThanOrEqual(90 * DAY_MS);
      // Readers of the feed see the text only.
      expect(text).toContain(until);
      // A program whose changelog is newer knows that the day has come.
      const isPast = changelog.changes[0]!.date >= until;
      expect(computeChangelogPage(Date.parse(until) - 1).pending.includes(change)).toBe(!isPast);
      expect(computeChangelogPage(Date.parse(until)).pending).not.toContain(change);
    }
  });

  it("shows a removal whose day has come in its version, no longer as announced", async () => {
    const { market } = USUAL_WORLD;
    const later = { ...USUAL_WORLD, market: { ...market, asOfMs: Date.parse("2999-01-01") } };
    const page = await renderPage(later, "docs/changelog/index.html");
    expect(page).not.toContain("Will be removed");
    expect(readText(page)).toContain("Hourly archives");
  });

  it("is an Atom feed with an entry for every change, each with an id of its own and its date", async () => {
    const feed = parseAtomFeed(await renderPage(USUAL_WORLD, "docs/changelog/feed.atom"));
    const entries = feed.entries ?? [];
    expect(entries.map(({ updated }) => updated)).toEqual(changelog.changes.map(({ date }) => `${date}T00:00:00Z`));
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(feed.updated).toBe(entries[0]!.updated);
  });
});

describe("the page of errors", () => {
  it("says what a query without a file returns on the hosts that the site is built for", async () => {
    const builtFor = [getHost("github-pages"), getHost("nginx")];
    const page = await renderPage(USUAL_WORLD, "docs/errors/index.html", { builtFor });
    const text = decodeHTMLStrict(page.replace(/<[^>]+>/g, ""));
    for (const { name, unanswerable } of builtFor)
      expect(text).toContain(`This site is built for ${name}. ${unanswerable}`);
  });
});

describe("the page of CoinGecko's form", () => {
  it("says of every path what a file has, and 404 where only the handler answers", async () => {
    const page = await renderPage(USUAL_WORLD, "docs/coingecko/index.html");
    const rows = [...page.matchAll(/<tr><th scope="row"><a href="[^"]*docs\/api\/(compat-[^/]+)\/">.*?<\/tr>/gs)];
    const withoutFile = rows.filter(([row]) => row.includes(">404</td>")).map(([, id]) => id);
    expect(rows).toHaveLength(Object.keys(coingecko).length);
    expect(withoutFile).toEqual(
      Object.entries(coingecko).flatMap(([id, { example }]) => (example === undefined ? [] : `compat-${id}`)),
    );
  });

  it("says of each parameter of a query whether it is supported or refused, as it is declared", async () => {
    const page = await renderPage(USUAL_WORLD, "docs/coingecko/index.html");
    const listed = [...page.matchAll(/docs\/api\/compat-([^/]+)\/#parameter-(\w+)"/g)].map(([, ...both]) => both);
    const declared = Object.entries(coingecko).flatMap(([id, { parameters }]) =>
      Object.entries(parameters).flatMap(([name, one]) => (one.in === "query" ? [[id, name]] : [])),
    );
    expect(listed.map(String).sort()).toEqual(declared.map(String).sort());
    const rows = page
      .slice(page.indexOf('<h2 id="parameters">'))
      .split("</tr>")
      .map((row) => row.split(/<t[dh]/).map((cell) => cell.replace(/^[^>]*>|<[^>]+>/g, "").trim()));
    const find = (path: string) => rows.find((cells) => cells.includes(path)) ?? [];
    expect(find("/coins/{id}/ohlc")).toContain("interval");
    expect(find("/coins/markets")).toContain("category");
    expect(find("/coins/{id}/history")).toContain("date (required)");
  });

  it("has a remark on each path but the one that has nothing to say, and on no other", () => {
    const paths = Object.values(coingecko).map(({ path }) => path.replace(/^.*\/api\/v3/, ""));
    expect([...Object.keys(REMARKS), "/ping"].toSorted()).toEqual(paths.toSorted());
  });

  it.each([
    ["github-pages", "ignores"],
    ["cloudflare", "all paths and parameters below work"],
  ])("says what a site built for %s answers", async (id, text) => {
    const page = await renderPage(USUAL_WORLD, "docs/coingecko/index.html", { builtFor: [getHost(id)] });
    expect(page).toContain(`This site is built for ${getHost(id).name}</strong>`);
    expect(page).toContain(text);
  });
});

describe("the reliability page", () => {
  const TRIES: readonly Tried[] = collected.tries;

  it("lists the faults of the tests", () => {
    expect(collected.faults).toEqual(FAULTS.map(({ id, level, what }) => ({ id, level, what })));
    const grouped = computeReliabilityPage().faults.flatMap(({ entries }) => entries.map(({ id }) => id));
    expect(grouped.sort()).toEqual(FAULTS.map(({ id }) => id).sort());
  });

  it("counts every run once", () => {
    expect(TRIES.length).toBeGreaterThan(5);
    expect(new Set(TRIES.map(({ name }) => name)).size).toBe(TRIES.length);
    for (const { tried, seed = 0 } of TRIES) expect([tried > 0, Number.isInteger(seed)]).toEqual([true, true]);
  });

  it("states how many builds with absent exchanges were published and refused", async () => {
    const { absent } = computeReliabilityPage();
    expect(absent).toMatchObject({ venues: 12, absent: 6, choices: 924, builds: 2 * 924 });
    expect(absent!.published + absent!.refused).toBe(absent!.builds);
    const page = await renderPage(USUAL_WORLD, "docs/reliability/index.html");
    expect(page).toContain("If any 6 of 12 exchanges are absent");
    for (const text of [`${absent!.worstPercent} %`, absent!.published.toLocaleString("en-US")]) {
      expect(page).toContain(text);
    }
  });

  it("shows every count and every fault", async () => {
    const page = await renderPage(USUAL_WORLD, "docs/reliability/index.html");
    for (const { tried } of TRIES) expect(page).toContain(tried.toLocaleString("en-US"));
    expect(page.match(/<li>/g)!.length).toBeGreaterThanOrEqual(FAULTS.length);
  });
});

describe("the page of plain servers", () => {
  it("has the settings and the command of every server, and the host leads to it", async () => {
    const page = await renderPage(USUAL_WORLD, `${SERVERS_PAGE}index.html`);
    const text = page
      .replace(/<[^>]+>/g, "")
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'");
    const plain = text.replaceAll("&gt;", ">").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
    for (const { id, settings, command = "" } of listPlainServers(layout)) {
      expect(page).toContain(`<h2 id="${id}">`);
      expect(plain).toContain(command);
      expect(plain).toContain(settings?.text ?? "");
    }
    for (const command of [COPY_RELEASE, FIRST_RELEASE, SWITCH_RELEASE]) expect(plain).toContain(command);
    const overview = await renderPage(USUAL_WORLD, "docs/hosts/index.html");
    expect(overview.match(/href="[^"]*docs\/servers\/">More/g)).toHaveLength(3);
  });
});

describe("the page of object stores", () => {
  it("has the measured requests, the price in each store, and the day of each list", async () => {
    const page = await renderPage(USUAL_WORLD, `${STORES_PAGE}index.html`);
    const { uploads, prices, stores, date } = computeStoresPage();
    const text = decodeHTMLStrict(page.replace(/<[^>]+>/g, ""));
    expect(text.includes(`measured on ${date}`)).toBe(uploads.length > 0);
    for (const { site, requests } of uploads) {
      expect(page).toContain(`>${site}</th>`);
      for (const count of requests) expect(page).toContain(`<td class="number">${count}</td>`);
    }
    for (const { interval, usd } of prices) {
      expect(page).toContain(`>${interval}</th>`);
      for (const amount of usd) expect(page).toContain(`>${amount}</td>`);
    }
    for (const { name, url, on } of uploads.length > 0 ? stores : []) {
      expect(page).toContain(url);
      expect(page).toContain(`${name}</a>`);
      expect(text).toContain(`read on ${on}`);
    }
    const overview = await renderPage(USUAL_WORLD, "docs/hosts/index.html");
    expect(overview.match(/href="[^"]*docs\/stores\/">More/g)).toHaveLength(2);
  });
});

it("the price of an upload follows from the measured requests and the list of each store", () => {
  const machine = { cpu: "", cores: 2, memoryGb: 8, platform: "", node: "" };
  const rows = [
    [1_000, "later in the hour", 18_000, 5e8, 8_000, 100, 50, 18, 1, 1e8],
    [1_000, "first of an hour", 18_000, 5e8, 14_000, 100, 50, 18, 1, 2e8],
  ];
  const report = {
    name: "publish",
    about: "",
    date: "2026-11-20",
    machine,
    tables: [{ title: "", columns: [], rows }],
    goals: [],
  };
  const { uploads, prices } = computeStoresPage([report]);
  expect(uploads[1]).toMatchObject({
    site: "1,000 coins, first of an hour",
    size: "500.0 MB",
    requests: ["14,000", "100", "18", "1", "50"],
  });
  // 11,118 writes in the mean of 1,440 builds: 16.0 million, of which R2 includes one.
  expect(prices[0]).toEqual({ interval: "30 minutes", usd: ["$80", "$68", "$0"] });
  // Each of 720 builds is the first of its hour: 14,118 writes.
  expect(prices[1]).toEqual({ interval: "60 minutes", usd: ["$51", "$41", "$0"] });
  expect(prices.at(-1)?.interval).toBe("24 hours");
});

describe("the sources page", () => {
  const PAGE = "docs/sources/index.html";

  const reports = sources.map(({ id, name, homepage, license, terms, attribution }) =>
    makeRunSource(id, { name, homepage, license, terms, attribution, fetchedAtMs: null }),
  );

  function makeReported(own: Parameters<typeof makeWorld>[0] = {}) {
    const world = makeWorld(own);
    return { ...world, run: { ...world.run, sources: reports } };
  }

  it("shows terms and credit of every source", async () => {
    const page = await renderPage(makeReported(), PAGE);
    const links = new Set(readHtml(page).map(({ attributes }) => attributes.get("href")?.replaceAll("&amp;", "&")));
    for (const { id, homepage, terms } of sources) {
      expect([id, links.has(homepage), links.has(terms.url)]).toEqual([id, true, true]);
      expect(page).toContain(`<code>${id}</code>`);
    }
    const credits = sources.flatMap(({ attribution }) => attribution ?? []);
    expect(credits.length).toBeGreaterThan(3);
  });

  it("shows the terms of each source without a report", async () => {
    const page = await renderPage(makeReported(NOTHING), PAGE);
    const unreported = sources.filter(({ terms }) => terms.ground === null);
    const texts = new Set(unreported.map(({ terms }) => terms.says));
    expect(texts.size).toBeGreaterThan(1);
    const rows = page.match(/<tr><th scope="row">(?:(?!<\/tr>).)*<\/tr>/gs)!;
    for (const { id, terms } of unreported)
      expect(rows.find((row) => row.includes(`<code>${id}</code>`))).toContain(terms.says);
  });

  it("groups each source once, by its data in this build", () => {
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

  it("separates computed data from source data", async () => {
    const page = await renderPage(makeReported(NOTHING), PAGE);
    expect(page).toContain("Computed data");
    expect(page).toContain("keeps the terms of its source");
    expect(page).toContain("sources for which no report was found");
    expect(page).toContain("Not used in this build");
  });
});

describe("a site that leaves optional files out", () => {
  const kept = endpoints.filter(({ tree }) => !TREES.some((optional) => optional === tree));

  it.each([
    "docs/index.html",
    "docs/quick-start/index.html",
    "docs/methodology/index.html",
    "docs/outgrown/index.html",
  ])("links on %s to no endpoint that it lacks", async (path) => {
    const ids = (page: string) => [...page.matchAll(/href="[./]+docs\/api\/([^"/]+)\/"/g)].map(([, id]) => id!);
    const known = new Set(kept.map(({ id }) => id));
    const listUnknown = (page: string) => ids(page).filter((id) => !known.has(id));
    expect(listUnknown(await renderPage(USUAL_WORLD, path))).not.toEqual([]);
    expect(listUnknown(await renderPage(USUAL_WORLD, path, { endpoints: kept }))).toEqual([]);
  });
});

describe("a site without a repository", () => {
  it("has no link to the source code", async () => {
    const data = computePageData({ endpoints, world: makeWorld(), hosts, options: { repository: null } });
    const { files: pages } = await renderPages(data);
    expect(pages.length).toBeGreaterThan(20);
    const wrong = pages.filter(
      ({ body }) => />source code</i.test(String(body)) || /href="(null|undefined)/.test(String(body)),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe("llms.txt", () => {
  it("lists every endpoint and every document of the build", async () => {
    const world = makeWorld();
    const described = describeEndpoints(endpoints);
    const documents = listAllDocuments(buildApi(endpoints), world);
    const text = await renderPage(world, "llms.txt", { endpoints: described, documents });
    const listed = [...text.matchAll(/^- (?:\[|`)([^\]`]+)/gm)].map((match) => match[1]);
    expect(listed).toEqual(expect.arrayContaining(described.map(({ path }) => placeFile(path.slice(1)))));
    expect(listed).toEqual(expect.arrayContaining(documents.map(({ path }) => `api/${path}`)));
    expect(text).toContain("- [api/news.rss](api/news.rss): News as RSS (application/rss+xml)");
    const silent = makeWorld({ articles: [] });
    const fewer = listAllDocuments(buildApi(endpoints), silent);
    const page = await renderPage(silent, "llms.txt", { endpoints: described, documents: fewer });
    expect(page).not.toContain("news.rss");
  });
});
