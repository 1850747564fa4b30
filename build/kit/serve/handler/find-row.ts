import { isKey } from "../../../lib/key.ts";
import type { RowLookup } from "../../api/parameter.ts";
import type { ParameterMap } from "../../api/query.ts";
import type { Tree } from "./tree.ts";

/** The row of a list that a value of a path names. */
export interface NamedRow {
  /** The key of the row; `undefined` if no row, or not exactly one, has the name. */
  key: string | undefined;
  /** No row has the id, and the value cannot be a key itself. */
  isUnknown: boolean;
  /** Whether the list could be read. */
  isListed: boolean;
  /** When the newest value of the list was observed, in unix milliseconds. */
  asOfMs?: number | undefined;
}

interface Row {
  path: string;
  [member: string]: unknown;
}

interface RowList {
  data: Row[];
  meta: { updated_at: string };
}

/** The parameter of the path whose value names a row. */
export interface RowParameter {
  name: string;
  row: RowLookup;
  /** In lower case. */
  value: string;
  /** The value may be a key: then it may be the name of a file. */
  mayBeKey: boolean;
}

/** The parameter in the path that names a row of a list; `undefined` if none does. */
export function findRowParameter(
  parameters: ParameterMap,
  path: Readonly<Record<string, string>>,
): RowParameter | undefined {
  for (const [name, text] of Object.entries(path)) {
    const row = parameters[name]?.row;
    const value = text.toLowerCase();
    if (row !== undefined) return { name, row, value, mayBeKey: row.name !== undefined && isKey(value) };
  }
  return undefined;
}

/** What a list says of the row that a value of the path names. */
export async function findRow(tree: Tree, { row, value, mayBeKey }: RowParameter): Promise<NamedRow> {
  const list = await tree.parse<RowList>(row.from);
  const rows = list?.data;
  const key = rows && findKey(rows, row, value, mayBeKey);
  return {
    key,
    isUnknown: key === undefined && row.name === undefined,
    isListed: list !== undefined,
    asOfMs: list && Date.parse(list.meta.updated_at),
  };
}

/**
 * The text itself if it is a key, where a value may be one. Otherwise the key of the row with this
 * id or, for a text that is no valid key, of the only row with this name. `undefined` if several
 * rows have the name: a choice would change with their order.
 */
function findKey(rows: readonly Row[], { id, name }: RowLookup, text: string, mayBeKey: boolean): string | undefined {
  if (mayBeKey && rows.some((row) => keyOf(row) === text)) return text;
  const has = (member: string) => (row: Row) => String(row[member]).toLowerCase() === text;
  const identified = rows.find(has(id));
  const named = name === undefined || mayBeKey ? [] : rows.filter(has(name));
  const row = identified ?? (named.length === 1 ? named[0] : undefined);
  return row && keyOf(row);
}

/** Files are named by key. */
function keyOf({ path }: Row): string {
  return path.replace(/^.*\/|\.json$/g, "");
}
