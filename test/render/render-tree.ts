import type { World } from "../../build/api/endpoint.ts";
import type { Bundles, Host } from "../../build/hosts/host.ts";
import { createHostAdapter } from "../../build/hosts/kit/adapt-tree.ts";
import { type ArchiveMemory, NO_ARCHIVE_MEMORY } from "../../build/render/archives/archive-memory.ts";
import { listEntries, renderArchives } from "../../build/render/archives/render-archives.ts";
import type { Artifact } from "../../build/render/artifact.ts";
import { createManifest } from "../../build/render/manifest.ts";
import { type ApiInput, createTree, renderApi } from "../../build/render/render-tree.ts";
import type { Route } from "../../build/render/route.ts";

type Files = Iterable<Artifact> | AsyncIterable<Artifact>;

/** The plain tree of a world: archives, API and manifest. */
export async function* renderTree(
  input: Omit<ApiInput, "previous">,
  memory: ArchiveMemory = NO_ARCHIVE_MEMORY,
): AsyncGenerator<Artifact> {
  const tree = createTree(input.world);
  const archives = [];
  for await (const { artifacts, ...archive } of renderArchives(input.world, memory)) {
    for (const file of artifacts) yield* tree.add(file);
    archives.push(archive);
  }
  const world: World = { ...input.world, archives: listEntries(archives) };
  for await (const file of renderApi({ ...input, world })) yield* tree.add(file);
  yield* tree.finish();
}

/** The files of a tree as one host needs them, without the manifest. */
export async function* adaptTree(
  host: Host,
  files: Files,
  routes: readonly Route[],
  bundles: Readonly<Partial<Bundles>>,
  warn?: (message: string) => void,
): AsyncGenerator<Artifact> {
  const adapter = createHostAdapter(host, routes, bundles, warn);
  for await (const file of files) yield* adapter.adapt(file);
  yield* adapter.finish();
}

/** The files, and the manifest that lists them. */
export async function* withManifest(files: Files, world: World, program?: string | null): AsyncGenerator<Artifact> {
  const manifest = createManifest(world, program);
  for await (const file of files) yield manifest.add(file);
  yield* manifest.render();
}
