import type { Endpoint, World } from "../api/endpoint.ts";
import { type ArchiveMemory, NO_ARCHIVE_MEMORY } from "./archives/archive-memory.ts";
import { streamArchives } from "./archives/render-archives.ts";
import type { Artifact } from "./artifact.ts";
import { renderDocuments } from "./documents/documents.ts";
import { BARE_TREE, type HostAdapter } from "./host-adapter.ts";
import { MANIFEST_PATH, withManifest } from "./manifest.ts";
import { type PreviousAnswers, renderResponses } from "./responses.ts";

/** Files between two words about progress. */
const STEP = 500;

export interface TreeInput {
  endpoints: readonly Endpoint[];
  world: World;
  /** The absolute address that feed readers show. */
  homepage: string | null;
  /** The site's own address, ending with a slash, where it is known. */
  baseUrl?: string | null;
  memory?: ArchiveMemory;
  /** What the tree that is replaced holds. Absent: everything is rendered. */
  previous?: PreviousAnswers | undefined;
  hostAdapter?: HostAdapter;
  /** What is published beside the API; asked for once everything before it has been rendered, with the world and its archives. */
  extras?: (complete: World) => AsyncIterable<Artifact>;
  progress?: (detail: string) => void;
}

/**
 * Everything that is published, in an order in which each part can list the ones before: archives, responses, documents, what
 * else there is, what the host adds, manifest.
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
