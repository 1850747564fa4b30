import { type ArchiveCatalogue, CATALOGUE_NAME } from "../../kit/render/archives/archive-memory.ts";
import type { Comparison } from "./comparison.ts";
import type { Change } from "./correction.ts";

const REASON = "rows were added or changed";

/** The complete archives that have other bytes now, by their checksums. */
export async function compareArchives({ before, after, pending }: Comparison): Promise<Change[]> {
  if (!pending.some(({ name }) => name === CATALOGUE_NAME)) return [];
  const old = (await before.state.read<ArchiveCatalogue>(CATALOGUE_NAME))?.archives ?? [];
  const current = (await after.state.read<ArchiveCatalogue>(CATALOGUE_NAME))?.archives ?? [];
  const byName = new Map(current.map((archive) => [archive.entry.filename, archive]));
  return old.flatMap(({ entry: { complete, filename, periodStartMs, sha256 }, coinId = null }): Change[] => {
    const now = byName.get(filename);
    // Removed by its retention, or of another coin that has taken the name over.
    if (!complete || now === undefined || (now.coinId ?? null) !== coinId) return [];
    if (now.entry.sha256 === sha256 || periodStartMs === null) return [];
    return [
      {
        dataset: "archives",
        coinId,
        field: filename,
        timeMs: periodStartMs,
        old: sha256,
        new: now.entry.sha256,
        reason: REASON,
      },
    ];
  });
}
