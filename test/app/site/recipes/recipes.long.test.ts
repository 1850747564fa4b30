import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import { decodeHTMLStrict } from "entities";
import { parquetReadObjects } from "hyparquet";
import { JSONPath } from "jsonpath-plus";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Found, type Read, recipes, type Snippet } from "../../../../build/app/site/page-data/recipes.ts";
import { startServer } from "../../../../build/crypto/serve/server.ts";
import type { RunningServer } from "../../../../build/kit/serve/node/node-server.ts";
import { DAY_MS } from "../../../../build/lib/time.ts";
import { SITE } from "../../../../templates/components/snippets.js";
import { githubPagesServer } from "../../../system/hosts/github-pages-simulator.ts";
import { callCli } from "../../cli/run-cli.ts";
import { fillIn, findAt, getText, listUrls, parseSnippet } from "./parse-snippet.ts";

/** A host as a program sees it. Follows redirects unless `init` says `manual`. */
interface Host {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** The status of a path without extension. */
  pathStatus: 200 | 301;
}

interface Expected {
  /** The published price of bitcoin in USD. */
  price: number;
  nowMs: number;
}

/** The longest state of Home Assistant in characters. */
const MAX_STATE = 255;
/** Portfolio Performance takes smaller numbers for seconds: the year 2200. */
const MIN_MILLISECONDS = 7_258_118_400;

const DIRECTIVES = {
  ledger: /^P (\d{4}-\d\d-\d\d) BTC (\d+(?:\.\d+)?) USD$/,
  beancount: /^(\d{4}-\d\d-\d\d) price BTC (\d+(?:\.\d+)?) USD$/,
};

/** Performs a read of a snippet as its program does, and checks what it finds. */
async function executeRead(
  snippet: Snippet,
  text: string,
  read: Read,
  host: Host,
  address: string,
  expected: Expected,
): Promise<void> {
  const get = async (url: string, type: RegExp) => {
    const response = await host.fetch(url.slice(address.length));
    expect([url, response.status]).toEqual([url, 200]);
    expect([url, response.headers.get("content-type")]).toEqual([url, expect.stringMatching(type)]);
    return response;
  };
  const getJson = async (url: string): Promise<unknown> => (await get(url, /^application\/json(;|$)/)).json();
  const theUrl = () => {
    const urls = listUrls(text, address);
    expect(urls).toHaveLength(1);
    return urls[0]!;
  };

  switch (read.how) {
    case "jsonpath": {
      const fields = parseSnippet(snippet, text);
      const json = (await getJson(getText(fields, read.url))) as object;
      const found: unknown[] = JSONPath({ path: getText(fields, read.at), json, eval: false });
      checkFound(read.finds, found, expected);
      return;
    }
    case "nested": {
      const fields = parseSnippet(snippet, text);
      let value = await getJson(getText(fields, read.url));
      let key = findAt(fields, read.at);
      while (typeof key === "object" && key !== null) {
        const [[name, rest]] = Object.entries(key) as [[string, unknown]];
        value = findAt(value, name);
        key = rest;
      }
      checkFound(read.finds, [findAt(value, String(key))], expected);
      return;
    }
    case "jinja": {
      const fields = parseSnippet(snippet, text);
      const path = /^\{\{ value_json\.([\w.]+)(?: \| default\(none\))? \}\}$/.exec(getText(fields, read.at))?.[1];
      const state = findAt(await getJson(getText(fields, read.url)), path!);
      expect(String(state).length).toBeLessThanOrEqual(MAX_STATE);
      checkFound(read.finds, [state], expected);
      return;
    }
    case "go-template": {
      const fields = parseSnippet(snippet, text);
      const template = getText(fields, read.at);
      const list = /\{\{ range \.JSON\.Array "([\w.]+)" \}\}/.exec(template)![1]!;
      const rows = findAt(await getJson(getText(fields, read.url)), list) as object[];
      const used = [...template.matchAll(/\{\{ \.(String|Float) "(\w+)"/g)];
      expect([rows.length, used.length]).toEqual([10, 3]);
      for (const [, type, name] of used)
        for (const row of rows)
          expect(row).toHaveProperty(name!, type === "Float" ? expect.any(Number) : expect.any(String));
      expect(rows[0]).toMatchObject({ current_price: expected.price });
      return;
    }
    case "rows": {
      const fields = parseSnippet(snippet, text);
      const rows = findAt(await getJson(getText(fields, read.url)), getText(fields, read.at)) as object[];
      const columns = findAt(fields, read.columns) as { selector: string; type: string }[];
      expect(rows.length).toBeGreaterThan(20);
      expect(columns.length).toBeGreaterThan(2);
      for (const { selector, type } of columns)
        expect(rows[0]).toHaveProperty(selector, type === "number" ? expect.any(Number) : expect.any(String));
      for (const row of rows)
        expect(Object.keys(row)).toEqual(expect.arrayContaining(columns.map((one) => one.selector)));
      expect(rows[0]).toMatchObject({ current_price: expected.price });
      return;
    }
    case "csv": {
      const rows = readCsv(await (await get(theUrl(), /^text\/csv(;|$)/)).text());
      checkTable(rows, read.columns, expected);
      checkNames(snippet, text, read.columns, rows);
      return;
    }
    case "parquet": {
      const file = await (await get(theUrl(), /./)).arrayBuffer();
      checkTable(await parquetReadObjects({ file }), read.columns, expected);
      return;
    }
    case "lines": {
      const lines = (await (await get(theUrl(), /^text\/plain(;|$)/)).text()).trimEnd().split("\n");
      const found = lines.filter((line) => !line.startsWith(";")).map((line) => DIRECTIVES[read.format].exec(line));
      expect(found).not.toContain(null);
      checkFound(
        "days",
        found.map((match) => match![1]),
        expected,
      );
      checkFound(
        "closes",
        found.map((match) => Number(match![2])),
        expected,
      );
      return;
    }
    case "client": {
      const url = `${theUrl().replace(/\/$/, "")}${read.path}`;
      if (read.redirects === "refused") {
        const { status } = await host.fetch(url.slice(address.length), { redirect: "manual" });
        expect(status).toBe(host.pathStatus);
      }
      const answer = await getJson(url);
      checkFound("price", [findAt(answer, read.at)], expected);
      // The path is that of the call in the text.
      for (const value of new URLSearchParams(read.path.split("?")[1]).values()) expect(text).toContain(`"${value}"`);
      return;
    }
  }
}

function checkFound(finds: Found, found: unknown[], { price, nowMs }: Expected): void {
  if (finds === "price") expect(found).toEqual([price]);
  else if (finds === "number") expect(found).toEqual([expect.any(Number)]);
  else if (finds === "days") {
    const times = found.map((time) => (typeof time === "string" ? Date.parse(time) : Number(time)));
    expect(times.length).toBeGreaterThan(300);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThan(MIN_MILLISECONDS);
    expect(nowMs - times.at(-1)!).toBeLessThan(3 * DAY_MS);
  } else {
    expect(found.length).toBeGreaterThan(300);
    for (const close of found) expect(close).toBeGreaterThan(0);
    expect(Math.abs(Number(found.at(-1)) / price - 1)).toBeLessThan(0.2);
  }
}

function checkTable(rows: readonly Record<string, unknown>[], columns: readonly string[], { price }: Expected): void {
  expect(rows.length).toBeGreaterThan(20);
  expect(Object.keys(rows[0]!)).toEqual(expect.arrayContaining([...columns]));
  const bitcoin = rows.find(({ id }) => id === "bitcoin");
  for (const name of ["current_price", "usd"])
    if (bitcoin !== undefined && name in bitcoin) expect(Number(bitcoin[name])).toBe(price);
}

/** The columns that the text names: in code by name, in a query of Google Sheets by number. */
function checkNames(
  { language }: Snippet,
  text: string,
  columns: readonly string[],
  rows: readonly Record<string, string>[],
): void {
  const header = Object.keys(rows[0]!);
  if (language !== "sheet") for (const name of columns) expect(text).toMatch(new RegExp(`\\b${name}\\b`));
  for (const [, name] of text.matchAll(/\{"(\w+)", type/g)) expect(header).toContain(name);
  // `INDEX(t, 0, 1)` is the first column, `INDEX(t, 1, 0)` the head.
  for (const [, name] of text.matchAll(/MATCH\("(\w+)", INDEX\(t, 1, 0\), 0\)/g)) expect(header).toContain(name);
  for (const [, name] of text.matchAll(/MATCH\("(\w+)", INDEX\(t, 0, 1\), 0\)/g))
    expect(rows.map((row) => row[header[0]!])).toContain(name);
  const [, value, key] = /select Col(\d+) where Col(\d+) = 'bitcoin'/.exec(text) ?? [];
  if (value === undefined) return;
  expect([header[Number(value) - 1], header[Number(key) - 1]]).toEqual(["current_price", "id"]);
}

/** The rows of a CSV text as objects by column. Values are texts; quotes as in RFC 4180. */
function readCsv(text: string): Record<string, string>[] {
  const [header = [], ...rows] = text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'),
      ),
    );
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ""])));
}

/*
 * Executes every recipe against the demo site: on a server with the handler and on GitHub Pages,
 * which has files only.
 */

const run = promisify(execFile);
const AT = "2026-11-20T09:07:00Z";
const BASE = "https://site.example/data";
const hasJq = await run("jq", ["--version"]).then(
  () => true,
  () => false,
);

let folder: string;
let out: string;
let server: RunningServer;
let address: string;
let expected: Expected;
const hosts: Partial<Record<"node" | "github-pages", Host>> = {};
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "recipes-"));
  out = join(folder, "sites");
  const targets = ["--site-host", "none", "--site-host", "github-pages", "--base-url", `${BASE}/`];
  const flags = ["--sample", "--at", AT, "--coins", "25", "--out", out, "--state", join(folder, "state"), ...targets];
  const { code, stderr } = await callCli("build", ...flags);
  if (code !== 0) throw new Error(stderr);
  server = await startServer({ folder: join(out, "none"), host: "127.0.0.1", port: 0 });
  closers.push(server.close);
  address = server.url.replace(/\/(api\/?)?$/, "");
  hosts.node = { fetch: (path, init) => fetch(`${address}${path}`, init), pathStatus: 200 };
  const pages = await githubPagesServer.start(join(out, "github-pages"));
  closers.push(pages.close);
  hosts["github-pages"] = { fetch: pages.fetch, pathStatus: 301 };
  const { data } = JSON.parse(await readFile(join(out, "none/api/coins/btc.json"), "utf8"));
  expected = { price: data.current_price, nowMs: Date.parse(AT) };
});

afterAll(async () => {
  for (const close of closers) await close();
  await rm(folder, { recursive: true, force: true });
});

const snippets = recipes.flatMap(({ id, snippets }) =>
  snippets.map((snippet): [name: string, recipe: string, snippet: Snippet] => [`${id}: ${snippet.title}`, id, snippet]),
);

describe.each(["node", "github-pages"] as const)("on %s", (name) => {
  it.each(snippets)("%s reads what it promises", async (_, __, snippet) => {
    const text = fillIn(snippet.text, BASE);
    for (const read of snippet.reads) await executeRead(snippet, text, read, hosts[name]!, BASE, expected);
    if (snippet.reads.some(({ how }) => how === "client")) return;
    for (const url of listUrls(text, BASE)) {
      const { status } = await hosts[name]!.fetch(url.slice(BASE.length));
      expect([url, status]).toEqual([url, 200]);
    }
  });
});

describe("the page of a recipe", () => {
  it.each(snippets)("shows %s with the site's own address", async (_, recipe, snippet) => {
    const page = await readFile(join(out, "github-pages/docs/use", recipe, "index.html"), "utf8");
    const [, code = ""] = new RegExp(`<code id="recipe-${snippet.id}"[^>]*>(.*?)</code>`, "s").exec(page) ?? [];
    expect(decodeHTMLStrict(code.replace(/<[^>]+>/g, ""))).toBe(snippet.text.replaceAll(SITE, BASE));
  });
});

describe("the commands", () => {
  const snippetsOf = (recipe: string) => recipes.find(({ id }) => id === recipe)!.snippets;
  const shell = (snippet: Snippet) =>
    run("bash", ["-e", "-o", "pipefail", "-c", fillIn(snippet.text, address)], { cwd: folder });

  it.skipIf(!hasJq)("of the shell print prices", async () => {
    const [price, table] = snippetsOf("shell");
    expect(Number((await shell(price!)).stdout)).toBe(expected.price);
    const rows = (await shell(table!)).stdout.trimEnd().split("\n");
    expect([rows.length, rows[0]]).toEqual([10, `BTC\t${expected.price}`]);
  });

  it.each(["hledger", "beancount"])("of %s write the file that is included", async (id) => {
    const [download, include] = snippetsOf(id);
    await shell(download!);
    const name = /^include "?([\w.]+)"?$/m.exec(include!.text)![1]!;
    const [url] = listUrls(fillIn(download!.text, address), address);
    expect(await readFile(join(folder, name), "utf8")).toBe(await (await fetch(url!)).text());
  });

  it.skipIf(!hasJq).each([
    ["hledger", "chf.ledger", "P {day} USD {rate} CHF"],
    ["beancount", "chf.beancount", "{day} price USD {rate} CHF"],
  ])("of %s make price directives of exchange rates", async (recipe, file, form) => {
    const rates = snippetsOf(recipe).find(({ id }) => id === "rates");
    await shell(rates!);
    const lines = (await readFile(join(folder, file), "utf8")).trimEnd().split("\n");
    const { data } = JSON.parse(await readFile(join(out, "none/api/exchange-rates/history/chf.json"), "utf8"));
    expect(lines.length).toBeGreaterThan(500);
    expect(lines.length).toBe(data.dates.length);
    const [day, rate] = [data.dates.at(-1), data.rates.CHF.at(-1)];
    expect(lines.at(-1)).toBe(form.replace("{day}", day).replace("{rate}", rate));
  });

  it.each([
    ["ghostfolio", /^date;marketPrice\n2026-09-01;[\d.]+\n2026-09-02;[\d.]+\n$/],
    ["rotki", /^btc USD 1788266040 [\d.]+\neth USD 1788266040 [\d.]+\n$/],
  ])("of %s print past prices", async (recipe, printed) => {
    const { text } = snippetsOf(recipe).find(({ language }) => language === "javascript")!;
    const program = fillIn(text, address);
    const [, download] = /\/\/ (curl .*)/.exec(program)!;
    await run("bash", ["-c", download!], { cwd: folder });
    await writeFile(join(folder, `${recipe}.mjs`), program);
    expect((await run(process.execPath, [`${recipe}.mjs`], { cwd: folder })).stdout).toMatch(printed);
  });

  it("of DuckDB give rows with the price", async () => {
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    for (const { text } of snippetsOf("duckdb")) {
      // DuckDB downloads its HTTP extension, so the test reads the local file.
      const rows = await connection.runAndReadAll(fillIn(text, join(out, "none")));
      expect(rows.getRows()).toHaveLength(10);
      expect(rows.getRowObjects()[0]).toEqual({ id: "bitcoin", current_price: expected.price });
    }
    connection.closeSync();
  });
});
