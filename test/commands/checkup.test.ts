import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type LocalServer, startServer } from "../effects/local-server.ts";
import { runCli } from "./run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "checkup-"));
let server: LocalServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("health on the command line", () => {
  it("fails about a site without a status, and leaves a table for the summary of the run", async () => {
    server = await startServer((_, response) => response.writeHead(404).end("no"));
    const summary = join(folder, "summary.md");
    const { code, stdout, stderr } = await runCli("health", server.address, "--summary", summary);
    expect([code, stdout]).toEqual([1, "✗ status  api/status.json is not there\n"]);
    expect(stderr.trim()).toBe(`${server.address} is not well.`);
    expect(readFileSync(summary, "utf8")).toContain("| ✗ | status | api/status.json is not there |");
  }, 30_000);

  it("speaks JSON where that is wanted, and takes an empty summary for none", async () => {
    server = await startServer((_, response) => response.writeHead(404).end("no"));
    const { code, stdout } = await runCli("health", server.address, "--json", "--summary", "");
    expect(code).toBe(1);
    expect(JSON.parse(stdout).findings).toEqual([expect.objectContaining({ subject: "status", level: "problem" })]);
  }, 30_000);
});

describe("contract on the command line", () => {
  it("asks the simulators where that is wanted", async () => {
    const { code, stdout } = await runCli("contract", "--sample", "--only", "kraken");
    expect(code).toBe(0);
    expect(stdout.split("\n").filter((line) => line.startsWith("✓ kraken/"))).toHaveLength(4);
  }, 60_000);

  it("knows which sources there are", async () => {
    const { code, stderr } = await runCli("contract", "--only", "nowhere");
    expect([code, stderr.startsWith('There is no source "nowhere". Known: binance, ')]).toEqual([1, true]);
  }, 30_000);
});
