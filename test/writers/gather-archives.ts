import type { ArchiveEntry } from "../../build/endpoints/archive-entry.ts";
import type { World } from "../../build/endpoints/endpoint.ts";
import type { Archive } from "../../build/writers/archive.ts";
import { type ArchiveMemory, NO_ARCHIVE_MEMORY } from "../../build/writers/archive-memory.ts";
import { archives as registered } from "../../build/writers/archive-registry.ts";
import type { Artifact } from "../../build/writers/artifact.ts";
import { streamArchives } from "../../build/writers/render-archives.ts";

/** What `streamArchives` yields and returns, side by side. */
export async function gatherArchives(
  world: World,
  memory: ArchiveMemory = NO_ARCHIVE_MEMORY,
  archives: readonly Archive[] = registered,
): Promise<{ artifacts: Artifact[]; entries: ArchiveEntry[] }> {
  const artifacts: Artifact[] = [];
  const stream = streamArchives(world, memory, archives);
  for (;;) {
    const next = await stream.next();
    if (next.done) return { artifacts, entries: next.value };
    artifacts.push(next.value);
  }
}
