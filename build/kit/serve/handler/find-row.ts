import { findRows, keyOf, type ListedRow, mayBeKey } from "../../api/find-rows.ts";
import type { RowLookup } from "../../api/parameter.ts";
import type { ParameterMap } from "../../api/query.ts";
import { findTexts, type ListText, parseRows, type RowTexts } from "./row-texts.ts";
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

interface RowList {
  data: ListedRow[];
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
    if (row !== undefined) return { name, row, value, mayBeKey: mayBeKey(row, value) };
  }
  return undefined;
}

/**
 * What a list says of the row that a value of the path names. The list is long: the row is looked
 * up in its text first, and more rows are parsed only for a value that it does not answer.
 */
export async function findRow(tree: Tree, parameter: RowParameter): Promise<NamedRow> {
  const list = await tree.decode(parameter.row.from);
  return (list && findInText(list.text, parameter)) || findInList(tree, parameter, list);
}

/** The keys of the rows that lower-case texts name, by text. `undefined`: there is no list. */
export async function findKeys(
  tree: Tree,
  row: RowLookup,
  texts: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string> | undefined> {
  const list = await tree.parse<RowList>(row.from);
  return list && new Map([...findRows(list.data, row, texts)].map(([text, one]) => [text, keyOf(one)]));
}

async function findInList(tree: Tree, { row, value }: RowParameter, listed: ListText | undefined): Promise<NamedRow> {
  const list = findCandidates(listed?.rows(), value) ?? (await tree.parse<RowList>(row.from));
  const found = list && findRows(list.data, row, new Set([value])).get(value);
  const key = found && keyOf(found);
  return {
    key,
    isUnknown: key === undefined && row.name === undefined,
    isListed: list !== undefined,
    asOfMs: list && Date.parse(list.meta.updated_at),
  };
}

/** The rows whose text has the value: no other row can have the name. */
function findCandidates(list: RowTexts | undefined, value: string): RowList | undefined {
  const texts = list && findTexts(list, value);
  return list && texts && { data: parseRows(list, texts), meta: list.meta as RowList["meta"] };
}

/** `undefined`: the row has another name, or the text has another form. */
function findInText(text: string, { row, value, mayBeKey }: RowParameter): NamedRow | undefined {
  try {
    const tail = text.slice(text.lastIndexOf(META));
    const { meta } = JSON.parse(`{${tail}`) as RowList;
    const asOfMs = Date.parse(meta.updated_at);
    const start = `{${JSON.stringify(row.id)}:`;
    const keyed = mayBeKey ? findParsed(text, start, `/${value}.json"`, (one) => keyOf(one) === value) : undefined;
    const id = `${start}${JSON.stringify(value)}`;
    const found = keyed ?? findParsed(text, start, id, (one) => one[row.id] === value);
    return found && { key: keyOf(found), isUnknown: false, isListed: true, asOfMs };
  } catch {
    return undefined;
  }
}

/** How the last member of a list begins. */
const META = '"meta":{';

/** The first row with a text that fits. `start`: how each row begins. Throws for other forms. */
function findParsed(
  text: string,
  start: string,
  part: string,
  fits: (row: ListedRow) => boolean,
): ListedRow | undefined {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const next = text.indexOf(`},${start}`, at);
    const end = next === -1 ? text.indexOf(`}],${META}`, at) : next;
    const row = JSON.parse(text.slice(text.lastIndexOf(start, at), end + 1)) as ListedRow;
    if (fits(row)) return row;
  }
  return undefined;
}
