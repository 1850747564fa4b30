import { describe, expect, it } from "vitest";
import { endpoints } from "../../build/api/registry.ts";
import { hosts } from "../../build/hosts/registry.ts";
import type { Artifact } from "../../build/render/artifact.ts";
import { renderRoutes } from "../../build/render/documents/documents.ts";
import { MANIFEST_PATH } from "../../build/render/manifest.ts";
import { type MemoryTree, verifyMemory } from "../render/memory-tree.ts";
import { adaptTree, renderTree, withManifest } from "../render/render-tree.ts";
import { buildWorld } from "../render/small-world.ts";

const world = buildWorld();

async function* renderPlain(): AsyncGenerator<Artifact> {
  for await (const artifact of renderTree({ endpoints, world, homepage: "https://site.example/" }))
    if (artifact.path !== MANIFEST_PATH) yield artifact;
}

describe("a tree with what a host needs", () => {
  it.each(hosts.map((host) => [host.id, host] as const))("holds up for %s", async (_, host) => {
    const complete = adaptTree(host, renderPlain(), renderRoutes(endpoints), { worker: "export default {}" });
    const tree: MemoryTree = new Map();
    for await (const { path, body } of withManifest(complete, world)) tree.set(path, Buffer.from(body));
    const { files, problems } = await verifyMemory(tree);
    expect(problems).toEqual([]);
    expect(files).toBe(tree.size - 1);
  });
});
