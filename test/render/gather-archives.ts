import type { ArchiveEntry } from "../../build/api/archive-entry.ts";
import type { World } from "../../build/api/endpoint.ts";
import type { Archive } from "../../build/render/archives/archive.ts";
import {
  type ArchiveCatalogue,
  type ArchiveMemory,
  NO_ARCHIVE_MEMORY,
} from "../../build/render/archives/archive-memory.ts";
import type { RenderedArchive } from "../../build/render/archives/publish-archive.ts";
import {
  buildCatalogue,
  listEntries,
  archives as registered,
  renderArchives,
} from "../../build/render/archives/render-archives.ts";
import type { Artifact } from "../../build/render/artifact.ts";
import { renderDatapackage } from "../../build/render/documents/datapackage.ts";

export interface GatheredArchives {
  /** The data package is the last one. */
  artifacts: Artifact[];
  entries: ArchiveEntry[];
  catalogue: ArchiveCatalogue;
  warnings: string[];
}

/** All archives of a world, and the data package that describes them. */
export async function gatherArchives(
  world: World,
  memory: ArchiveMemory = NO_ARCHIVE_MEMORY,
  archives: readonly Archive[] = registered,
): Promise<GatheredArchives> {
  const rendered: RenderedArchive[] = [];
  for await (const archive of renderArchives(world, memory, archives)) rendered.push(archive);
  const entries = listEntries(rendered);
  return {
    artifacts: [...rendered.flatMap(({ artifacts }) => artifacts), renderDatapackage(entries, world)],
    entries,
    catalogue: buildCatalogue(rendered),
    warnings: rendered.flatMap(({ warning }) => warning ?? []),
  };
}
