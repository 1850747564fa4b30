import type { Endpoint, World } from "../../build/endpoints/endpoint.ts";
import type { Artifact } from "../../build/writers/artifact.ts";
import { renderDocuments } from "../../build/writers/documents.ts";
import { withManifest } from "../../build/writers/manifest.ts";
import { renderArchives } from "../../build/writers/render-archives.ts";
import { renderResponses } from "../../build/writers/responses.ts";

/** A published tree in memory: bytes by path. */
export type MemoryTree = Map<string, Uint8Array>;

/** All artifacts of a build in the order in which a build writes them. */
export async function renderTree(endpoints: readonly Endpoint[], world: World): Promise<MemoryTree> {
  const { artifacts, entries } = await renderArchives(world);
  const complete = { ...world, archives: entries };
  async function* all(): AsyncGenerator<Artifact> {
    yield* artifacts;
    yield* renderResponses(endpoints, complete);
    yield* renderDocuments(endpoints, complete, "https://site.example/");
  }
  const tree: MemoryTree = new Map();
  for await (const { path, body } of withManifest(all(), complete)) tree.set(path, Buffer.from(body));
  return tree;
}

export function readTree(tree: MemoryTree, path: string): string {
  const body = tree.get(path);
  if (body === undefined) throw new Error(`${path} was not written`);
  return new TextDecoder().decode(body);
}
