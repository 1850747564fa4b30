import { isKey } from "../../lib/key.ts";
import type { RowLookup } from "./parameter.ts";

/** What texts of a request mean, in paths and lists. No dependencies: it also runs in workers. */

/** A row of a published list. Its path is that of its file. */
export interface ListedRow {
  path: string;
  [member: string]: unknown;
}

/** Files are named by key. */
export function keyOf({ path }: Pick<ListedRow, "path">): string {
  return path.replace(/^.*\/|\.json$/g, "");
}

/** Whether the lower-case text may be the key of a row. */
export function mayBeKey({ name }: RowLookup, text: string): boolean {
  return name !== undefined && isKey(text);
}

/**
 * The row that each of the lower-case texts names: that with this key, otherwise that with this id
 * or, for a text that is no valid key, the only one with this name. A text that several rows have
 * as their name means none of them: a choice would change with their order. A valid key without a
 * row may have belonged to a row that is no longer listed: it means no other one.
 */
export function findRows<Row extends ListedRow>(
  rows: readonly Row[],
  lookup: RowLookup,
  texts: ReadonlySet<string>,
): ReadonlyMap<string, Row> {
  const keyed = new Map<string, Row>();
  const identified = new Map<string, Row>();
  const named = new Map<string, Row | null>();
  const read = (row: Row, member: string) => String(row[member]).toLowerCase();
  for (const row of rows) {
    const key = keyOf(row);
    if (texts.has(key)) keyed.set(key, row);
    const id = read(row, lookup.id);
    if (texts.has(id) && !identified.has(id)) identified.set(id, row);
    if (lookup.name === undefined) continue;
    const name = read(row, lookup.name);
    if (texts.has(name)) named.set(name, named.has(name) ? null : row);
  }
  const found = new Map<string, Row>();
  for (const text of texts) {
    const isKey = mayBeKey(lookup, text);
    const row = (isKey && keyed.get(text)) || identified.get(text) || (!isKey && named.get(text));
    if (row) found.set(text, row);
  }
  return found;
}
