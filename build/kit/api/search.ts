import { type Pagination, type ParameterMap, paginate, paginationOf, type Values } from "./query.ts";

/** Search and choice of rows, in the generator and in the handler: no dependencies. */

export interface SearchableRow {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
}

/**
 * Rows whose symbol, name or id contains the search, in any case: exact matches first, then
 * prefixes, then the rest. Each class keeps the order of the rows.
 */
export function searchRows<Row extends SearchableRow>(rows: Iterable<Row>, search: string): Row[] {
  const wanted = search.trim().toLowerCase();
  const exact: Row[] = [];
  const prefixes: Row[] = [];
  const others: Row[] = [];
  for (const row of rows) {
    const texts = [row.symbol.toLowerCase(), row.name.toLowerCase(), row.id.toLowerCase()];
    if (texts.includes(wanted)) exact.push(row);
    else if (texts.some((text) => text.startsWith(wanted))) prefixes.push(row);
    else if (texts.some((text) => text.includes(wanted))) others.push(row);
  }
  return [...exact, ...prefixes, ...others];
}

export function selectRows<Row extends SearchableRow>(
  path: string,
  parameters: ParameterMap,
  rows: readonly Row[],
  values: Values,
): { rows: Row[]; pagination: Pagination } {
  const search = values["search"];
  const found = search ? searchRows(rows, String(search)) : rows;
  const pagination = paginationOf(path, parameters, values, found.length);
  return { rows: paginate(found, pagination.limit, pagination.offset), pagination };
}

/** Ignores case. `missing` lists the members without an entry as requested. */
export function pickEntries<Entry>(
  entries: Readonly<Record<string, Entry>>,
  symbols: string,
): { picked: Record<string, Entry>; missing: string[] } {
  const picked: [string, Entry][] = [];
  const missing: string[] = [];
  const names = new Map(Object.keys(entries).map((name) => [name.toLowerCase(), name]));
  for (const member of symbols.split(",")) {
    const name = names.get(member.toLowerCase());
    if (name === undefined) missing.push(member);
    else picked.push([name, entries[name] as Entry]);
  }
  return { picked: Object.fromEntries(picked), missing };
}
