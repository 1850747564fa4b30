import type { ArchiveEntry } from "../../api/archive-entry.ts";
import type { World } from "../../api/endpoint.ts";
import type { SourceCredit } from "./page-data.ts";

/** An archive that a page links to; `path` relative to the site's root. */
export interface PageArchive {
  path: string;
  filename: string;
  description: string;
  rows: number;
  bytes: number;
}

/** The newest archive of each of these datasets, as far as there is one. */
export function listPageArchives({ archives }: World, datasets: readonly string[]): PageArchive[] {
  return datasets.flatMap((dataset) => {
    const entry = archives.findLast((candidate) => candidate.dataset === dataset);
    return entry === undefined ? [] : [computePageArchive(entry)];
  });
}

export function computePageArchive({ filename, description, rows, sizeBytes }: ArchiveEntry): PageArchive {
  return { path: `api/data/download/${filename}`, filename, description, rows, bytes: sizeBytes };
}

/** Whom a page owes its data to, in the order of the ids; `ids` as `meta.sources` has them. */
export function listCredits({ run }: World, ids: readonly string[]): SourceCredit[] {
  return ids.flatMap((id) => {
    const source = run.sources.find((candidate) => candidate.id === id);
    if (source === undefined) return [];
    const { name, homepage, license, termsUrl, attribution } = source;
    return [{ id, name, url: homepage, license, terms_url: termsUrl, attribution }];
  });
}
