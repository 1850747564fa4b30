import type { Endpoint, World } from "../../endpoints/endpoint.ts";
import { findAnswer } from "./find-answer.ts";

export interface ArchivesPage {
  datasets: readonly ArchiveDataset[];
  /** The first of the list; the browser fetches the rest when it is asked for. */
  shown: readonly ArchiveFile[];
  total: number;
  bytes: number;
  rows: number;
}

/** Files of one form: what a row is, and what its columns mean. */
export interface ArchiveDataset {
  id: string;
  description: string;
  granularity: string;
  files: number;
  rows: number;
  bytes: number;
  columns: readonly { name: string; type: string; unit: string | null; description: string }[];
}

/** As `/api/data/archives` lists it; `url` relative to `/api/`. */
export interface ArchiveFile {
  filename: string;
  dataset: string;
  description: string;
  granularity: string;
  period_start: string | null;
  period_end: string | null;
  rows: number;
  size_bytes: number;
  sha256: string;
  sha256_uncompressed: string;
  columns: ArchiveDataset["columns"];
  complete: boolean;
  revision: number;
  gaps: readonly { from: string; to: string; reason: string }[];
  url: string;
}

/** Rows in the page itself: every dataset of the market is among them, and of the files per coin a few. */
const SHOWN = 30;

export function computeArchivesPage(endpoints: readonly Endpoint[], world: World): ArchivesPage {
  const archives = findAnswer<ArchiveFile[]>(endpoints, world, "data-archives")?.data ?? [];
  const byDataset = new Map<string, ArchiveFile[]>();
  for (const archive of archives) {
    const files = byDataset.get(archive.dataset);
    if (files === undefined) byDataset.set(archive.dataset, [archive]);
    else files.push(archive);
  }
  return {
    datasets: [...byDataset].map(([id, files]) => {
      const { description, granularity, columns } = files[0]!;
      return { id, description, granularity, columns, files: files.length, ...measure(files) };
    }),
    shown: archives.slice(0, SHOWN),
    total: archives.length,
    ...measure(archives),
  };
}

function measure(files: readonly ArchiveFile[]): { rows: number; bytes: number } {
  return {
    rows: files.reduce((sum, file) => sum + file.rows, 0),
    bytes: files.reduce((sum, file) => sum + file.size_bytes, 0),
  };
}
