import { execFile, spawn } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, describe, expect, it } from "vitest";
import { tools } from "../../../build/app/mcp/tools/registry.ts";
import { cleanUpLater, makeTempFolder } from "../../cleanup.ts";

const PROJECT = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

/** What `npm pack` tells. */
interface Packed {
  filename: string;
  files: { path: string }[];
  /** Bytes of the file. */
  size: number;
}

let folder: string;
const program = () => join(folder, "node_modules/.bin/open-crypto-data");

/** Seconds since the call, for the log: another machine takes another time. */
function startClock(): () => string {
  const startMs = performance.now();
  return () => ((performance.now() - startMs) / 1000).toFixed(1);
}

/** The package as one file, and an empty folder in which it is installed. */
beforeAll(async () => {
  const place = makeTempFolder();
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", place], {
    cwd: PROJECT,
    maxBuffer: 10_000_000,
  });
  const [{ filename, files, size }] = JSON.parse(stdout) as [Packed];
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["README.md", "LICENSE", "build/main.ts", "templates/llms.11ty.js"]));
  expect(paths.filter((path) => /^(test|node_modules|\.)|\.test\.|fixture/.test(path))).toEqual([]);
  expect(size).toBeLessThan(2_000_000);
  folder = makeTempFolder();
  const options = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  const seconds = startClock();
  await run("npm", ["install", ...options, join(place, filename)], { cwd: folder });
  console.log(`The package has ${size} bytes and was installed in ${seconds()} s.`);
});

describe("the package, installed in an empty folder", () => {
  it("lists its commands, without those of a checkout", async () => {
    const { stdout } = await run(program(), ["--help"], { cwd: folder });
    for (const name of ["start", "build", "serve", "verify", "mcp"])
      expect(stdout).toMatch(new RegExp(`^  ${name} `, "m"));
    expect(stdout).not.toMatch(/^ {2}(new|update|workflow|doctor|try) /m);
    expect((await run(program(), ["mcp", "--help"], { cwd: folder })).stdout).toContain("--site <place>");
  });

  it("names its own commands where there is no site", async () => {
    await expect(run(program(), ["verify"], { cwd: folder })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"npx open-crypto-data build --sample"'),
    });
  });

  it("starts the demo without a network", async () => {
    const seconds = startClock();
    const child = spawn(program(), ["start", "--port", "0", "--coins", "10"], { cwd: folder, stdio: "pipe" });
    cleanUpLater(() => child.kill());
    const url = await new Promise<string>((found, fail) => {
      let text = "";
      child.stdout.on("data", (part) => {
        text += part;
        const [, address] = /Open (http:\S+)/.exec(text) ?? [];
        if (address !== undefined) found(address);
      });
      child.on("close", () => fail(new Error(`The program ended: ${text}`)));
    });
    let answer: unknown;
    while (answer === undefined) {
      expect(child.exitCode).toBeNull();
      // The server closes idle connections, and a build of a busy machine lets them be idle.
      const response = await fetch(`${url}/api/coins/limit/10.json`).catch(() => undefined);
      if (response?.status === 200) answer = await response.json();
      else await sleep(500);
    }
    console.log(`The first answer came ${seconds()} s after the start.`);
    expect(answer).toMatchObject({ data: expect.any(Array), meta: { sample: true } });
    child.removeAllListeners("close");
    child.kill();
  });

  it("builds with the settings of the folder, verifies, and answers by the Model Context Protocol", async () => {
    writeFileSync(
      join(folder, "crypto-data.config.ts"),
      `import type { OwnSettings } from "open-crypto-data";\nexport default { coins: 12 } satisfies OwnSettings;\n`,
    );
    await run(program(), ["build", "--sample", "--quiet"], { cwd: folder });
    expect(readdirSync(folder)).toEqual(expect.arrayContaining([".state-demo", "dist"]));
    const { stdout } = await run(program(), ["verify"], { cwd: folder });
    expect(stdout).toMatch(/^dist: \d+ files verified, \d+ checks passed, 0 failed/);

    const client = new Client({ name: "test", version: "0.0.0" });
    const transport = new StdioClientTransport({ command: program(), args: ["mcp"], cwd: folder, stderr: "pipe" });
    cleanUpLater(() => client.close());
    await client.connect(transport);
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    const found = await client.callTool({ name: "search_coins", arguments: { query: "", limit: 100 } });
    const { coins, total } = found.structuredContent as { coins: { id: string }[]; total: number };
    expect(total).toBe(12);
    for (const { name } of listed) {
      const takesCoin = !["search_coins", "global"].includes(name);
      const result = await client.callTool({
        name,
        arguments: { ...(takesCoin && { coin: coins[0]!.id }), ...(name === "price_at" && { time: Date.now() }) },
      });
      expect(result.isError, `${name}: ${JSON.stringify(result.content)}`).not.toBe(true);
      expect(result.structuredContent).toMatchObject({ sample: true });
    }
  });
});
