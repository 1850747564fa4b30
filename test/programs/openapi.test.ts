import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer } from "../../build/crypto/serve/server.ts";
import type { RunningServer } from "../../build/kit/serve/node/node-server.ts";
import { buildGoldenTree } from "../system/golden/build-golden-tree.ts";
import { provideProgram } from "./kit/provide-program.ts";

/** One operation of the OpenAPI document, with its own examples as the values of a call. */
interface Operation {
  /** The name of the function in a generated client. */
  id: string;
  /** Address of the server of this path, without a slash at the end. */
  baseUrl: string;
  /** With parameters in braces. */
  path: string;
  inPath: Readonly<Record<string, unknown>>;
  inQuery: Readonly<Record<string, unknown>>;
  mediaType: string;
}

interface DocumentParameter {
  name: string;
  in: "path" | "query";
  example: unknown;
}

interface Server {
  url: string;
}

interface OpenApiDocument {
  servers: Server[];
  paths: Record<
    string,
    {
      servers?: Server[];
      get: {
        operationId: string;
        parameters?: DocumentParameter[];
        responses: Record<string, { content: Record<string, unknown> }>;
      };
    }
  >;
}

/** The document with absolute addresses of servers, for programs that read it from a file. */
function resolveServers<Document extends OpenApiDocument>(document: Document, url: string): Document {
  const resolve = (servers: Server[]) =>
    servers.map((server) => ({ ...server, url: new URL(server.url, url).href.replace(/\/$/, "") }));
  const paths = Object.entries(document.paths).map(([path, { servers, ...item }]) => [
    path,
    { ...item, ...(servers !== undefined && { servers: resolve(servers) }) },
  ]);
  return { ...document, servers: resolve(document.servers), paths: Object.fromEntries(paths) };
}

/** Of a document with absolute addresses. */
function listOperations({ paths, servers: rootServers }: OpenApiDocument): Operation[] {
  return Object.entries(paths).map(([path, { get, servers = rootServers }]) => {
    const valuesIn = (place: string) =>
      Object.fromEntries(
        (get.parameters ?? []).filter((one) => one.in === place).map(({ name, example }) => [name, example]),
      );
    const [mediaType = ""] = Object.keys(get.responses["200"]!.content);
    const baseUrl = servers[0]!.url;
    return { id: get.operationId, baseUrl, path, inPath: valuesIn("path"), inQuery: valuesIn("query"), mediaType };
  });
}

/** The request as the document describes it: lists are comma-separated. */
function urlOf({ baseUrl, path, inPath, inQuery }: Operation): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])));
  const query = Object.entries(inQuery).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `${baseUrl}${filled}${query.length === 0 ? "" : `?${query.join("&")}`}`;
}

/** A generator of clients, and code that uses all of what it generates. */
interface Generator {
  name: string;
  /** Script below `node_modules`, and its arguments. Runs in the folder of the generated code. */
  command(document: string): readonly [script: string, ...args: string[]];
  /** Other files that the command needs, by name. */
  files?(document: string): Readonly<Record<string, string>>;
  /** TypeScript that calls an operation and returns the body. */
  call(operation: Operation): string;
  /** What comes before the calls. */
  head(baseUrl: string): string;
  /** Statements that compile only if the types of the client are those of the API. */
  uses: string;
}

const isSet = (values: object) => Object.keys(values).length > 0;
const json = (value: unknown) => JSON.stringify(value);

const orval: Generator = {
  name: "orval",
  command: () => ["orval/dist/bin/orval.mjs", "--config", "orval.config.mjs"],
  files: (document) => ({
    "orval.config.mjs": `export default ${json({
      api: {
        input: { target: document },
        output: { target: "./client.ts", client: "fetch", baseUrl: { getBaseUrlFromSpecification: true } },
      },
    })};\n`,
  }),
  head: () => 'import * as client from "./client";',
  call({ id, inPath, inQuery }) {
    const given = [...Object.values(inPath), ...(isSet(inQuery) ? [inQuery] : [])].map(json);
    return `(await client.${id}(${given.join(", ")})).data`;
  },
  uses: `
    const history = await client.getCoinHistory("btc");
    if (history.status === 404) throw new Error(history.data.error.message);
    if (history.status !== 200) throw new Error("no history");
    const points: (number | null)[][] = history.data.data.market_caps;
    const csv = await client.getDocumentCoinsCsv();
    const text: string = csv.status === 200 ? csv.data : String(csv.status);`,
};

const heyApi: Generator = {
  name: "hey-api",
  command: (document) => ["@hey-api/openapi-ts/bin/run.js", "-i", document, "-o", "client"],
  head: (baseUrl) => `import * as sdk from "./client";
import { client } from "./client/client.gen";
client.setConfig({ baseUrl: ${json(baseUrl)} });`,
  call({ id, baseUrl, inPath, inQuery }) {
    const given = { baseUrl, ...(isSet(inPath) && { path: inPath }), ...(isSet(inQuery) && { query: inQuery }) };
    return `(await sdk.${id}({ ...${json(given)}, throwOnError: true })).data`;
  },
  uses: `
    const history = await sdk.getCoinHistory({ path: { symbol: "btc" }, throwOnError: true });
    const points: (number | null)[][] = history.data.data.market_caps;
    const csv = await sdk.getDocumentCoinsCsv({ throwOnError: true });
    const text: string = csv.data;`,
};

/** Types, and the small client of the same authors. */
const openapiTypescript: Generator = {
  name: "openapi-typescript",
  command: (document) => ["openapi-typescript/bin/cli.js", document, "-o", "schema.d.ts"],
  head: (baseUrl) => `import createClient from "openapi-fetch";
import type { paths } from "./schema";
const client = createClient<paths>({
  baseUrl: ${json(baseUrl)},
  querySerializer: { array: { style: "form", explode: false } },
});`,
  call({ path, baseUrl, inPath, inQuery, mediaType }) {
    const params = { ...(isSet(inPath) && { path: inPath }), ...(isSet(inQuery) && { query: inQuery }) };
    const form = mediaType.endsWith("json") ? "json" : mediaType === "application/gzip" ? "blob" : "text";
    return `(await client.GET(${json(path)}, { baseUrl: ${json(baseUrl)}, params: ${json(params)}, parseAs: "${form}" })).data`;
  },
  uses: `
    const history = await client.GET("/coins/{symbol}/history", { params: { path: { symbol: "btc" } } });
    const points: (number | null)[][] | undefined = history.data?.data.market_caps;
    const message: string | undefined = history.error?.error.message;
    const csv = await client.GET("/coins.csv", { parseAs: "text" });
    const text: string | undefined = csv.data;`,
};

const generators: readonly Generator[] = [orval, heyApi, openapiTypescript];

/** A module with `calls`, one for each operation, and `use`, whose types are checked. */
function renderCalls({ head, call, uses }: Generator, operations: readonly Operation[], baseUrl: string): string {
  const calls = operations.map((operation) => `  ${operation.id}: async () => ${call(operation)},`);
  return `${head(baseUrl)}

export const calls = {
${calls.join("\n")}
};

export async function use() {${uses}
    return { points, text };
}
`;
}

/*
 * Linters and generators of clients read the OpenAPI document of a demo build. Each generated
 * client is compiled in strict mode and calls every operation of the Node server.
 */

const { folder, node, missing } = await provideProgram({
  name: "openapi",
  npm: {
    packages: [
      "@redocly/cli@2",
      "@stoplight/spectral-cli@6",
      "orval@8",
      "@hey-api/openapi-ts@0.99",
      "openapi-typescript@7",
      "openapi-fetch@0.17",
      "typescript@5.9",
    ],
  },
});

const run = promisify(execFile);
const runScript = (cwd: string, script: string, ...args: readonly string[]) =>
  run(node, [join(folder, "node_modules", script), ...args], { cwd, maxBuffer: 64 * 1024 * 1024 });

const STRICT = {
  strict: true,
  noEmit: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  types: [],
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
};

describe.skipIf(missing !== undefined)("the OpenAPI document", () => {
  /** Below the programs, so that generated code finds its packages. */
  let work: string;
  let document: string;
  /** The same with absolute addresses. */
  let input: string;
  let operations: Operation[];
  let server: RunningServer;
  let baseUrl: string;

  beforeAll(async () => {
    work = await mkdtemp(join(folder, "test-"));
    const site = join(work, "site");
    for (const [path, body] of await buildGoldenTree()) {
      await mkdir(dirname(join(site, path)), { recursive: true });
      await writeFile(join(site, path), body);
    }
    document = join(site, "api/openapi.json");
    server = await startServer({ folder: site, host: "127.0.0.1", port: 0 });
    baseUrl = `${server.url}/api`;
    const url = `${baseUrl}/openapi.json`;
    const resolved = resolveServers((await (await fetch(url)).json()) as OpenApiDocument, url);
    operations = listOperations(resolved);
    input = join(work, "resolved.json");
    await writeFile(input, JSON.stringify(resolved));
    expect(operations.length).toBeGreaterThan(25);
  });

  afterAll(async () => {
    await server?.close();
    if (work !== undefined) await rm(work, { recursive: true, force: true });
  });

  it("has no error by Redocly's rules", async () => {
    const args = ["lint", document, "--format=json", "--max-problems=20"];
    const { stdout } = await runScript(work, "@redocly/cli/bin/cli.js", ...args).catch((failed) => failed);
    const { totals, problems } = JSON.parse(stdout);
    expect([totals.errors, problems]).toEqual([0, []]);
  });

  it("has no error by Spectral's rules", async () => {
    await writeFile(join(work, "rules.yaml"), 'extends: ["spectral:oas"]\n');
    const args = ["lint", "--ruleset", "rules.yaml", "--format", "json", "--quiet", document];
    const { stdout } = await runScript(work, "@stoplight/spectral-cli/dist/index.js", ...args).catch(
      (failed) => failed,
    );
    const problems = JSON.parse(stdout) as { severity: number; code: string; message: string }[];
    expect(problems.filter(({ severity }) => severity === 0)).toEqual([]);
  });

  describe.each(generators)("in a client by $name", (generator) => {
    it("compiles in strict mode and calls every operation", async () => {
      const client = join(work, generator.name);
      await mkdir(client);
      const files = {
        ...generator.files?.(input),
        "package.json": '{ "type": "module" }\n',
        "tsconfig.json": JSON.stringify({ compilerOptions: STRICT, include: ["*.ts", "client"] }),
        "calls.ts": renderCalls(generator, operations, baseUrl),
      };
      for (const [name, text] of Object.entries(files)) await writeFile(join(client, name), text);
      await runScript(client, ...generator.command(input));
      const compiled = await runScript(client, "typescript/bin/tsc", "-p", ".").catch((failed) => failed);
      expect(compiled.stdout).toBe("");

      const outfile = join(client, "calls.mjs");
      const entry = join(client, "calls.ts");
      await build({ entryPoints: [entry], outfile, bundle: true, format: "esm", platform: "node", logLevel: "error" });
      const { calls, use } = await import(/* @vite-ignore */ pathToFileURL(outfile).href);
      for (const operation of operations) {
        const response = await fetch(urlOf(operation));
        expect([operation.path, response.status]).toEqual([operation.path, 200]);
        const published = Buffer.from(await response.arrayBuffer());
        const received: unknown = await calls[operation.id]();
        if (operation.mediaType.endsWith("json")) {
          expect([operation.id, received]).toEqual([operation.id, JSON.parse(published.toString())]);
        } else expect([operation.id, await readBytes(received)]).toEqual([operation.id, published]);
      }
      const { points, text } = await use();
      expect(points.length).toBeGreaterThan(0);
      expect(text).toMatch(/^id,|^rank,|^[a-z_]+,/);
    });
  });
});

/** Some clients return text, others bytes. */
async function readBytes(body: unknown): Promise<Buffer> {
  return body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : Buffer.from(String(body));
}
