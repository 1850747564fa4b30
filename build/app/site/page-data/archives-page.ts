import type { Archive } from "../../../crypto/api/endpoints/data-archives.ts";
import { unmarkDescription } from "../../../kit/render/demo-mark.ts";
import { groupBy } from "../../../lib/collections.ts";
import { type Built, findAnswer } from "./data-page.ts";
import { describeDatasets, type Publisher } from "./dataset-metadata.ts";

/** Files listed in the page itself. The newest one of each dataset stands with the dataset. */
const SHOWN = 8;

export function computeArchivesPage(built: Built, publisher: Publisher) {
  const archives = findAnswer<Archive[]>(built, "data-archives")?.data ?? [];
  const byDataset = groupBy(archives, ({ dataset }) => dataset);
  const firstByForm = new Map<string, string>();
  return {
    datasets: [...byDataset].map(([id, files]) => {
      const { description, columns } = files[0];
      const form = JSON.stringify(columns);
      const sameAs = firstByForm.get(form) ?? id;
      firstByForm.set(form, sameAs);
      const newest = files.reduce((best, file) => (endOf(file) > endOf(best) ? file : best));
      return {
        id,
        description: unmarkDescription(description),
        columns,
        /** The first dataset with the same columns, which explains them. */
        sameAs,
        newest,
        files: files.length,
        ...measure(files),
      };
    }),
    metadata: describeDatasets(byDataset, publisher),
    shown: archives.slice(0, SHOWN),
    total: archives.length,
    ...measure(archives),
  };
}

/** The end of its period, as text that can be compared. */
function endOf({ period_end }: Archive): string {
  return period_end ?? "";
}

function measure(files: readonly Archive[]) {
  return {
    rows: files.reduce((sum, file) => sum + file.rows, 0),
    bytes: files.reduce((sum, file) => sum + file.size_bytes, 0),
  };
}
