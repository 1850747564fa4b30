import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { smokeTest } from "../../../build/app/cli/steps/publish-steps.ts";
import { buildHttpError } from "../../../build/kit/platform/http/http-error.ts";
import { renderBundle } from "../../fixtures/attestation.ts";

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
const FILES: Record<string, string> = Object.fromEntries(
  ["index.html", "api/coins.json", "api/status.json", ...Array.from({ length: 80 }, (_, i) => `api/x/${i}.json`)].map(
    (path) => [path, `{"path":"${path}"}`],
  ),
);
const MANIFEST = JSON.stringify({
  data: { files: Object.entries(FILES).map(([path, body]) => ({ path, sha256: sha(body) })) },
});

/** A published site with this build, apart from the given overrides; a number is a status. */
function smoke(over: Record<string, string | number> = {}, staleFor = 0, busyFor = 0) {
  const waits: number[] = [];
  const site: Record<string, string | number> = { "api/manifest.json": MANIFEST, "api/coins": "{}", ...FILES, ...over };
  let asked = 0;
  let busy = 0;
  const result = smokeTest({
    baseUrl: "https://a.example/",
    manifestSha256: sha(MANIFEST),
    run: "9",
    plainPaths: true,
    sleep: async (ms) => waits.push(ms),
    async fetch(url) {
      const path = new URL(url).pathname.slice(1);
      if (path === "api/manifest.json") asked += 1;
      if (path === "index.html" && busy++ < busyFor) throw buildHttpError({ url, status: 503, tries: 1 });
      const body = path === "api/manifest.json" && asked <= staleFor ? "{}" : site[path];
      if (typeof body === "string") return new TextEncoder().encode(body);
      throw buildHttpError({ url, status: body ?? 404, tries: 1 });
    },
  });
  return { result, waits };
}

describe("the smoke test of a published site", () => {
  it("compares a sample of the files with what was built", async () => {
    expect(await smoke().result).toMatch(/^https:\/\/a\.example\/ serves this build: \d\d of 83 files compared\.$/);
  });

  it("accepts the attestation of this build, and a host that answers 403 without one", async () => {
    for (const attestation of [renderBundle([sha(MANIFEST)]), 403])
      expect(await smoke({ "api/attestation.json": attestation }).result).toContain("serves this build");
  });

  it("waits until the host shows this build and no earlier one", async () => {
    const { result, waits } = smoke({}, 3);
    await result;
    expect(waits).toEqual([10_000, 10_000, 10_000]);
  });

  it("retries a lost response before it reports a broken site", async () => {
    const { result, waits } = smoke({}, 0, 2);
    await expect(result).resolves.toContain("serves this build");
    expect(waits).toEqual([10_000, 10_000]);
  });

  it("gives up after ten minutes of another build", async () => {
    await expect(smoke({}, 1_000).result).rejects.toThrow("does not serve this build after 10 minutes: another build");
  });

  it.each([
    ["a file of another build", { "index.html": "old" }, "index.html differs from the build"],
    ["a missing file", { "api/coins.json": 404 }, "api/coins.json?run=9-3 404"],
    ["no answer to a path without extension", { "api/coins": 404 }, "api/coins 404"],
    [
      "an attestation of another build",
      { "api/attestation.json": renderBundle([sha("another")]) },
      "api/attestation.json is not about this build",
    ],
    ["an answer where nothing is", { "api/no-such-file.json": "{}" }, "answers 200 instead of 404"],
  ])("fails on %s", async (_, over, message) => {
    await expect(smoke(over).result).rejects.toThrow(message);
  });
});
