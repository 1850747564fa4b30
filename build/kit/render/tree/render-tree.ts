import { PARQUET_TREE } from "../../api/archive-entry.ts";
import { type BaseWorld, REPORTS } from "../../api/world.ts";
import type { Artifact } from "../../platform/artifact.ts";
import type { Api, SiteAddresses } from "../api.ts";
import { renderDocuments } from "../documents/documents.ts";
import type { HostAdapter } from "../host-adapter.ts";
import { createManifest, encodeText, MANIFEST_PATH } from "../manifest.ts";
import { type PreviousAnswers, renderResponses } from "../responses.ts";

export interface ApiInput<World extends BaseWorld> extends SiteAddresses {
  api: Api<World>;
  /** With the archives of this build, which are rendered first. */
  world: World;
  /** Files of optional trees that are rendered with the archives. */
  rendered?: readonly Artifact[];
  /** Names of the optional trees to render. Absent: all. */
  trees?: readonly string[];
  /** Responses of the published tree. Absent: everything is rendered. */
  previous?: PreviousAnswers | undefined;
}

/** What every site has. */
export function* renderCore<World extends BaseWorld>({ api, world, previous }: ApiInput<World>): Generator<Artifact> {
  const core = api.endpoints.filter(({ tree }) => tree === undefined);
  const aliases = api.listAliases(world);
  for (const file of renderResponses(core, world, { roots: api.roots, previous })) {
    const alias = aliases.get(file.path);
    yield alias === undefined ? file : { ...file, alias };
  }
}

/** The optional files of a name. */
export async function* renderOptional<World extends BaseWorld>(
  { api, world, previous, rendered = [] }: ApiInput<World>,
  tree: string,
): AsyncGenerator<Artifact> {
  const endpoints = api.endpoints.filter((endpoint) => endpoint.tree === tree);
  yield* renderResponses(endpoints, world, { roots: api.roots, previous });
  yield* api.renderOptional({ name: tree, endpoints }, world, previous);
  yield* rendered.filter((file) => file.tree === tree);
}

/** The list of archives names no Parquet files if they are left out. */
export function removeMissing<World extends BaseWorld>(world: World): World {
  if (!world.leftOut?.some(({ tree, covered }) => tree === PARQUET_TREE && covered === 0)) return world;
  return { ...world, archives: world.archives.map(({ parquet: _left, ...entry }) => entry) };
}

/** What tells of all other files, the optional ones included. */
export async function* renderReports<World extends BaseWorld>(input: ApiInput<World>): AsyncGenerator<Artifact> {
  const { api, world, previous } = input;
  const reports = api.endpoints.filter(({ tree }) => tree === REPORTS);
  yield* renderResponses(reports, world, { roots: api.roots, previous });
  yield* renderDocuments(api, world, input);
}

export interface TreeBuilder {
  add(file: Artifact): readonly Artifact[];
  isUnlimited: boolean;
  findProblem: HostAdapter["findProblem"];
  /** The control files of the host, then the manifest. */
  finish(): readonly Artifact[];
}

/** Adds to the files of a tree what the host needs, and the manifest of all of them. */
export function createTree(
  api: Pick<Api<never>, "kinds">,
  world: BaseWorld,
  host: HostAdapter,
  program?: string,
): TreeBuilder {
  const manifest = createManifest(api, world, program);
  return {
    // Text becomes bytes once: it is measured, hashed and written under several names.
    add: (file) => host.adapt({ ...file, body: encodeText(file.body) }).map(manifest.add),
    isUnlimited: host.isUnlimited,
    findProblem: host.findProblem,
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
