import type { ArchiveEntry } from "../../api/archive-entry.ts";

/** What a table holds in one place; `null` where nothing is known. */
export type Cell = string | number | boolean | null;

/** One column of a CSV table: its description, and where its cell comes from. */
export interface Column<Row = unknown> {
  name: string;
  /** `datetime` and `date` cells are unix milliseconds. */
  type: ArchiveEntry["columns"][number]["type"];
  unit?: string;
  description: string;
  value(row: Row): Cell;
}

const TEXT_NOTE = "An apostrophe precedes a text that a spreadsheet would run as a formula.";

/** The public description of the columns; texts say how a formula is disarmed. */
export function describeColumns(columns: readonly Column<never>[]): ArchiveEntry["columns"] {
  return columns.map(({ name, type, unit, description }) => ({
    name,
    type,
    ...(unit === undefined ? {} : { unit }),
    description: type === "string" ? `${description} ${TEXT_NOTE}` : description,
  }));
}
