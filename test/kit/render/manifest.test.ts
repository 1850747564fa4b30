import { describe, expect, it } from "vitest";
import type { Artifact } from "../../../build/kit/platform/artifact.ts";
import { computeSha256 } from "../../../build/lib/hash.ts";
import { withManifest } from "../../fixtures/memory-tree.ts";
import { buildWorld } from "../../fixtures/small-world.ts";

async function collect(artifacts: Iterable<Artifact> | AsyncIterable<Artifact>): Promise<Artifact[]> {
  const found: Artifact[] = [];
  for await (const artifact of withManifest(artifacts, buildWorld())) found.push(artifact);
  return found;
}

describe("withManifest", () => {
  it("passes every artifact through and ends with the manifest of them, by path", async () => {
    const artifacts: Artifact[] = [
      { path: "index.html", body: "<p>é" },
      { path: "api/coins.json", body: "{}", endpoint: "coins" },
      { path: "api/a.gz", body: new Uint8Array([1, 2]) },
    ];
    const found = await collect(artifacts);
    expect(found.slice(0, 3).map(({ path, body }) => [path, Buffer.from(body)])).toEqual(
      artifacts.map(({ path, body }) => [path, Buffer.from(body as string)]),
    );
    expect(found[3]?.path).toBe("api/manifest.json");
    const { data, meta } = JSON.parse(String(found[3]?.body));
    expect(data.files).toEqual([
      { path: "api/a.gz", bytes: 2, sha256: computeSha256(new Uint8Array([1, 2])), endpoint: null },
      { path: "api/coins.json", bytes: 2, sha256: computeSha256("{}"), endpoint: "coins" },
      { path: "index.html", bytes: 5, sha256: computeSha256("<p>é"), endpoint: null },
    ]);
    expect(data).toMatchObject({ count: 3, bytes: 9, commit: "abc1234", run: null });
    expect(data.generated_at).toBe("2026-11-20T09:15:05Z");
    expect(meta).toMatchObject({ self: "manifest.json", updated_at: "2026-11-20T09:15:00Z", stale: false });
  });

  it("does not depend on the order in which artifacts arrive", async () => {
    const artifacts = ["b", "a", "c"].map((path) => ({ path, body: path }));
    expect((await collect(artifacts)).at(-1)).toEqual((await collect(artifacts.toReversed())).at(-1));
  });

  it("refuses two artifacts of one path, and another manifest", async () => {
    const twice = [
      { path: "a", body: "1" },
      { path: "a", body: "2" },
    ];
    await expect(collect(twice)).rejects.toThrow("Two artifacts are called a");
    await expect(collect([{ path: "api/manifest.json", body: "" }])).rejects.toThrow("api/manifest.json");
  });

  it("fails when the stream that it wraps fails", async () => {
    async function* failing(): AsyncGenerator<Artifact> {
      yield { path: "a", body: "" };
      throw new Error("the disk of the templates is full");
    }
    await expect(collect(failing())).rejects.toThrow("the disk of the templates is full");
  });
});
