import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import { decodeHTMLStrict } from "entities";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documented as endpoints } from "../../../build/crypto/api/registry.ts";
import type { Endpoint } from "../../../build/crypto/api/world.ts";
import { startServer } from "../../../build/crypto/serve/server.ts";
import type { RunningServer } from "../../../build/kit/serve/node/node-server.ts";
import { makeWorld } from "../../fixtures/market.ts";
import { sample } from "../../seed.ts";
import { callCli } from "../cli/run-cli.ts";

/*
 * Runs the code examples of the built pages unchanged against a server of the same site. Skips
 * languages that are not installed.
 */

interface SnippetRun {
  code: number;
  stdout: string;
  stderr: string;
  /** Reads a file that the snippet wrote. */
  read(name: string): Promise<Buffer>;
}

/** Lets Node import modules from the web, as browsers and Deno do. */
const WEB_MODULES = `
export async function resolve(name, context, next) {
  return /^http:/.test(name) ? { url: name, shortCircuit: true } : next(name, context);
}
export async function load(url, context, next) {
  if (!/^http:/.test(url)) return next(url, context);
  return { format: "module", source: await (await fetch(url)).text(), shortCircuit: true };
}`;

type Program = (file: string) => readonly [command: string, ...args: string[]];

/** The command that runs each kind of snippet. */
const PROGRAMS = {
  curl: (file) => ["bash", "-e", "-o", "pipefail", file],
  javascript: (file) => [process.execPath, file],
  module: (file) => [process.execPath, "--import", pathToFileURL(join(file, "../web.mjs")).href, file],
  python: (file) => ["python3", file],
  r: (file) => ["Rscript", file],
} satisfies Record<string, Program>;

/** The site's URL in code examples of a build without a base URL. The browser replaces it. */
const PLACEHOLDER = "https://SITE";

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
  const { code, stderr } = await callCli("build", ...flags);
  if (code !== 0) throw new Error(stderr);
  server = await startServer({ folder: out, host: "127.0.0.1", port: 0 });
  address = server.url.replace(/\/(api\/?)?$/, "");
});
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

/** A first build has no file of these: only later builds request details of coins. */
const isLater = ({ kinds }: Endpoint) => kinds.length > 0 && kinds.every((kind) => kind === "coin-detail");

/** The others have no file: the handler and `client.js` answer them. */
const hasFiles = ({ variants }: Endpoint) => [...variants(makeWorld())].length > 0;

const withFiles = endpoints.filter((endpoint) => hasFiles(endpoint) && !isLater(endpoint));
/** The pages differ in their addresses: of those with JSON, one in six is tried. */
const tried = [
  ...withFiles.filter(({ body }) => body.form === "download"),
  ...sample(
    withFiles.filter(({ body }) => body.form !== "download"),
    6,
  ),
];
const later = endpoints.filter((endpoint) => hasFiles(endpoint) && isLater(endpoint));

describe.each(tried.map((endpoint) => [endpoint.id, endpoint] as const))("the reference page of %s", (id, { body }) => {
  const download = body.form === "download";
  const bare = body.form === "bare";
  const value = bare ? /^[[{]/ : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ [[{]/;
  let snippet: (id: string) => string;
  beforeAll(async () => {
    snippet = await snippetsOf(`docs/api/${id}`);
  });

  it("has a curl command that fetches the response", async () => {
    const code = snippet("use-curl");
    await runSnippet(PROGRAMS.curl, code, async (run) => {
      expect([run.code, run.stderr]).toEqual([0, ""]);
      const path = decodeURIComponent(
        code.slice(code.indexOf(`${address}/`) + address.length + 1).replace(/"\s*$/, ""),
      );
      const bytes = await readFile(join(out, path));
      if (download) expect(await run.read(path.split("/").at(-1)!)).toEqual(bytes);
      else expect(run.stdout).toBe(bytes.toString());
    });
  });

  it("has a JavaScript program that prints it", async () => {
    await runSnippet(PROGRAMS.javascript, snippet("use-javascript"), (run) => {
      expect([run.code, run.stderr]).toEqual([0, ""]);
      expect(run.stdout).toMatch(download ? /^\w+,\w+/ : value);
    });
  });

  it.skipIf(!hasPython)("has a Python program that prints it", async () => {
    await runSnippet(PROGRAMS.python, snippet("use-python"), (run) => {
      expect([run.code, run.stderr]).toEqual([0, ""]);
      expect(run.stdout).toMatch(download ? /^\{'\w+': / : value);
    });
  });
});

describe("the reference", () => {
  it.each(later.map(({ id }) => id))("says why the page of %s has no code in a first build", async (id) => {
    const page = await readFile(join(out, "docs/api", id, "index.html"), "utf8");
    expect(page).toContain(">No source has answered yet.</p>");
    expect(page).not.toContain('id="use-');
  });

  it.each(["coin-at", "live", "compat-search"])(
    "has code for %s, which has no file, that the server answers",
    async (id) => {
      const snippet = await snippetsOf(`docs/api/${id}`);
      await runSnippet(PROGRAMS.curl, snippet("use-curl"), (run) => {
        expect([run.code, run.stderr, JSON.parse(run.stdout)]).toEqual([0, "", expect.anything()]);
      });
      await runSnippet(PROGRAMS.javascript, snippet("use-javascript"), (run) =>
        expect([run.code, run.stderr]).toEqual([0, ""]),
      );
    },
  );

  it("has curl commands for a file and for a query", async () => {
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
    ["docs/api/coin-at", "use-client"],
    ["docs/api/compat-search", "use-client"],
  ])("has client.js code in %s with the response of the server", async (page, id) => {
    const code = (await snippetsOf(page))(id);
    const [, name, path] = /(get|request)\("\/?(?:api\/)?([^"]+)"\)/.exec(code)!;
    const isBare = name === "request";
    const body = await (await fetch(`${address}/${isBare ? "" : "api/"}${path}`)).json();
    const answered = isBare ? { data: body } : (body as { data: unknown });
    // Prints the variable of the snippet.
    await runSnippet(PROGRAMS.module, `${code}\nconsole.log(JSON.stringify(data));`, (run) => {
      expect([run.code, run.stderr]).toEqual([0, ""]);
      expect(JSON.parse(run.stdout)).toEqual(answered.data);
    });
  });
});

describe("the quick start", () => {
  it("has a program for browsers and Deno, and one for Node with client.js downloaded before", async () => {
    const snippet = await snippetsOf("docs/quick-start");
    const numbers = /^[\d.]+ [1-5] [\d.]+\n$/;
    await runSnippet(PROGRAMS.module, snippet("step-program"), (run) => {
      expect([run.code, run.stderr]).toEqual([0, ""]);
      expect(run.stdout).toMatch(numbers);
    });
    const script = `${snippet("step-download")}\ncat > program.mjs <<'END'\n${snippet("step-node")}\nEND\n${process.execPath} program.mjs`;
    await runSnippet(PROGRAMS.curl, script, (run) => {
      expect([run.code, run.stderr]).toEqual([0, ""]);
      expect(run.stdout).toMatch(numbers);
    });
  });
});

describe("the archives page", () => {
  let snippet: (id: string) => string;
  let archive: { filename: string; url: string; rows: number; columns: { name: string }[] };
  beforeAll(async () => {
    snippet = await snippetsOf("archives");
    [archive] = (await published("data/archives.json")).data;
  });

  it("has a command that downloads with curl and checks with sha256sum", async () => {
    await runSnippet(PROGRAMS.curl, snippet("take-curl"), async (run) => {
      expect([run.code, run.stdout]).toEqual([0, `${archive.filename}: OK\n`]);
      expect(await run.read(archive.filename)).toEqual(await readFile(join(out, "api", archive.url)));
    });
  });

  it.skipIf(!hasPandas)("has a pandas program that reads all rows and columns", async () => {
    await runSnippet(PROGRAMS.python, `${snippet("take-python")}\nprint(data.shape)`, (run) => {
      expect([run.code, run.stdout]).toEqual([0, `(${archive.rows}, ${archive.columns.length})\n`]);
    });
  });

  it.skipIf(!hasR)("has an R program that reads all rows and columns", async () => {
    await runSnippet(PROGRAMS.r, `${snippet("take-r")}\ncat(dim(data))`, (run) => {
      expect([run.code, run.stdout]).toEqual([0, `${archive.rows} ${archive.columns.length}`]);
    });
  });

  it("has a DuckDB query for the file", async () => {
    // DuckDB downloads its HTTP extension, so the test reads the local file.
    const sql = snippet("take-duckdb").replace(address, out);
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const result = await connection.runAndReadAll(sql);
    expect(result.columnNames()).toEqual(archive.columns.map(({ name }) => name));
    expect(result.currentRowCount).toBe(Math.min(10, archive.rows));
    connection.closeSync();
  });

  it("has spreadsheet formulas with URLs of CSV files", async () => {
    for (const id of ["take-excel", "take-sheets"]) {
      const url = /"(http[^"]+)"/.exec(snippet(id))![1]!;
      const response = await fetch(url);
      expect([id, response.status]).toEqual([id, 200]);
      const stream = url.endsWith(".gz") ? response.body!.pipeThrough(new DecompressionStream("gzip")) : response.body!;
      expect((await new Response(stream).text()).split("\n")[0]).toMatch(/^\w+(?:,\w+)+\r?$/);
    }
  });
});

/** Runs code in an empty folder and passes the result to `use`. */
async function runSnippet<T>(program: Program, code: string, use: (run: SnippetRun) => T | Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "snippet-"));
  try {
    const file = join(folder, "snippet.mjs");
    await writeFile(join(folder, "loader.mjs"), WEB_MODULES);
    await writeFile(
      join(folder, "web.mjs"),
      `import { register } from "node:module"; register("./loader.mjs", import.meta.url);`,
    );
    await writeFile(file, `${code}\n`);
    const [command, ...args] = program(file);
    const run = await new Promise<Omit<SnippetRun, "read">>((done) => {
      execFile(command, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
        done({ code: error === null ? 0 : typeof error.code === "number" ? error.code : -1, stdout, stderr }),
      );
    });
    return await use({ ...run, read: (name) => readFile(join(folder, name)) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a program to see if it is installed. */
function isInstalled(command: string, ...args: string[]): Promise<boolean> {
  return new Promise((done) => {
    execFile(command, args, (error) => done(error === null));
  });
}

/** The code examples of a page by id, as copied from a site at `address` (no final slash). */
function readSnippets(page: string, address: string): Map<string, string> {
  const found = page.matchAll(/<code id="([^"]+)"[^>]*>(.*?)<\/code>/gs);
  return new Map(
    [...found].map(([, id = "", code = ""]) => [
      id,
      decodeHTMLStrict(code.replace(/<[^>]+>/g, ""))
        .replaceAll(PLACEHOLDER, address)
        .trim(),
    ]),
  );
}
