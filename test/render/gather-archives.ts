import type { ArchiveEntry } from "../../build/api/archive-entry.ts";
import type { World } from "../../build/api/endpoint.ts";
import type { Archive } from "../../build/render/archives/archive.ts";
import { type ArchiveMemory, NO_ARCHIVE_MEMORY } from "../../build/render/archives/archive-memory.ts";
import { archives as registered } from "../../build/render/archives/archive-registry.ts";
import { streamArchives } from "../../build/render/archives/render-archives.ts";
import type { Artifact } from "../../build/render/artifact.ts";

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
