import type { Endpoint, World } from "../api/endpoint.ts";
import type { Artifact } from "./artifact.ts";
import { renderDocuments } from "./documents/documents.ts";
import type { FeedAddresses } from "./feeds/feeds.ts";
import { createManifest, MANIFEST_PATH } from "./manifest.ts";
import { type PreviousAnswers, renderResponses } from "./responses.ts";

export interface ApiInput extends FeedAddresses {
  endpoints: readonly Endpoint[];
  /** With the archives of this build, which are rendered first. */
  world: World;
  /** Responses of the published tree. Absent: everything is rendered. */
  previous?: PreviousAnswers | undefined;
}

export async function* renderApi(input: ApiInput): AsyncGenerator<Artifact> {
  const { endpoints, world, previous } = input;
  yield* renderResponses(endpoints, world, previous);
  yield* renderDocuments(endpoints, world, input);
}

export interface TreeBuilder {
  add(file: Artifact): readonly Artifact[];
  /** The control files of the host, then the manifest. */
  finish(): readonly Artifact[];
}

export function createTree(world: World, host: HostAdapter = BARE_TREE, program?: string): TreeBuilder {
  const manifest = createManifest(world, program);
  return {
    add: (file) => host.adapt(file).map(manifest.add),
    finish() {
      const controlFiles = host.finish().map(manifest.add);
      return [
        ...controlFiles,
        ...manifest
          .render()
          .flatMap((file) => (file.path === MANIFEST_PATH ? [file, ...host.copyManifest(file)] : [file])),
      ];
    },
  };
}

export interface HostAdapter {
  /** Its name on the host, and the other names that lead to it. */
  adapt(file: Artifact): readonly Artifact[];
  /** Files that follow from all others. Throws when the host cannot hold the tree. */
  finish(): readonly Artifact[];
  copyManifest(manifest: Artifact): readonly Artifact[];
}

export const BARE_TREE: HostAdapter = { adapt: (file) => [file], finish: () => [], copyManifest: () => [] };
