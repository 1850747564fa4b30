import type { Artifact } from "../../kit/platform/artifact.ts";
import type { HostAdapter } from "../../kit/render/host-adapter.ts";
import { listAliases } from "../api/endpoints/coin.ts";
import { PARQUET_TREE, REPORTS, TREES, type TreeName } from "../api/trees.ts";
import type { Endpoint, World } from "../api/world.ts";
import { renderTables } from "./documents/csv-tables.ts";
import { renderDocuments } from "./documents/documents.ts";
import { PRICES_TREE, renderPriceFiles } from "./documents/price-files.ts";
import type { FeedAddresses } from "./feeds/news-feeds.ts";
import { createManifest, encodeText, MANIFEST_PATH } from "./manifest.ts";
import { type PreviousAnswers, renderResponses } from "./responses.ts";

export interface ApiInput extends FeedAddresses {
  endpoints: readonly Endpoint[];
  /** With the archives of this build, which are rendered first. */
  world: World;
  /** Files of optional trees that are rendered with the archives. */
  rendered?: readonly Artifact[];
  /** The optional trees to render. Absent: all. */
  trees?: readonly TreeName[];
  /** Responses of the published tree. Absent: everything is rendered. */
  previous?: PreviousAnswers | undefined;
}

/** Everything below `/api`, without a host's limits. */
export async function* renderApi(input: ApiInput): AsyncGenerator<Artifact> {
  yield* renderCore(input);
  for (const tree of TREES) yield* renderOptional(input, tree);
  yield* renderReports(input);
}

/** What every site has. */
export function* renderCore({ endpoints, world, previous }: ApiInput): Generator<Artifact> {
  const core = endpoints.filter(({ tree }) => tree === undefined);
  const aliases = listAliases(world.market);
  for (const file of renderResponses(core, world, previous)) {
    const alias = aliases.get(file.path);
    yield alias === undefined ? file : { ...file, alias };
  }
}

/** The optional files of a name. */
export async function* renderOptional(
  { endpoints, world, previous, rendered = [] }: ApiInput,
  tree: TreeName,
): AsyncGenerator<Artifact> {
  const own = endpoints.filter((endpoint) => endpoint.tree === tree);
  yield* renderResponses(own, world, previous);
  yield* renderTables(own, world);
  if (tree === PRICES_TREE) yield* renderPriceFiles(endpoints, world, previous);
  yield* rendered.filter((file) => file.tree === tree);
}

/** The list of archives names no Parquet files if they are left out. */
export function removeMissing(world: World): World {
  if (!world.leftOut?.some(({ tree, coveredCoins }) => tree === PARQUET_TREE && coveredCoins === 0)) return world;
  return { ...world, archives: world.archives.map(({ parquet: _left, ...entry }) => entry) };
}

/** What tells of all other files, the optional ones included. */
export async function* renderReports(input: ApiInput): AsyncGenerator<Artifact> {
  const { endpoints, world, previous } = input;
  const reports = endpoints.filter(({ tree }) => tree === REPORTS);
  yield* renderResponses(reports, world, previous);
  yield* renderDocuments(endpoints, world, input);
}

export interface TreeBuilder {
  add(file: Artifact): readonly Artifact[];
  findProblem: HostAdapter["findProblem"];
  /** The control files of the host, then the manifest. */
  finish(): readonly Artifact[];
}

export function createTree(world: World, host: HostAdapter = BARE_TREE, program?: string): TreeBuilder {
  const manifest = createManifest(world, program);
  return {
    // Text becomes bytes once: it is measured, hashed and written under several names.
    add: (file) => host.adapt({ ...file, body: encodeText(file.body) }).map(manifest.add),
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

export const BARE_TREE: HostAdapter = {
  findProblem: () => undefined,
  adapt: (file) => [file],
  finish: () => [],
  copyManifest: () => [],
};
