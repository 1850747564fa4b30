import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import type { PageData } from "../../../build/app/site/page-data/page-data.ts";
import { recipes } from "../../../build/app/site/page-data/recipes.ts";
import { renderPages } from "../../../build/app/site/render-site.ts";
import { documented as endpoints } from "../../../build/crypto/api/registry.ts";
import { ErrorResponse } from "../../../build/kit/api/error-response.ts";
import { makeCoin } from "../../fixtures/market.ts";
import { makePages, type PagedSite, readEmptyPages, readUsualPages } from "../../fixtures/pages.ts";
import { type HtmlElement, readHtml } from "../../fixtures/read-html.ts";
import { listSinglePages, readTemplates } from "../../fixtures/templates.ts";

const PAGES = [
  ...(await listSinglePages()),
  ...endpoints.map(({ id }) => `docs/api/${id}/index.html`),
  ...recipes.map(({ id }) => `docs/use/${id}/index.html`),
  ...["1h", "7d", "30d"].map((window) => `movers/${window}/index.html`),
  "exchanges/kraken/index.html",
  ...["volume", "bitcoin-dominance", "ethereum-dominance", "tvl"].map((id) => `global/${id}/index.html`),
].sort();
/** The URL of the site in these tests: a folder of a host. */
const ROOT = "https://host.example/repo/";
/** Attributes with URLs that a browser loads or opens. */
const LINKS = ["href", "src", "srcset", "action", "poster", "data", "formaction"];

const HOSTILE_NAMES = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</title><svg onload=alert(1)>",
  "{{ alert(1) }} {% raw %} &lt;b&gt;",
];

let site: PagedSite;
let empty: PagedSite;
/** A site with a URL, of coins with hostile names. */
let placed: PagedSite;
beforeAll(async () => {
  site = await readUsualPages();
  empty = await readEmptyPages();
  const coins = HOSTILE_NAMES.map((name, at) =>
    makeCoin(`coin-${at}`, `X${at}"<`, { name, key: `x${at}`, rank: at + 1 }),
  );
  placed = await makePages({ coins }, ROOT);
});

const elementsOf = new Map<string, readonly HtmlElement[]>();

/** The elements of a page, which several tests look at. */
function readElements(page: string): readonly HtmlElement[] {
  const elements = elementsOf.get(page) ?? readHtml(page);
  elementsOf.set(page, elements);
  return elements;
}

function addressOf(path: string): URL {
  return new URL(path, ROOT);
}

/** The file of a URL. */
function fileOf(url: URL): string {
  const path = decodeURIComponent(url.pathname.slice(new URL(ROOT).pathname.length));
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

function findBrokenLinks({ pages, files }: PagedSite, isIncluded: (path: string) => boolean): string[] {
  const idsOf = new Map([...pages].map(([path, page]) => [path, listIds(readHtml(page))]));
  return [...pages].flatMap(([path, page]) => {
    if (!isIncluded(path)) return [];
    const from = addressOf(path.replace(/index\.html$/, ""));
    return readHtml(page).flatMap(({ name, attributes }) =>
      LINKS.flatMap((attribute) => {
        const link = attributes.get(attribute);
        if (link === undefined || attributes.get("rel")?.includes("noopener")) return [];
        const url = new URL(link.replaceAll("&amp;", "&"), from);
        if (!url.href.startsWith(ROOT)) return [`${path}: <${name}> links to another site: ${link}`];
        const file = fileOf(url);
        if (!files.has(file)) return [`${path}: ${link} links to ${file}, which does not exist`];
        const id = url.hash.slice(1);
        return id === "" || idsOf.get(file)?.has(id) ? [] : [`${path}: ${link} has an unknown fragment`];
      }),
    );
  });
}

/** A script and all modules that it imports, also dynamically. */
function listModules({ files }: PagedSite, path: string, known = new Set<string>()): string[] {
  if (!path.endsWith(".js") || known.has(path)) return [];
  known.add(path);
  const imports = String(Buffer.from(files.get(path) ?? "")).matchAll(/(?:from |import |import\()"(\.[^"]+)"/g);
  return [
    path,
    ...[...imports].flatMap(([, to]) =>
      listModules({ files } as PagedSite, fileOf(new URL(to!, addressOf(path))), known),
    ),
  ];
}

function listIds(elements: readonly HtmlElement[]): Set<string> {
  return new Set(elements.flatMap(({ attributes }) => attributes.get("id") ?? []));
}

describe("every page", () => {
  it("exists and is well-formed", () => {
    expect([...site.pages.keys()].filter((path) => !path.startsWith("coins/"))).toEqual(PAGES);
    for (const page of [...site.pages.values(), ...empty.pages.values()]) {
      expect(readElements(page).length).toBeGreaterThan(30);
    }
  });

  it("has one h1, a title, a description, a language and landmarks", () => {
    const titles = new Set<string>();
    for (const page of site.pages.values()) {
      const elements = readElements(page);
      const count = (name: string) => elements.filter((element) => element.name === name).length;
      for (const name of ["h1", "main", "title"]) expect([name, count(name)]).toEqual([name, 1]);
      expect(elements.find(({ name }) => name === "html")?.attributes.get("lang")).toBe("en");
      titles.add(elements.find(({ name }) => name === "title")!.text);
      expect(page).toMatch(/<meta name="description" content="[^"]{30,}">/);
      expect(page).toContain('<a class="skip-link" href="#content">');
    }
    expect(titles.size).toBe(site.pages.size);
  });

  it("links to existing files by relative paths, in any folder", () => {
    // The 404 page is shown at any depth, so its links need the base URL.
    expect(findBrokenLinks(site, (path) => path !== "404.html")).toEqual([]);
    expect(findBrokenLinks(placed, () => true)).toEqual([]);
  });

  it("is in the sitemap of a site with a URL, and names its own there", () => {
    for (const path of ["docs/hosts/", "coins/x0/"]) {
      expect(placed.files.get("sitemap.xml")).toContain(`<loc>${ROOT}${path}</loc>`);
      expect(placed.pages.get(`${path}index.html`)).toContain(`rel="canonical" href="${ROOT}${path}"`);
    }
    expect(site.files.has("sitemap.xml")).toBe(false);
  });

  it("of the documentation is listed in its index", () => {
    const [content] = site.pages.get("docs/index.html")!.match(/<main[\s\S]*<\/main>/)!;
    const listed = readElements(content).flatMap(({ name, attributes }) =>
      name === "a" ? fileOf(new URL(attributes.get("href") ?? "", addressOf("docs/"))) : [],
    );
    expect(listed).toEqual(expect.arrayContaining(PAGES.filter((path) => /^docs\/[^/]+\/index\.html$/.test(path))));
  });

  it("of a folder of its own is in the header", async () => {
    const nav = site.pages.get("index.html")!.match(/<nav class="site-nav"[\s\S]*?<\/nav>/)![0];
    const missing = (await readTemplates()).flatMap(({ file, data }) => {
      const path = /^([\w-]+\/)index\.html$/.exec(String(data.permalink))?.[1];
      if (path === undefined || path === "docs/" || nav.includes(`href="./${path}"`)) return [];
      return [`templates/${file}: add an entry to DATA_PAGES in templates/components/navigation.js`];
    });
    expect(missing).toEqual([]);
  });

  it("has no broken links without data", () => {
    expect(findBrokenLinks(empty, (path) => path !== "404.html")).toEqual([]);
    expect(empty.pages.get("index.html")).not.toContain("NaN");
  });

  it("shows no markup of its own as text", () => {
    // A piece of markup that goes through a text is escaped: `&lt;span data-address>`.
    const shown = [...site.pages].filter(([, page]) =>
      /&lt;(?:span|code|a|strong|em)\b[^&]*\b(?:data-|class=|href=)/.test(page),
    );
    expect(shown.map(([path]) => path)).toEqual([]);
  });

  it("loads nothing from other sites", () => {
    for (const page of site.pages.values()) {
      for (const { name, attributes } of readElements(page)) {
        for (const [attribute, value] of attributes) {
          if (!/^(?:https?:)?\/\//i.test(value)) continue;
          expect([name, attribute]).toEqual(name === "svg" ? ["svg", "xmlns"] : ["a", "href"]);
          expect(attributes.get("rel")).toBe("noopener nofollow");
        }
      }
    }
    const styles = String(Buffer.from(site.files.get("site.css") as Uint8Array));
    expect(styles).not.toMatch(/@import|url\(/);
  });

  it("has no inline script or style, and a policy that forbids them", () => {
    const found: [path: string, what: string][] = [];
    for (const [path, page] of site.pages) {
      const elements = readElements(page);
      for (const { name, attributes, text } of elements) {
        // Browsers do not run data blocks.
        const isData = ["application/json", "application/ld+json"].includes(attributes.get("type") ?? "");
        if (name === "script" && !isData && (text !== "" || !attributes.has("src")))
          found.push([path, `script ${text}`]);
        if (name === "style") found.push([path, `style ${text}`]);
        for (const attribute of attributes.keys()) {
          if (/^(?:on.*|style)$/i.test(attribute)) found.push([path, `${attribute} of ${name}`]);
        }
      }
      const policy = elements.find(({ attributes }) => attributes.get("http-equiv") === "Content-Security-Policy");
      expect(policy?.attributes.get("content"), path).toMatch(/^default-src &#39;self&#39;;/);
      expect(policy?.attributes.get("content"), path).not.toContain("unsafe");
    }
    expect(found).toEqual([]);
  });

  it("stays within its size budget before interaction", () => {
    const sizes = new Map<string, number>();
    const bytesOf = (path: string) => {
      const bytes = sizes.get(path) ?? gzipSync(site.files.get(path)!).length;
      sizes.set(path, bytes);
      return bytes;
    };
    for (const [path, page] of site.pages) {
      const from = addressOf(path);
      const loaded = readElements(page).flatMap(({ name, attributes }) => {
        // A script loads the chart library when the chart is visible.
        const library = attributes.get("data-vendor");
        const link = library ?? attributes.get(name === "script" ? "src" : "href");
        const isLoaded =
          library !== undefined || name === "script" || ["stylesheet", "icon"].includes(attributes.get("rel") ?? "");
        return link !== undefined && isLoaded && path !== "404.html" ? [fileOf(new URL(link, from))] : [];
      });
      const modules = loaded.flatMap((file) => listModules(site, file));
      const total = [path, ...new Set([...loaded, ...modules])].reduce((sum, file) => sum + bytesOf(file), 0);
      expect([path, total]).toEqual([path, Math.min(total, 100_000)]);
      // The market page has 100 rows, which compress well. The changelog grows with each change.
      // The limit is for this small world: with the data of a whole market and its measurements,
      // the pages of archives, DeFi, exchanges, forks and benchmarks are larger.
      if (!["market/index.html", "docs/changelog/index.html"].includes(path))
        expect([path, page.length]).toEqual([path, Math.min(page.length, 64_000)]);
    }
  });
});

describe("pages", () => {
  it("name the template and the reason if they cannot be rendered", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pages-"));
    writeFileSync(
      join(folder, "a.11ty.js"),
      'export const data = { permalink: "a.html" };\nexport function render({ shared }) {\n  return shared.data.answer("nothing");\n}\n',
    );
    const answer = () => {
      throw new Error('There is no endpoint "nothing"');
    };
    const rendering = renderPages({ answer } as unknown as PageData, folder);
    await expect(rendering).rejects.toThrow(/a\.11ty\.js.*There is no endpoint "nothing"/);
    rmSync(folder, { recursive: true });
  });

  it("escape names", () => {
    const page = placed.pages.get("index.html")!;
    const elements = readElements(page);
    expect(elements.filter(({ name }) => ["img", "iframe", "object"].includes(name))).toEqual([]);
    expect(elements.flatMap(({ attributes }) => [...attributes.keys()]).filter((name) => /^on/i.test(name))).toEqual(
      [],
    );
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).toContain("{{ alert(1) }} {% raw %} &amp;lt;b&amp;gt;");
  });

  it("contain the JSON error in the 404 page", () => {
    const data = readElements(site.pages.get("404.html")!).find(({ attributes }) => attributes.get("id") === "error")!;
    expect(data.attributes.get("type")).toBe("application/json");
    const published = JSON.parse(String(Buffer.from(site.files.get("api/404.json") as Uint8Array)));
    expect(ErrorResponse.parse(JSON.parse(data.text))).toEqual(published);
  });

  it("have a demo banner only for demo data", () => {
    expect(site.world.sample).toBe(false);
    for (const page of site.pages.values()) expect(page).not.toContain('class="banner"');
  });
});
