import type { Column } from "../api/row.ts";

interface Built {
  /** The data is made up, and everything that is published says so. */
  sample: boolean;
}

/** The last column of every table in a demo build: a downloaded file needs its own notice. */
const SAMPLE_COLUMN: Column<unknown> = {
  name: "sample",
  type: "boolean",
  description: "Always true: the row is made up, like all data of the embedded demo market.",
  value: () => true,
};

const NOTE = "Sample data: made up, not of any market.";

/** The columns of a table, with the notice in a demo build. */
export function markColumns<Row>(columns: readonly Column<Row>[], { sample }: Built): readonly Column<Row>[] {
  return sample ? [...columns, SAMPLE_COLUMN] : columns;
}

/** The name of a project in its documents. */
export function markTitle(name: string, { sample }: Built): string {
  return sample ? `${name} (sample data)` : name;
}

/** A description, with the notice in a demo build. */
export function markDescription(description: string, { sample }: Built): string {
  return sample ? `${NOTE} ${description}` : description;
}

/** Without the notice: the banner of every page has it. */
export function unmarkDescription(description: string): string {
  return description.startsWith(NOTE) ? description.slice(NOTE.length + 1) : description;
}
