import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { createHttp, createOfflineDetector } from "../../../build/platform/http/http.ts";

describe("createOfflineDetector", () => {
  it("reports an offline machine after five silent hosts and no response", () => {
    const watch = createOfflineDetector();
    for (const host of ["a", "b", "c", "d", "a"]) watch.noteSilence(host);
    expect(watch.isOffline()).toBe(false);
    watch.noteSilence("e");
    expect(watch.isOffline()).toBe(true);
    watch.noteAnswer();
    expect(watch.isOffline()).toBe(false);
  });
});

describe("a client without a network", () => {
  it("stops trying, and says so", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const waits: number[] = [];
    const http = createHttp({
      userAgent: "test",
      now: () => 0,
      random: () => 0,
      elapsed: () => 0,
      sleep: async (ms) => {
        waits.push(ms);
      },
      // A closed port on this machine: the connection is refused at once.
      origins: (url) => new URL(`http://127.0.0.1:${port}${url.pathname}`),
    });
    const pacing = { concurrency: 1, intervalMs: 0, reason: "" };
    const ask = (host: string) => http.fetch({ url: `https://${host}.example/`, maxBytes: 10, pacing });
    for (const host of ["a", "b", "c", "d"]) await expect(ask(host)).rejects.toThrow("after 3 tries");
    const waited = waits.length;
    await expect(ask("e")).rejects.toThrow(/failed/);
    await expect(ask("f")).rejects.toThrow("is there a network?");
    expect(waits.length).toBe(waited);
    await http.close();
  });
});
