import type { Endpoint, World } from "../../api/endpoint.ts";
import type { Archive } from "../../api/endpoints/data-archives.ts";
import { groupBy } from "../../lib/collections.ts";
import { findAnswer } from "./data-page.ts";

export interface ArchivesPage {
  datasets: readonly ArchiveDataset[];
  /** Datasets with the same columns share an entry. */
  forms: readonly ArchiveForm[];
  /** The first files; the browser fetches the rest on demand. */
  shown: readonly Archive[];
  total: number;
  bytes: number;
  rows: number;
}

export interface ArchiveDataset {
  id: string;
  description: string;
  granularity: string;
  files: number;
  rows: number;
  bytes: number;
}

export interface ArchiveForm {
  datasets: readonly string[];
  columns: Archive["columns"];
}

/** Files listed in the page itself: every dataset of the market and a few files per coin. */
const SHOWN = 24;

export function computeArchivesPage(endpoints: readonly Endpoint[], world: World): ArchivesPage {
  const archives = findAnswer<Archive[]>(endpoints, world, "data-archives")?.data ?? [];
  const byDataset = groupBy(archives, ({ dataset }) => dataset);
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

function listForms(byDataset: ReadonlyMap<string, readonly Archive[]>): ArchiveForm[] {
  const entries = [...byDataset].map(([id, files]) => ({ id, columns: files[0]!.columns }));
  const forms = groupBy(entries, ({ columns }) => JSON.stringify(columns));
  return [...forms.values()].map((same) => ({ datasets: same.map(({ id }) => id), columns: same[0]!.columns }));
}

function measure(files: readonly Archive[]): { rows: number; bytes: number } {
  return {
    rows: files.reduce((sum, file) => sum + file.rows, 0),
    bytes: files.reduce((sum, file) => sum + file.size_bytes, 0),
  };
}
