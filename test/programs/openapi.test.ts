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
import { generators, renderCalls } from "./clients/generators.ts";
import { listOperations, type OpenApiDocument, type Operation, resolveServers, urlOf } from "./clients/operation.ts";
import { provideProgram } from "./kit/provide-program.ts";

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
