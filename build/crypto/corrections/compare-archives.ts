import { type ArchiveCatalogue, CATALOGUE_NAME } from "../../kit/render/archives/archive-memory.ts";
import { REMOVED } from "../history/remove-restricted.ts";
import type { Comparison } from "./comparison.ts";
import type { Change } from "./correction.ts";

const REASON = "rows were added or changed";

/**
 * The complete archives that have other bytes now, by their checksums. One whose restricted values
 * are removed is forgotten first, and then written anew without them.
 */
export async function compareArchives({ before, after, pending }: Comparison): Promise<Change[]> {
  const catalogue = pending.find(({ name }) => name === CATALOGUE_NAME);
  if (catalogue === undefined) return [];
  const isRemoved = catalogue.reason === REMOVED;
  const old = (await before.state.read<ArchiveCatalogue>(CATALOGUE_NAME))?.archives ?? [];
  const current = (await after.state.read<ArchiveCatalogue>(CATALOGUE_NAME))?.archives ?? [];
  const byName = new Map(current.map((archive) => [archive.entry.filename, archive]));
  return old.flatMap(({ entry: { complete, filename, periodStartMs, sha256 }, coinId = null }): Change[] => {
    const now = byName.get(filename);
    if (!complete || periodStartMs === null) return [];
    // Removed by its retention, or of another coin that has taken the name over.
    if (!isRemoved && (now === undefined || (now.coinId ?? null) !== coinId)) return [];
    if (now?.entry.sha256 === sha256) return [];
    return [
      {
        dataset: "archives",
        coinId,
        field: filename,
        timeMs: periodStartMs,
        old: sha256,
        new: now?.entry.sha256 ?? null,
        reason: isRemoved ? REMOVED : REASON,
      },
    ];
  });
}
