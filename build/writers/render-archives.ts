import type { ArchiveEntry } from "../endpoints/archive-entry.ts";
import type { World } from "../endpoints/endpoint.ts";
import { archives as registered } from "./archive-registry.ts";
import type { Artifact } from "./artifact.ts";
import { renderDatapackage } from "./datapackage.ts";
import { renderArchive } from "./render-archive.ts";

/**
 * Every archive of the world, and the data package that describes them. The entries belong into `world.archives` before
 * the responses are rendered.
 */
export async function renderArchives(
  world: World,
  archives = registered,
): Promise<{ artifacts: Artifact[]; entries: ArchiveEntry[] }> {
  const artifacts: Artifact[] = [];
  const entries: ArchiveEntry[] = [];
  for (const archive of archives) {
    for (const part of archive.parts(world)) {
      const rendered = await renderArchive(archive, part, world);
      artifacts.push(...rendered.artifacts);
      entries.push(rendered.entry);
    }
  }
  artifacts.push(renderDatapackage(entries, world));
  return { artifacts, entries };
}
