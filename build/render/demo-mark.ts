import type { World } from "../api/endpoint.ts";
import type { Column } from "./archives/archive.ts";

type Built = Pick<World, "sample">;

/** In every table of a sample build the last one: a file that was downloaded is soon far from what was said about it. */
const SAMPLE_COLUMN: Column<unknown> = {
  name: "sample",
  type: "boolean",
  description: "Always true: the row is made up, as everything in a build of the embedded sample world.",
  value: () => true,
};

const NOTE = "Sample data: made up, not of any market.";

/** The columns of a table, in a sample build with one more that says so in every row. */
export function markColumns<Row>(columns: readonly Column<Row>[], { sample }: Built): readonly Column<Row>[] {
  return sample ? [...columns, SAMPLE_COLUMN] : columns;
}

/** A description, in a sample build after the words that say so. */
export function markDescription(description: string, { sample }: Built): string {
  return sample ? `${NOTE} ${description}` : description;
}
