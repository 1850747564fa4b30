import { expect, it } from "vitest";
import { probeSources } from "../../../build/app/diagnostics/probe-sources.ts";
import { DEMO_SEED } from "../../../build/crypto/demo/demo-market.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import { cleanUpLater } from "../../cleanup.ts";
import { startFaultyDemo } from "../../fixtures/faulty-demo.ts";
import { createTestHttp } from "../../kit/platform/local-server.ts";

const NOW = Date.parse("2026-11-20T09:15:00Z");

async function probe(isDown: (host: string) => boolean) {
  const server = await startFaultyDemo({ seed: DEMO_SEED, coins: 10, now: NOW }, (host) =>
    isDown(host) ? 503 : undefined,
  );
  cleanUpLater(server.close);
  const http = createTestHttp({ now: () => NOW, origins: server.origin, paceFactor: 0, tries: 1 });
  let ticks = 0;
  const elapsed = () => (ticks += 20);
  const findings = await probeSources(sources, { http, now: NOW, elapsed, apiKeys: {}, minVenues: 4 });
  return new Map(findings.map((finding) => [finding.subject, finding]));
}

it("reports status and latency of each source, or the reason of its failure", async () => {
  const found = await probe((host) => host === "api.kraken.com");
  expect([...found.keys()]).toEqual([...sources.map(({ id }) => id), "venues"]);
  expect(found.get("okx")).toMatchObject({ level: "ok", detail: expect.stringMatching(/^200 in \d+ ms$/) });
  expect(found.get("kraken")).toMatchObject({ level: "warning", detail: expect.stringContaining("503") });
  expect(found.get("venues")?.level).toBe("ok");
});

it("is a problem when too few venues respond", async () => {
  const found = await probe((host) => host !== "api.kraken.com");
  expect(found.get("venues")).toMatchObject({ level: "problem", detail: expect.stringMatching(/^1 of \d+ venues/) });
});
