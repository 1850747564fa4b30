import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { runCli, startCli } from "./run-cli.ts";

async function waitFor(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe("start", () => {
  it("builds the sample world with a word about every source, serves it, and ends on an interrupt", async () => {
    const { child, output, finished } = startCli(["start", "--coins", "12", "--port", "0"]);
    await waitFor(() => output.stdout.includes("Ctrl-C") || child.exitCode !== null);
    expect(output.stderr).toMatch(/kraken .*tickers/);
    expect(output.stderr).toMatch(/files .*MB/);
    const urls = output.stdout.match(/http:\/\/127\.0\.0\.1:\d+\/api\S*/g) ?? [];
    expect(urls.length).toBeGreaterThanOrEqual(12);
    for (const url of urls) {
      const response = await fetch(url);
      expect([url, response.status]).toEqual([url, 200]);
      const isArchive = response.headers.get("content-type") === "application/gzip";
      if (isArchive)
        expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toMatch(/^id,symbol,name,/);
      else expect(await response.json()).toHaveProperty("meta.sample", true);
    }
    child.kill("SIGINT");
    expect((await finished).code).toBe(0);
  }, 60_000);

  it("says in one sentence that its port is in use", async () => {
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
