import { gunzipSync } from "node:zlib";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { bundleProgramFiles, bundleWorker } from "../../../build/crypto/serve/programs.ts";
import { newsPublishers } from "../../../build/crypto/sources/news/news-publishers.ts";
import type { Host } from "../../../build/kit/hosts/host.ts";
import { hosts } from "../../../build/kit/hosts/registry.ts";
import { type MemoryTree, verifyMemory } from "../../fixtures/memory-tree.ts";
import { readHtml } from "../../fixtures/read-html.ts";
import { sample } from "../../seed.ts";
import { type ChaosBuild, openChaosRun } from "./chaos-run.ts";
import type { Fault } from "./fault.ts";
import { hashSeed, recordTries, SEED } from "./random.ts";

const HOSTILE_TEXTS: readonly string[] = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</script><script>alert(1)</script>",
  "</title><svg onload=alert(1)>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "<!-- ]]> --><![CDATA[ <b>",
  "' onmouseover='alert(1)",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "https://user:pass@evil.example/",
  "//evil.example/x",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: for programs that take it for one
  "{{7*7}}${7*7}<%= 7*7 %>#{7*7}",
  "\u202Egnp.exe\u202C",
  "zero\u200Bwidth\uFEFF\u2060",
  "nul\u0000bell\u0007escape\u001b[31m",
  "line\r\nX-Injected: yes",
  "line\u2028separator\u2029",
  "lone \uD800 surrogate",
  "A".repeat(1_000_000),
  "N".repeat(300),
  '=HYPERLINK("https://evil.example","x")',
  "+cmd|' /C calc'!A0",
  "-2+3",
  "@SUM(1+1)",
  "\t=1+1",
  '"quoted","cells"',
  "semi;colon,comma",
  "..%2f..%2fetc%2fpasswd",
  "../../etc/passwd",
  "..\\..\\windows",
  "CON",
  "NUL",
  "aux.json",
  "index",
  "..",
  ".",
  "trailing.",
  "trailing ",
  "__proto__",
  "constructor",
  "toString",
  "caseVariant",
  "CASETWIN",
  "caf\u00e9",
  "cafe\u0301",
  "ﬀ-ligature",
  "STRASSE",
  "straße",
  "%00",
  "a%2Fb",
  "a?b#c&d=e",
  "*:|<>",
  "🦴👩‍👩‍👧‍👦",
  "\u{E0041}\u{E0042}tags",
  "limit",
  "search",
  "history",
];

function createHostilePen(from = 0): () => string {
  let at = from;
  return () => HOSTILE_TEXTS[at++ % HOSTILE_TEXTS.length]!;
}

/** Fields that hold free text of an upstream and that are shown, linked or used in file names. */
const TEXTS =
  /^(name|symbol|category|country|description|author|title|url|image|logo|homepage|id|slug|chain|trust_score)$/;
/** Below the share at which a whole response is rejected: the other rows are still published. */
const EVERY = 6;

/**
 * Puts hostile texts into otherwise sound rows, one field at a time. In lists, one row in several
 * gets one.
 */
function injectTexts(pen: () => string): Fault {
  return {
    id: "hostile-text",
    what: "malicious text in names, symbols, headlines and links",
    level: "body",
    lies: true,
    edit(text) {
      if (text.trimStart().startsWith("<")) return { body: Buffer.from(injectXml(text, pen)) };
      const body: unknown = JSON.parse(text);
      inject(body, pen);
      return { body: Buffer.from(JSON.stringify(body)) };
    },
  };
}

function inject(value: unknown, pen: () => string): void {
  if (Array.isArray(value) && value.length > EVERY) {
    for (const [index, row] of value.entries())
      if (index % EVERY === EVERY - 1) injectOne(row, pen, Math.floor(index / EVERY));
  } else if (Array.isArray(value))
    for (const [index, each] of value.entries()) {
      if (typeof each === "string") value[index] = pen();
      else inject(each, pen);
    }
  else if (typeof value === "object" && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      if (typeof each === "object") inject(each, pen);
      else if (typeof each === "string" && key !== "id" && Number.isNaN(Number(each)))
        (value as Record<string, unknown>)[key] = pen();
    }
  }
}

function injectOne(row: unknown, pen: () => string, turn: number): void {
  if (typeof row !== "object" || row === null) return;
  const fields = Object.keys(row).filter((key) => TEXTS.test(key));
  const field = fields[turn % Math.max(fields.length, 1)];
  if (field !== undefined) (row as Record<string, unknown>)[field] = pen();
}

/**
 * Characters that XML cannot hold are removed: such a feed is refused whole, which is a separate
 * fault.
 */
function injectXml(text: string, pen: () => string): string {
  const clean = () =>
    pen()
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .slice(0, 20_000);
  const escaped = () => clean().replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  let turn = 0;
  return text.replace(
    /<(title|link|dc:creator|author|category|guid)(\b[^>]*)>([\s\S]*?)<\/\1>/g,
    (whole: string, name: string, attributes: string) => {
      turn += 1;
      if (turn % EVERY !== 0) return whole;
      const content = turn % (2 * EVERY) === 0 ? `<![CDATA[${clean().replaceAll("]]>", "")}]]>` : escaped();
      return `<${name}${attributes}>${content}</${name}>`;
    },
  );
}

/** Invisible and reordering characters. Joiners belong to emoji and some alphabets. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF\u{E0000}-\u{E007F}]/u;
const LINK_KEY = /(^|_)(url|image|logo|homepage|explorer|whitepaper|source_code|link|href|twitter|reddit)$/;
const WEB = /^https?:\/\/[^\s<>"'\\^`{|}]+$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i;

/**
 * Lists what in a tree is malformed, or could run, reorder, escape or collide somewhere. Each
 * sentence begins with the path.
 */
function findLive(tree: MemoryTree): string[] {
  const problems: string[] = [];
  const names = new Map<string, string>();
  for (const [path, bytes] of tree) {
    // Other people's programs, which are published as they are.
    if (path.startsWith("vendor/")) continue;
    const say = (what: string) => problems.push(`${path.slice(0, 120)}: ${what}`);
    checkName(path, names, tree, say);
    try {
      const body = path.endsWith(".gz") ? gunzipSync(bytes) : bytes;
      if (/\.(png|ico|woff2|svg)$/.test(path)) continue;
      checkFile(path.replace(/\.gz$/, ""), new TextDecoder("utf-8", { fatal: true }).decode(body), say);
    } catch (error) {
      say(`is not well-formed: ${String(error).slice(0, 300)}`);
    }
  }
  return problems;
}

type Say = (what: string) => void;

function checkName(path: string, names: Map<string, string>, tree: MemoryTree, say: Say): void {
  // A host without rules needs folders named like the URL, on case-sensitive systems.
  const alias = path.startsWith("api/") && path.endsWith("/index.json");
  if (alias) return;
  if (!/^[\x21-\x7e]+$/.test(path) || /[\\:*?"<>|]/.test(path)) say("a name that some system cannot hold");
  for (const part of path.split("/")) {
    if (part === "" || /^\.+$/.test(part) || /[. ]$/.test(part) || DEVICE.test(part))
      say(`the part ${JSON.stringify(part)}`);
    if (part.length > 240) say(`a part of ${part.length} characters`);
  }
  const folded = path.normalize("NFC").toLowerCase();
  const twin = names.get(folded);
  // The same bytes in both cases are an alias; a case-insensitive system may keep either.
  if (twin !== undefined && Buffer.compare(tree.get(twin)!, tree.get(path)!) !== 0)
    say(`is the same file as ${twin} on some systems`);
  names.set(folded, path);
}

function checkFile(path: string, text: string, say: Say): void {
  if (path.startsWith("api/") && /\.(rss|atom)$/.test(path)) checkXml(text, say);
  else if (path.endsWith(".json"))
    checkJson(JSON.parse(text), "", !path.startsWith("state/") && path !== "api/openapi.json", say);
  else if (path.endsWith(".csv")) checkCsv(text, say);
  // Some hosts have a single page for missing paths, and programs need JSON more.
  else if (path.endsWith(".html") && text.startsWith("{")) checkJson(JSON.parse(text), "", true, say);
  else if (path.endsWith(".html")) checkHtml(text, say);
  else checkLines(path, text, say);
}

function checkJson(value: unknown, key: string, published: boolean, say: Say): void {
  if (typeof value === "string") {
    if (!value.isWellFormed()) say(`${key} is no Unicode`);
    if (!published) return;
    if (HIDDEN.test(value) && key !== "lineTerminator")
      say(`${key} hides characters: ${JSON.stringify(value.slice(0, 60))}`);
    if (value.length > 5_000 && key !== "pattern") say(`${key} has ${value.length} characters`);
    if (LINK_KEY.test(key) && /^[a-z]+:|^\/\//i.test(value) && !WEB.test(value))
      say(`${key} leads to ${value.slice(0, 60)}`);
  } else if (Array.isArray(value)) for (const each of value) checkJson(each, key, published, say);
  else if (typeof value === "object" && value !== null)
    for (const [name, each] of Object.entries(value)) {
      if (published && HIDDEN.test(name)) say(`a key hides characters: ${JSON.stringify(name.slice(0, 60))}`);
      checkJson(each, name, published, say);
    }
}

function checkCsv(text: string, say: Say): void {
  const rows = readCsv(text);
  for (const row of rows) {
    if (row.length !== rows[0]!.length) say(`a row of ${row.length} cells, and not of ${rows[0]!.length}`);
    for (const cell of row) {
      if (/^[=+\-@\t\r]/.test(cell) && !NUMBER.test(cell)) say(`a cell that a spreadsheet runs: ${cell.slice(0, 60)}`);
      if (HIDDEN.test(cell)) say(`a cell hides characters: ${JSON.stringify(cell.slice(0, 60))}`);
    }
  }
}

function checkXml(text: string, say: Say): void {
  const verdict = XMLValidator.validate(text);
  if (verdict !== true) say(`is no XML: ${JSON.stringify(verdict)}`);
  if (/<!(doctype|entity)/i.test(text)) say("declares a document type");
  const feed = new XMLParser({ ignoreAttributes: false, processEntities: true }).parse(text) as Record<string, unknown>;
  const visit = (value: unknown, name: string): void => {
    if (typeof value === "string") {
      if (HIDDEN.test(value)) say(`${name} hides characters`);
      if (/^(link|@_href|@_url)$/.test(name) && /^[a-z]+:|^\/\//i.test(value) && !WEB.test(value))
        say(`${name} leads to ${value.slice(0, 60)}`);
    } else if (typeof value === "object" && value !== null)
      for (const [key, each] of Object.entries(value)) visit(each, /^\d+$/.test(key) ? name : key);
  };
  visit(feed, "");
}

const RUNS = /^(on|srcdoc$|style$|formaction$)/i;
const LEADS = new Set(["href", "src", "action", "poster", "data", "srcset"]);

function checkHtml(text: string, say: Say): void {
  if (HIDDEN.test(text.replace(/[\n\t]/g, ""))) say("hides characters");
  for (const { name, attributes, text: own } of readHtml(text)) {
    if (name === "script" && own.trim() !== "" && !/json/.test(attributes.get("type") ?? "")) say("holds a script");
    if (["iframe", "object", "embed", "base", "form"].includes(name) && name !== "form") say(`holds <${name}>`);
    for (const [attribute, value] of attributes) {
      if (RUNS.test(attribute)) say(`<${name} ${attribute}>`);
      const plain = value.replace(/&#x?[0-9a-f]+;|&[a-z]+;|[\s\p{Cc}]/giu, "");
      if (
        LEADS.has(attribute) &&
        /^(javascript|data|vbscript|file):/i.test(plain) &&
        !plain.startsWith("data:image/svg")
      )
        say(`<${name} ${attribute}="${value.slice(0, 60)}">`);
      if (
        name === "a" &&
        /^https?:/.test(value) &&
        attribute === "href" &&
        !/noopener|noreferrer|external/.test(attributes.get("rel") ?? "")
      )
        say(`a link to ${value.slice(0, 60)} without rel`);
    }
  }
}

/** Files that hosts read line by line: no line begins with upstream text. */
function checkLines(path: string, text: string, say: Say): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be there
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)) say("holds control characters");
  const foreign = text.split(/\r\n|\r|\n/).find((line) => /^\s*x-injected/i.test(line));
  if (foreign !== undefined) say(`has the line ${foreign}`);
  if (
    path.endsWith("_headers") &&
    !text.split("\n").every((line) => /^(|#.*|\/\S*|https:\/\/\S+|\s+(! )?[A-Za-z0-9-]+(: \S.*)?)$/.test(line))
  ) {
    say("has a line that is no rule of headers");
  }
  if (path.endsWith("_redirects") && !text.split("\n").every((line) => /^(|#.*|\S+(\s+\S+)+)$/.test(line)))
    say("has a line that is no redirect");
}

/** Parses RFC 4180 only: CRLF ends rows, quotes surround whole cells, a quote inside is doubled. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const fail = (what: string): never => {
    throw new Error(`${what} at: ${JSON.stringify(text.slice(at, at + 60))}`);
  };
  while (at < text.length) {
    let cell: string;
    if (text[at] === '"') {
      let end = at + 1;
      for (;;) {
        end = text.indexOf('"', end);
        if (end === -1) fail("A quote has no end");
        if (text[end + 1] !== '"') break;
        end += 2;
      }
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    } else {
      const plain = /[^",\r\n]*/y;
      plain.lastIndex = at;
      cell = plain.exec(text)![0];
      at += cell.length;
    }
    row.push(cell);
    if (text[at] === ",") {
      at += 1;
      continue;
    }
    if (text.slice(at, at + 2) !== "\r\n") fail("A cell ends in neither a comma nor CRLF");
    at += 2;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) fail("The last row has no end");
  return rows;
}

const TEXT_SOURCES = ["coingecko", "coinpaprika", "coinlore", "defillama", ...newsPublishers.map(({ id }) => id)];
/** Hosts differ in names and control files: one in two, and with `COUNT=2` all. */
const tried = sample(hosts, 2);

describe("hostile upstream text", () => {
  it("is inert or absent in every file of every host", async () => {
    const worker = await bundleWorker();
    const programFiles = () => bundleProgramFiles();
    let host: Host | undefined;
    const run = openChaosRun({
      coins: 14,
      seed: SEED,
      whole: true,
      program: () => ({
        worker,
        programFiles,
        hosts: host === undefined ? [] : [host],
        site: { repository: "https://git.example/open/data", baseUrl: "https://site.example/data/" },
      }),
    });
    const problems: string[] = [];
    let texts = 0;
    let published = "";
    for (const [build, own] of tried.entries()) {
      host = own;
      const pen = createHostilePen(hashSeed(SEED, "text", build));
      const counting = () => {
        texts += 1;
        return pen();
      };
      const fault: Fault = injectTexts(counting);
      const faults = new Map(TEXT_SOURCES.map((source) => [source, fault]));
      const { tree, error }: ChaosBuild = await run.build(build * 60, faults);
      if (tree === undefined) {
        problems.push(`${own.id}: nothing was published: ${error?.stack}`);
        continue;
      }
      const { problems: found } = await verifyMemory(tree);
      problems.push(...[...findLive(tree), ...found].slice(0, 8).map((problem) => `${own.id}: ${problem}`));
      published += String(tree.get("api/coins/limit/all.json")) + String(tree.get("api/news.json"));
    }
    expect(problems.slice(0, 20)).toEqual([]);
    expect(texts).toBeGreaterThan(tried.length * HOSTILE_TEXTS.length);
    // They were published, not refused together with their neighbours.
    expect(published).toContain("=HYPERLINK(");
    expect(published).toContain("{{7*7}}");
    await recordTries({
      name: "hostile-text",
      what: "malicious text in names, symbols, headlines and links of whole sites, for every host",
      tried: texts,
    });
  });
});
