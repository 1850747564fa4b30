import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../build/api/registry.ts";
import { type RunningServer, startServer } from "../../build/serve/node/node-server.ts";
import { runCli } from "../cli/run-cli.ts";
import { readSnippets } from "./read-snippets.ts";
import { isInstalled, PROGRAMS, runSnippet } from "./run-snippet.ts";

/*
 * Code that readers copy, taken out of the built pages and run as it stands against a server of the same site. What this machine has no
 * program for is skipped.
 */

const hasPython = await isInstalled("python3", "--version");
const hasPandas = await isInstalled("python3", "-c", "import pandas");
const hasR = await isInstalled("Rscript", "--version");

let folder: string;
let out: string;
let server: RunningServer;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "snippets-"));
  out = join(folder, "site");
  const flags = ["--sample", "--coins", "25", "--out", out, "--state", join(folder, "state")];
  const { code, stderr } = await runCli("build", ...flags);
  if (code !== 0) throw new Error(stderr);
  server = await startServer({ folder: out, host: "127.0.0.1", port: 0 });
  address = server.url.replace(/\/(api\/?)?$/, "");
}, 120_000);
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function snippetsOf(page: string): Promise<(id: string) => string> {
  const found = readSnippets(await readFile(join(out, page, "index.html"), "utf8"), address);
  return (id) => {
    const code = found.get(id);
    if (code === undefined) throw new Error(`${page} has no snippet ${id}`);
    return code;
  };
}

const published = async (path: string) => JSON.parse(await readFile(join(out, "api", path), "utf8"));

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))("the page of %s", (id, { download }) => {
  let snippet: (id: string) => string;
  beforeAll(async () => {
    snippet = await snippetsOf(`docs/api/${id}`);
  });

  it("has a line for curl that gets the answer", async () => {
    const code = snippet("use-curl");
    await runSnippet(PROGRAMS.curl, code, async (run) => {
      expect([run.code, run.stderr]).toEqual([0, ""]);
      const path = decodeURIComponent(code.slice(code.indexOf("/api/") + "/api/".length));
      const bytes = await readFile(join(out, "api", path));
      if (download) expect(await run.read(path.split("/").at(-1)!)).toEqual(bytes);
      else expect(run.stdout).toBe(bytes.toString());
    });
  });

  it("has a program in JavaScript that prints it", async () => {
    await runSnippet(PROGRAMS.javascript, snippet("use-javascript"), (run) => {
      expect([run.code, run.stderr]).toEqual([0, ""]);
      expect(run.stdout).toMatch(download ? /^\w+,\w+/ : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ [[{]/);
    });
  });

  it.skipIf(!hasPython)("has a program in Python that prints it", async () => {
    await runSnippet(PROGRAMS.python, snippet("use-python"), (run) => {
      expect([run.code, run.stderr]).toEqual([0, ""]);
      expect(run.stdout).toMatch(download ? /^\{'\w+': / : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ [[{]/);
    });
  });
});

describe("the reference", () => {
  it("has curl lines for a file and for a query", async () => {
    const snippet = await snippetsOf("docs/api");
    const counts = { "ask-file": 10, "ask-query": 5 };
    for (const [id, count] of Object.entries(counts)) {
      await runSnippet(PROGRAMS.curl, snippet(id), (run) => {
        expect([id, run.code, JSON.parse(run.stdout).data.length]).toEqual([id, 0, count]);
      });
    }
  });

  it.each([
    ["docs/api", "ask-client"],
    ["docs/api/coins", "use-client"],
    ["docs/api/sparklines", "use-client"],
  ])("asks through client.js in %s what a server answers", async (page, id) => {
    const code = (await snippetsOf(page))(id);
    const query = /get\("\/?(?:api\/)?([^"]+)"\)/.exec(code)![1]!;
    const answered = (await (await fetch(`${address}/api/${query}`)).json()) as { data: unknown };
    // The snippet ends with the answer in a variable; the line below shows it.
    await runSnippet(PROGRAMS.module, `${code}\nconsole.log(JSON.stringify(data));`, (run) => {
      expect([run.code, run.stderr]).toEqual([0, ""]);
      expect(JSON.parse(run.stdout)).toEqual(answered.data);
    });
  });
});

describe("the page of the archives", () => {
  let snippet: (id: string) => string;
  let archive: { filename: string; url: string; rows: number; columns: { name: string }[] };
  beforeAll(async () => {
    snippet = await snippetsOf("archives");
    [archive] = (await published("data/archives.json")).data;
  });

  it("has a line that takes a file with curl and checks it with sha256sum", async () => {
    await runSnippet(PROGRAMS.curl, snippet("take-curl"), async (run) => {
      expect([run.code, run.stdout]).toEqual([0, `${archive.filename}: OK\n`]);
      expect(await run.read(archive.filename)).toEqual(await readFile(join(out, "api", archive.url)));
    });
  });

  it.skipIf(!hasPandas)("has a program for pandas that reads every row and column", async () => {
    await runSnippet(PROGRAMS.python, `${snippet("take-python")}\nprint(data.shape)`, (run) => {
      expect([run.code, run.stdout]).toEqual([0, `(${archive.rows}, ${archive.columns.length})\n`]);
    });
  });

  it.skipIf(!hasR)("has a program for R that reads every row and column", async () => {
    await runSnippet(PROGRAMS.r, `${snippet("take-r")}\ncat(dim(data))`, (run) => {
      expect([run.code, run.stdout]).toEqual([0, `${archive.rows} ${archive.columns.length}`]);
    });
  });

  it("has a query that DuckDB runs on the same file", async () => {
    // Reading over HTTP is an extension that DuckDB fetches from its makers; the file itself is here.
    const sql = snippet("take-duckdb").replace(address, out);
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const result = await connection.runAndReadAll(sql);
    expect(result.columnNames()).toEqual(archive.columns.map(({ name }) => name));
    expect(result.currentRowCount).toBe(Math.min(10, archive.rows));
    connection.closeSync();
  });

  it("has formulas for spreadsheets with addresses that answer, and CSV behind them", async () => {
    for (const id of ["take-excel", "take-sheets"]) {
      const url = /"(http[^"]+)"/.exec(snippet(id))![1]!;
      const response = await fetch(url);
      expect([id, response.status]).toEqual([id, 200]);
      const stream = url.endsWith(".gz") ? response.body!.pipeThrough(new DecompressionStream("gzip")) : response.body!;
      expect((await new Response(stream).text()).split("\n")[0]).toMatch(/^\w+(?:,\w+)+\r?$/);
    }
  });
});
