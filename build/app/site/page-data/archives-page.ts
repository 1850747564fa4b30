import type { Archive } from "../../../crypto/api/endpoints/data-archives.ts";
import { unmarkDescription } from "../../../kit/render/demo-mark.ts";
import { type Group, groupBy } from "../../../lib/collections.ts";
import { type Built, findAnswer } from "./data-page.ts";
import { describeDatasets, type Publisher } from "./dataset-metadata.ts";

/** Files listed in the page itself: every dataset of the market and a few files per coin. */
const SHOWN = 24;

export function computeArchivesPage(built: Built, publisher: Publisher) {
  const archives = findAnswer<Archive[]>(built, "data-archives")?.data ?? [];
  const byDataset = groupBy(archives, ({ dataset }) => dataset);
  return {
    datasets: [...byDataset].map(([id, files]) => {
      const { description, granularity } = files[0];
      return { id, description: unmarkDescription(description), granularity, files: files.length, ...measure(files) };
    }),
    forms: listForms(byDataset),
    metadata: describeDatasets(byDataset, publisher),
    shown: archives.slice(0, SHOWN),
    total: archives.length,
    ...measure(archives),
  };
}

/** Datasets with the same columns share an entry. */
function listForms(byDataset: ReadonlyMap<string, Group<Archive>>) {
  const entries = [...byDataset].map(([id, files]) => ({ id, columns: files[0].columns }));
  const forms = groupBy(entries, ({ columns }) => JSON.stringify(columns));
  return [...forms.values()].map((same) => ({ datasets: same.map(({ id }) => id), columns: same[0].columns }));
}

function measure(files: readonly Archive[]) {
  return {
    rows: files.reduce((sum, file) => sum + file.rows, 0),
    bytes: files.reduce((sum, file) => sum + file.size_bytes, 0),
  };
}
