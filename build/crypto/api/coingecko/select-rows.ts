import type { Values } from "../../../kit/api/query.ts";
import type { OpenRow } from "./open-row.ts";

/** The rows with the requested ids and symbols; all rows without either. */
export function selectRows(rows: readonly OpenRow[], values: Values): readonly OpenRow[] {
  const ids = readList(values["ids"]);
  const symbols = readList(values["symbols"]);
  if (ids.size === 0 && symbols.size === 0) return rows;
  return rows.filter(({ id, symbol }) => ids.has(id.toLowerCase()) || symbols.has(symbol));
}

function readList(text: string | number | undefined): ReadonlySet<string> {
  return new Set(text === undefined ? [] : String(text).toLowerCase().split(","));
}
