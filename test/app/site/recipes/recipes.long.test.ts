import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import { decodeHTMLStrict } from "entities";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recipes, type Snippet } from "../../../../build/app/site/page-data/recipes.ts";
import { startServer } from "../../../../build/crypto/serve/server.ts";
import type { RunningServer } from "../../../../build/kit/serve/node/node-server.ts";
import { githubPagesServer } from "../../../system/hosts/github-pages-simulator.ts";
import { runCli } from "../../cli/run-cli.ts";
import { type Expected, executeRead, type Host } from "./execute-read.ts";
import { fillIn, listUrls } from "./parse-snippet.ts";

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
  const { code, stderr } = await runCli("build", ...flags);
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
    expect(decodeHTMLStrict(code.replace(/<[^>]+>/g, ""))).toBe(snippet.text.replaceAll("{site}", BASE));
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
    const name = /^include "?([\w.]+)"?$/.exec(include!.text)![1]!;
    const [url] = listUrls(fillIn(download!.text, address), address);
    expect(await readFile(join(folder, name), "utf8")).toBe(await (await fetch(url!)).text());
  });

  it.skipIf(!hasJq)("of hledger make price directives of exchange rates", async () => {
    const [, , rates] = snippetsOf("hledger");
    await shell(rates!);
    const lines = (await readFile(join(folder, "chf.ledger"), "utf8")).trimEnd().split("\n");
    const { data } = JSON.parse(await readFile(join(out, "none/api/exchange-rates/history/chf.json"), "utf8"));
    expect(lines.length).toBeGreaterThan(1000);
    expect(lines.length).toBe(data.dates.length);
    expect(lines.at(-1)).toBe(`P ${data.dates.at(-1)} USD ${data.rates.CHF.at(-1)} CHF`);
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
