import { spawn } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { WORKING_SETTINGS } from "../../../build/app/cli/kit/own-settings.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { runCli, startCli } from "./run-cli.ts";

async function waitFor(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe("start", () => {
  // It listens before the build ends: only the first signal waits for the whole build.
  it.each([
    ["SIGINT", "Ctrl-C"],
    ["SIGTERM", "Open http"],
    ["SIGHUP", "Open http"],
  ] as const)(
    "ends when npm, which started it, gets %s alone",
    async (signal, line) => {
      const npm = spawn("npm", ["start", "--", "--coins", "12", "--port", "0"], {
        cwd: resolve(import.meta.dirname, "../../.."),
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
      });
      const output = { stdout: "", stderr: "" };
      for (const name of ["stdout", "stderr"] as const) {
        npm[name].setEncoding("utf8").on("data", (text: string) => {
          output[name] += text;
        });
      }
      // Closes when the last process that writes to it has ended.
      const ended = new Promise((done) => npm.stdout.on("close", done));
      await waitFor(() => output.stdout.includes(line) || npm.exitCode !== null);
      const url = output.stdout.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0] ?? "";
      const isBuilt = line === "Ctrl-C";
      expect((await fetch(`${url}/api`)).ok).toBe(isBuilt);
      if (isBuilt) await checkStarted(output);
      npm.kill(signal);
      await ended;
      await expect(fetch(url)).rejects.toThrow();
    },
    60_000,
  );

  /** It shows progress per source, and prints addresses that answer. */
  async function checkStarted({ stdout, stderr }: { stdout: string; stderr: string }): Promise<void> {
    expect(stderr).toMatch(/Kraken .*tickers/);
    expect(stderr).toMatch(/files .*MB/);
    const urls = stdout.match(/http:\/\/127\.0\.0\.1:\d+\/api\S*/g) ?? [];
    expect(urls.length).toBeGreaterThanOrEqual(12);
    for (const url of urls) {
      const response = await fetch(url);
      expect([url, response.status]).toEqual([url, 200]);
      const isArchive = response.headers.get("content-type") === "application/gzip";
      if (isArchive)
        expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toMatch(/^id,symbol,name,/);
      else expect(await response.json()).toHaveProperty("meta.sample", true);
    }
  }

  it("can be interrupted during the build, and leaves no files", async () => {
    const folder = makeTempFolder();
    const { child, output, finished } = startCli(["start", "--coins", "60", "--port", "0"], { TMPDIR: folder });
    await waitFor(() => output.stderr.includes("Binance") || child.exitCode !== null);
    child.kill("SIGINT");
    expect((await finished).code).toBe(0);
    expect(output.stdout).toMatch(/^Open http:\/\/127\.0\.0\.1:\d+\n$/);
    expect(readdirSync(folder).filter((name) => name.startsWith("open-crypto-data-"))).toEqual([]);
    rmSync(folder, { recursive: true });
  }, 60_000);

  it("has the currencies and trees of the working folder's settings", async () => {
    const folder = makeTempFolder();
    const settings = { currencies: ["nok"], trees: ["currencies"] };
    writeFileSync(join(folder, WORKING_SETTINGS), `export default ${JSON.stringify(settings)};`);
    const { child, output, finished } = startCli(["start", "--coins", "12", "--port", "0"], {}, folder);
    await waitFor(() => output.stdout.includes("Ctrl-C") || child.exitCode !== null);
    const url = output.stdout.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0] ?? "";
    const statusOf = async (path: string) => (await fetch(url + path)).status;
    expect(await statusOf("/api/in/nok/coins")).toBe(200);
    expect(await statusOf("/api/in/eur/coins")).toBe(404);
    expect(await statusOf("/compat/coingecko/nok/api/v3/ping")).toBe(404);
    child.kill("SIGINT");
    expect((await finished).code).toBe(0);
  }, 60_000);

  it("reports a used port in one sentence", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await runCli("start", "--coins", "12", "--port", String(port));
    server.close();
    expect(code).toBe(1);
    const last = stderr.trim().split("\n").at(-1);
    expect(last).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use: .*--port 0`));
  }, 60_000);
});
