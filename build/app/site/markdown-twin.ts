import TurndownService from "turndown";
import type { Artifact } from "../../kit/platform/artifact.ts";
import type { PreviousAnswers } from "../../kit/render/responses.ts";
import { computeSha256 } from "../../lib/hash.ts";

/** Pages of the documentation, and so of their twins: `docs/errors/index.html`. */
const PAGE = /^docs\/(?:.+\/)?index\.html$/;
/** Stands for the address of the site while links are resolved. */
const SITE = "https://site.invalid/";

/**
 * Where the text of a page begins and ends in the layout: the notice of demo data, and the page
 * itself. The navigation would be most of the work.
 */
const TEXT_PARTS = [
  ['<aside class="banner"', "</aside>"],
  ['<div class="docs-page">', '<nav class="docs-nav"'],
] as const;
const CODE = /<code\b[\s\S]*?<\/code>/g;
/** The elements that colour code and break its lines. */
const CODE_STYLE = /<\/?span\b[^>]*>|<wbr>/g;
/** What only works in a browser. */
const CONTROLS = ["BUTTON", "FORM", "NOSCRIPT", "SCRIPT", "STYLE"];

/**
 * The twins of the documentation's pages: their text in Markdown, `index.md` beside
 * `index.html`, for programs that read text. Made from the rendered page, so that no text exists
 * twice. Elements with `data-page-only` are left out. The twin of a page with the same text as in
 * the last build is reused: most texts only change with the program.
 */
export function* renderTwins(files: readonly Artifact[], previous?: PreviousAnswers): Generator<Artifact> {
  for (const { path: page, body } of files) {
    if (!PAGE.test(page)) continue;
    const path = nameTwin(page);
    const text = TEXT_PARTS.map(([start, end]) => cutPart(String(body), start, end)).join("");
    const inputsDigest = computeSha256(text);
    const rendered = previous?.find(path, inputsDigest) ?? { body: renderTwin(page, text) };
    yield { path, inputsDigest, ...rendered };
  }
}

/** `docs/errors/index.html` → `docs/errors/index.md`. */
function nameTwin(path: string): string {
  return path.replace(/html$/, "md");
}

/** GitHub's Markdown. `path`: of the page in the site. `text`: its text as HTML. */
function renderTwin(path: string, text: string): string {
  const service = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-" });
  addTables(service);
  addDefinitions(service);
  service.addRule("link", {
    filter: (node) => node.nodeName === "A" && node.hasAttribute("href"),
    replacement: (text, node) => renderLink(text, (node as Element).getAttribute("href")!, path),
  });
  // The rule that was added last is tried first.
  service.addRule("left out", { filter: (node) => isLeftOut(node), replacement: () => "" });
  // Markdown has no place for these elements, and without them the conversion takes a sixth less.
  const plain = text.replace(CODE, (code) => code.replace(CODE_STYLE, ""));
  return `${service.turndown(plain).trim()}\n`;
}

/** From `start` to `end`; nothing if the page has no such part. */
function cutPart(page: string, start: string, end: string): string {
  const from = page.indexOf(start);
  return from === -1 ? "" : page.slice(from, page.indexOf(end, from));
}

function isLeftOut(node: HTMLElement): boolean {
  return CONTROLS.includes(node.nodeName) || node.hasAttribute("data-page-only");
}

/** A row is one line, and a bar would end its cell, also within code. */
function addTables(service: TurndownService): void {
  service.addRule("cell", {
    filter: ["th", "td"],
    replacement: (text) =>
      ` ${text
        .trim()
        .replace(/\s*\n\s*/g, " ")
        .replaceAll("|", "\\|")} |`,
  });
  service.addRule("row", {
    filter: "tr",
    replacement: (cells, row) => `\n|${cells}${isHead(row) ? `\n|${" --- |".repeat(row.childNodes.length)}` : ""}\n`,
  });
  service.addRule("rows", { filter: ["thead", "tbody"], replacement: (rows) => rows });
  service.addRule("table", { filter: "table", replacement: (rows) => `\n\n${rows.trim()}\n\n` });
}

function isHead(row: Node): boolean {
  return row.parentNode?.nodeName === "THEAD";
}

/** Markdown has no terms with definitions: they become a list. */
function addDefinitions(service: TurndownService): void {
  service.addRule("term", { filter: "dt", replacement: (text) => `\n\n- ${text.trim()}` });
  service.addRule("definition", {
    filter: "dd",
    replacement: (text) => `\n\n  ${text.trim().replaceAll("\n", "\n  ")}\n\n`,
  });
}

/**
 * Links stay relative, as in the page, and lead from twin to twin. A place within a page has no
 * anchor in Markdown: the link leads to the page, or is only its text within the same one.
 */
function renderLink(text: string, href: string, from: string): string {
  if (href.startsWith("#")) return text;
  const { origin, pathname } = new URL(href, SITE + from);
  const isInSite = origin === new URL(SITE).origin;
  const path = pathname.slice(1).replace(/\/$/, "/index.html");
  if (!isInSite || !PAGE.test(path)) return `[${text}](${href})`;
  return `[${text}](${href.replace(/[?#].*$/, "")}${nameTwin("index.html")})`;
}
