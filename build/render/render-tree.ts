import type { Endpoint, World } from "../api/endpoint.ts";
import { type ArchiveMemory, NO_ARCHIVE_MEMORY } from "./archives/archive-memory.ts";
import { streamArchives } from "./archives/render-archives.ts";
import type { Artifact } from "./artifact.ts";
import { renderDocuments } from "./documents/documents.ts";
import { BARE_TREE, type HostAdapter } from "./host-adapter.ts";
import { MANIFEST_PATH, withManifest } from "./manifest.ts";
import { type PreviousAnswers, renderResponses } from "./responses.ts";

/** Files per progress message. */
const STEP = 500;

export interface TreeInput {
  endpoints: readonly Endpoint[];
  world: World;
  /** The absolute address that feed readers show. */
  homepage: string | null;
  /** The address of the site, with a final slash, if known. */
  baseUrl?: string | null;
  memory?: ArchiveMemory;
  /** Reusable answers of the published tree. Absent: everything is rendered. */
  previous?: PreviousAnswers | undefined;
  hostAdapter?: HostAdapter;
  /** Further files. Called after everything else is rendered, with the archives in the world. */
  extras?: (complete: World) => AsyncIterable<Artifact>;
  progress?: (detail: string) => void;
}

/**
 * Renders all published files. Each part may list the ones before it: archives, responses,
 * documents, extras, files of the host, manifest.
 */
export async function* renderTree(input: TreeInput): AsyncGenerator<Artifact> {
  const { endpoints, world, memory = NO_ARCHIVE_MEMORY, hostAdapter = BARE_TREE, previous, progress, extras } = input;
  progress?.("archives");
  async function* renderAll(): AsyncGenerator<Artifact> {
    const entries = yield* streamArchives(world, memory);
    const complete: World = { ...world, archives: entries };
    yield* renderResponses(endpoints, complete, previous);
    yield* renderDocuments(endpoints, complete, input);
    if (extras !== undefined) yield* extras(complete);
  }
  let files = 0;
  for await (const artifact of withManifest(hostAdapter.adapt(renderAll()), world, previous?.program)) {
    files += 1;
    if (files % STEP === 0) progress?.(`${files.toLocaleString("en-US")} files`);
    yield artifact;
    if (artifact.path === MANIFEST_PATH) yield* hostAdapter.copyManifest(artifact);
  }
}
