import { isFileName } from "../../lib/key.ts";
import { type Pagination, type ParameterMap, paginate, paginationOf, type Values } from "./query.ts";

/** Search and choice of rows, in the generator and in the handler: no dependencies. */

/**
 * Rows with a member that contains the search, in any case: exact matches first, then prefixes,
 * then the rest. Each class keeps the order of the rows.
 */
export function searchRows<Member extends string, Row extends Readonly<Record<Member, string>>>(
  rows: Iterable<Row>,
  search: string,
  members: readonly Member[],
): Row[] {
  const wanted = search.trim().toLowerCase();
  const exact: Row[] = [];
  const prefixes: Row[] = [];
  const others: Row[] = [];
  for (const row of rows) {
    const texts = members.map((member) => row[member].toLowerCase());
    if (texts.includes(wanted)) exact.push(row);
    else if (texts.some((text) => text.startsWith(wanted))) prefixes.push(row);
    else if (texts.some((text) => text.includes(wanted))) others.push(row);
  }
  return [...exact, ...prefixes, ...others];
}

export const MAX_SEARCH_LENGTH = 64;

/**
 * The searches that find a row and have a file of their own: its short name, words of its long one,
 * and their first one and two letters. `gensyn-ai` gives `gensyn`, `ai` and itself.
 */
export function listSearchWords(short: string, long: string): string[] {
  const words = [short.toLowerCase().trim(), ...splitWords(long.toLowerCase())];
  return words
    .flatMap((word) => [[...word].slice(0, 1).join(""), [...word].slice(0, 2).join(""), word])
    .filter((word) => isFileName(word) && word.length <= MAX_SEARCH_LENGTH);
}

function splitWords(name: string): string[] {
  const enclosed = name.split(/\s+/).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""));
  return [...enclosed, ...name.split(/[^\p{L}\p{N}]+/u)].filter((word) => word !== "");
}

/**
 * The rows that all given filters keep: those whose `field` is the value, or a list with it, in any
 * case. `rows` are those of the answer, so that generator and handler read the same members.
 */
export function filterRows<Row extends object>(parameters: ParameterMap, rows: readonly Row[], values: Values): Row[] {
  const wanted = Object.entries(parameters).flatMap(([name, { field }]) =>
    field === undefined || values[name] === undefined ? [] : { field, value: String(values[name]).toLowerCase() },
  );
  return rows.filter((row) =>
    wanted.every(({ field, value }) => {
      const held: unknown = Reflect.get(row, field);
      return (Array.isArray(held) ? held : [held]).some((one) => String(one).toLowerCase() === value);
    }),
  );
}

/** The rows of a page, and all that were `found`. `members`: those that a search looks at. */
export function selectRows<Member extends string, Row extends Readonly<Record<Member, string>>>(
  path: string,
  parameters: ParameterMap,
  rows: readonly Row[],
  values: Values,
  members: readonly Member[],
): { rows: Row[]; found: readonly Row[]; pagination: Pagination } {
  const search = values["search"];
  const found = search ? searchRows(rows, String(search), members) : rows;
  const pagination = paginationOf(path, parameters, values, found.length);
  return { rows: paginate(found, pagination.limit, pagination.offset), found, pagination };
}

/**
 * Ignores case. `missing` lists the members without an entry as requested. `keys`: what lower-case
 * members mean that are not the name of an entry.
 */
export function pickEntries<Entry>(
  entries: Readonly<Record<string, Entry>>,
  wanted: string,
  keys: ReadonlyMap<string, string> = new Map(),
): { picked: Record<string, Entry>; missing: string[] } {
  const picked: [string, Entry][] = [];
  const missing: string[] = [];
  const names = new Map(Object.keys(entries).map((name) => [name.toLowerCase(), name]));
  for (const member of wanted.split(",")) {
    const text = member.toLowerCase();
    const name = names.get(text) ?? names.get(keys.get(text) ?? "");
    if (name === undefined) missing.push(member);
    else picked.push([name, entries[name] as Entry]);
  }
  return { picked: Object.fromEntries(picked), missing };
}
