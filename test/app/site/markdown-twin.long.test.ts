import { decodeHTML } from "entities";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { beforeAll, describe, expect, it } from "vitest";
import { renderTwins } from "../../../build/app/site/markdown-twin.ts";
import type { PreviousAnswers } from "../../../build/kit/render/responses.ts";
import { readUsualPages } from "../../fixtures/pages.ts";

let files: ReadonlyMap<string, string | Uint8Array>;
/** Every page of the documentation with its Markdown, and that as HTML, by path of the page. */
let pages: Map<string, { page: string; twin: string; html: string }>;

beforeAll(async () => {
  ({ files } = await readUsualPages());
  pages = new Map(
    [...files]
      .filter(([path]) => /^docs\/.*index\.html$|^docs\/index\.html$/.test(path))
      .map(([path, page]) => {
        const twin = String(files.get(path.replace(/html$/, "md")));
        return [path, { page: String(page), twin, html: renderHtml(twin) }];
      }),
  );
});

describe("the Markdown of a page of the documentation", () => {
  it("exists for each page, and for no other", () => {
    expect(pages.size).toBeGreaterThan(50);
    const twins = [...files.keys()].filter((path) => path.endsWith(".md"));
    expect(twins.toSorted()).toEqual([...pages.keys()].map((path) => path.replace(/html$/, "md")).toSorted());
    for (const { page } of pages.values()) expect(page).toContain('type="text/markdown"');
  });

  it("has the headings and the code of the page, in its order", () => {
    for (const [path, { page, html }] of pages) {
      const outline = listOutline(cutText(page));
      expect(outline.length, path).toBeGreaterThan(0);
      expect(listOutline(html), path).toEqual(outline);
    }
  });

  it("has the cells of the page's tables", () => {
    for (const [path, { page, html }] of pages) expect(listCells(html), path).toEqual(listCells(cutText(page)));
  });

  it("links to files of the site, and from page to page as Markdown", () => {
    const links = [...pages].flatMap(([path, { html }]) =>
      [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href = ""]) => ({ path, href: decodeHTML(href) })),
    );
    expect(links.length).toBeGreaterThan(100);
    const broken = links.filter(({ path, href }) => {
      const url = new URL(href, `https://site.test/${path}`);
      const file = url.pathname.slice(1).replace(/(^|\/)$/, "$1index.html");
      return url.host === "site.test" && (!files.has(file) || pages.has(file));
    });
    expect(broken).toEqual([]);
  });

  it("contains no control that only works in a browser", () => {
    const text = [...pages.values()].map(({ twin }) => twin).join("\n");
    expect(text).not.toMatch(/^Copy$|Press Send|Skip to content|needs JavaScript/m);
  });

  it("is named in llms.txt, page by page", () => {
    const text = String(files.get("llms.txt"));
    const named = new Set([...text.matchAll(/\]\((docs\/[^)]+)\)/g)].map(([, path]) => path));
    expect([...pages.keys()].map((path) => path.replace(/html$/, "md")).filter((path) => !named.has(path))).toEqual([]);
    expect([...named].filter((path) => !files.has(path!))).toEqual([]);
  });
});

it("the notice of demo data, definitions and bars in cells stay in the Markdown", () => {
  const body = `<nav>Menu</nav><aside class="banner"><strong>Demo data.</strong> Invented.</aside><main><div class="docs-page">
<h1>One</h1><dl><div><dt><code>coins</code></dt><dd>How many.</dd></div></dl>
<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><code>a|b</code></td><td><p>two</p><p>lines</p></td></tr></tbody></table>
<p><a href="#two">Below</a>, <a href="../x/#y">another page</a>, <a href="https://host.example/docs/">a site</a></p>
</div>
<nav class="docs-nav">List</nav></main>`;
  const [twin] = renderTwins([
    { path: "docs/one/index.html", body },
    { path: "index.html", body },
  ]);
  expect(twin).toMatchObject({
    path: "docs/one/index.md",
    body: `**Demo data.** Invented.

# One

- \`coins\`

  How many.

| A | B |
| --- | --- |
| \`a\\|b\` | two lines |

Below, [another page](../x/index.md), [a site](https://host.example/docs/)
`,
  });
});

it("is reused while the text of its page stays the same, whatever else of the page changes", () => {
  const page = (menu: string, text: string) => ({
    path: "docs/one/index.html",
    body: `<nav>${menu}</nav><div class="docs-page"><p>${text}</p></div><nav class="docs-nav"></nav>`,
  });
  const [first] = renderTwins([page("Menu", "Text")]);
  const reused = { body: Buffer.from("kept"), sha256: "its hash" };
  const previous: PreviousAnswers = {
    program: "one",
    find: (path, digest) => (path === first!.path && digest === first!.inputsDigest ? reused : undefined),
  };
  expect([...renderTwins([page("Other menu", "Text")], previous)]).toEqual([{ ...first, ...reused }]);
  expect([...renderTwins([page("Menu", "Other text")], previous)][0]!.body).toBe("Other text\n");
});

function renderHtml(markdown: string): string {
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
}

/** The text of a page, without what only works in a browser. */
function cutText(page: string): string {
  return page
    .slice(page.indexOf('<div class="docs-page">'), page.indexOf('<nav class="docs-nav"'))
    .replace(/<(section|pre|nav)[^>]* data-page-only>[\s\S]*?<\/\1>/g, "");
}

/** Headings with their level and blocks of code, as text. */
function listOutline(html: string): string[] {
  return [...html.matchAll(/<(h[1-6]|pre)\b[^>]*>([\s\S]*?)<\/\1>/g)].map(([, name, content]) =>
    name === "pre" ? `pre: ${readText(content!).trimEnd()}` : `${name}: ${readLine(content!)}`,
  );
}

/** The text of the cells that are not empty, without blanks: a block in a cell becomes a blank. */
function listCells(html: string): string[] {
  const cells = [...html.matchAll(/<(t[hd])\b[^>]*>([\s\S]*?)<\/\1>/g)];
  return cells.map(([, , text]) => readText(text!).replace(/\s/g, "")).filter((text) => text !== "");
}

function readLine(html: string): string {
  return readText(html).replace(/\s+/g, " ").trim();
}

function readText(html: string): string {
  return decodeHTML(html.replace(/<[^>]*>/g, ""));
}
