import { describe, expect, it } from "vitest";
import { engines } from "../../../build/app/site/page-data/engines.ts";
import type { World } from "../../../build/crypto/api/world.ts";
import type { ArchiveEntry } from "../../../build/kit/api/archive-entry.ts";
import { getHost } from "../../../build/kit/hosts/registry.ts";
import { ARCHIVE, makeWorld, NOTHING } from "../../fixtures/market.ts";
import { renderPage, USUAL_WORLD } from "../../fixtures/pages.ts";
import { readHtml } from "../../fixtures/read-html.ts";

const FROM_MS = Date.UTC(2026, 0, 1);
const TO_MS = Date.UTC(2026, 0, 31);

const makeArchive = (filename: string, own: Partial<ArchiveEntry> = {}): ArchiveEntry => ({
  ...ARCHIVE,
  filename,
  dataset: "hourly",
  periodStartMs: FROM_MS,
  periodEndMs: TO_MS,
  gaps: [],
  rows: 12_345,
  sizeBytes: 67_890,
  sha256: "a".repeat(64),
  columns: [{ name: "price", type: "number", unit: "USD", description: "Price of one coin" }],
  ...own,
});

const render = (archives: ArchiveEntry[], world: World = makeWorld()) =>
  renderPage({ ...world, archives }, "archives/index.html");

describe("the archives page", () => {
  it("shows period, rows, size, checksum and gaps of a file", async () => {
    const gaps = [{ fromMs: FROM_MS, toMs: TO_MS, reason: "no build ran" }];
    const page = await render([makeArchive("hourly-2026-01.csv.gz", { gaps })]);
    expect(page).toContain('href="../api/data/download/hourly-2026-01.csv.gz"');
    expect(page).toContain("2026-01-01 – 2026-01-31");
    expect(page).toContain(">12,345</td>");
    expect(page).toContain(">67.9 kB</td>");
    expect(page).toContain(`data-sha256="${"a".repeat(64)}"`);
    expect(page).toContain('href="../api/data/download/hourly-2026-01.csv.gz.sha256"');
    expect(page).toContain("no build ran");
  });

  it("links to the Parquet file where there is one", async () => {
    const parquet = { sizeBytes: 1_234, sha256: "b".repeat(64), form: 1 };
    const link = 'href="../api/data/download/hourly-2026-01.parquet"';
    expect(await render([makeArchive("hourly-2026-01.csv.gz", { parquet })])).toContain(link);
    expect(await render([makeArchive("hourly-2026-01.csv.gz")])).not.toContain(link);
  });

  it("shows the code in the description of a dataset as code", async () => {
    const archive = makeArchive("hourly-2026-01.csv.gz", {
      description: "As in `coins/{symbol}`",
      parquet: { sizeBytes: 1_234, sha256: "b".repeat(64), form: 1 },
    });
    for (const page of ["archives/index.html", "data/sql/index.html"])
      expect(await renderPage({ ...makeWorld(), archives: [archive] }, page)).toMatch(
        /As in <code>coins\/(?:<wbr>)?\{symbol\}<\/code>/,
      );
  });

  it("describes each dataset for search engines", async () => {
    const parquet = { sizeBytes: 1_234, sha256: "b".repeat(64), form: 1 };
    const page = await render([
      makeArchive("hourly-2026-01.csv.gz", { parquet, license: "CC0-1.0" }),
      makeArchive("news.csv.gz", { dataset: "news", license: "CC0-1.0 for </script>" }),
    ]);
    const [, text] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)!;
    const { "@context": context, "@graph": datasets } = JSON.parse(text!);
    expect(context).toBe("https://schema.org/");
    expect(datasets).toHaveLength(2);
    expect(datasets[0]).toMatchObject({
      "@type": "Dataset",
      name: "Open Crypto Data: hourly",
      description: ARCHIVE.description,
      license: "https://creativecommons.org/publicdomain/zero/1.0/",
      creator: { "@type": "Organization", name: "Open Crypto Data" },
      temporalCoverage: "2026-01-01T00:00:00Z/2026-01-31T00:00:00Z",
      variableMeasured: [{ "@type": "PropertyValue", name: "price", unitText: "USD" }],
    });
    const files = datasets[0].distribution.map((file: Record<string, string>) => [
      file["encodingFormat"],
      file["contentUrl"]!.replace(/^.*\/api\//, ""),
      file["sha256"],
    ]);
    expect(files).toEqual([
      ["application/gzip", "data/download/hourly-2026-01.csv.gz", "a".repeat(64)],
      ["application/vnd.apache.parquet", "data/download/hourly-2026-01.parquet", "b".repeat(64)],
    ]);
    expect(datasets[1].license).toEqual({ "@type": "CreativeWork", name: "CC0-1.0 for </script>" });
  });

  it("has code for curl, Python, R, DuckDB and spreadsheets with an existing file", async () => {
    const page = await render([makeArchive("coins-latest.csv.gz")]);
    const ids = readHtml(page).flatMap(({ attributes }) => attributes.get("data-copy") ?? []);
    expect(ids).toEqual(["curl", "python", "r", "duckdb", "excel", "sheets"].map((id) => `take-${id}`));
    const code = /<code id="take-curl"[^>]*>(.*?)<\/code>/s.exec(page)![1]!.replace(/<[^>]+>/g, "");
    expect(code).toBe(
      "curl -fsS -o &#39;coins-latest.csv.gz&#39; https://SITE/api/data/download/coins-latest.csv.gz &amp;&amp; curl -fsS https://SITE/api/data/download/coins-latest.csv.gz.sha256 | sha256sum -c".replaceAll(
        "&#39;",
        "'",
      ),
    );
  });

  it("explains shared columns once", async () => {
    const page = await render([
      makeArchive("hourly-2026-01.csv.gz"),
      makeArchive("daily.csv.gz", { dataset: "daily" }),
    ]);
    expect(page).toContain("It has the columns of <code>hourly</code>.");
    const [, body] = page.split("</head>");
    expect(body!.match(/Price of one coin/g)).toHaveLength(1);
  });

  it("stays small with thousands of files and counts all of them", async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => makeArchive(`history-c${at}.csv.gz`, { dataset: "history" }));
    const page = await render([makeArchive("hourly-2026-01.csv.gz"), ...many]);
    expect(page.length).toBeLessThan(60_000);
    expect(page).toContain('<option value="history">history (3,000)</option>');
    expect(page).toMatch(/of 3,001 files<\/p>/);
  });

  it("has a message without archives", async () => {
    expect(await render([], makeWorld(NOTHING))).toContain("No archives yet");
  });
});

describe("the page of query engines", () => {
  const renderEngines = (archives: ArchiveEntry[]) =>
    renderPage({ ...makeWorld(), archives }, "docs/outgrown/index.html");

  it.each([
    ["github-pages", "answers HTTP ranges"],
    ["cloudflare", "ignores HTTP ranges"],
    ["vercel", "may ignore HTTP ranges"],
  ])("says whether engines read parts of a file from a site built for %s", async (id, text) => {
    const page = await renderPage(USUAL_WORLD, "docs/outgrown/index.html", { builtFor: [getHost(id)] });
    expect(page).toContain(text);
  });

  it("has the commands of every engine where the site has Parquet files", async () => {
    const parquet = { sizeBytes: 1_234, sha256: "b".repeat(64), form: 1 };
    const page = await renderEngines([makeArchive("hourly-2026-01.csv.gz", { parquet })]);
    for (const { id } of engines) expect(page).toContain(`<h2 id="${id}">`);
    expect(page).not.toContain("build/settings.ts");
  });

  it("names the setting that publishes Parquet files where the site has none", async () => {
    const page = await renderEngines([makeArchive("hourly-2026-01.csv.gz")]);
    expect(page).toContain("name <code>parquet</code> in <code>trees</code>");
    for (const { id } of engines) expect(page).not.toContain(`<h2 id="${id}">`);
  });
});
