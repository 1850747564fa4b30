import type { Endpoint, World } from "../../api/endpoint.ts";
import { findAnswer } from "./find-answer.ts";

export interface ArchivesPage {
  datasets: readonly ArchiveDataset[];
  /** Several datasets have the same columns. */
  forms: readonly ArchiveForm[];
  /** The first of the list; the browser fetches the rest when it is asked for. */
  shown: readonly ArchiveFile[];
  total: number;
  bytes: number;
  rows: number;
}

/** Files of one kind. */
export interface ArchiveDataset {
  id: string;
  description: string;
  granularity: string;
  files: number;
  rows: number;
  bytes: number;
}

/** What a row is, and what its columns mean. */
export interface ArchiveForm {
  datasets: readonly string[];
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
  columns: ArchiveForm["columns"];
  complete: boolean;
  revision: number;
  gaps: readonly { from: string; to: string; reason: string }[];
  url: string;
}

/** Rows in the page itself: every dataset of the market is among them, and of the files per coin a few. */
const SHOWN = 24;

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
      const { description, granularity } = files[0]!;
      return { id, description, granularity, files: files.length, ...measure(files) };
    }),
    forms: listForms(byDataset),
    shown: archives.slice(0, SHOWN),
    total: archives.length,
    ...measure(archives),
  };
}

function listForms(byDataset: ReadonlyMap<string, readonly ArchiveFile[]>): ArchiveForm[] {
  const forms = new Map<string, { datasets: string[]; columns: ArchiveForm["columns"] }>();
  for (const [id, files] of byDataset) {
    const { columns } = files[0]!;
    const key = JSON.stringify(columns);
    const form = forms.get(key);
    if (form === undefined) forms.set(key, { datasets: [id], columns });
    else form.datasets.push(id);
  }
  return [...forms.values()];
}

function measure(files: readonly ArchiveFile[]): { rows: number; bytes: number } {
  return {
    rows: files.reduce((sum, file) => sum + file.rows, 0),
    bytes: files.reduce((sum, file) => sum + file.size_bytes, 0),
  };
}
