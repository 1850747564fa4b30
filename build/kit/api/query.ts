import { isFileName } from "../../lib/key.ts";
import type { Parameter } from "./parameter.ts";

/**
 * Parameters, shared by generator and handler. No dependencies: it also runs in browsers and in
 * workers with a size limit.
 */

export type ParameterMap = Readonly<Record<string, Parameter>>;

/** Values by parameter name; absent means default. A list is one comma-separated text. */
export type Values = Readonly<Record<string, string | number>>;

export interface Pagination {
  limit: number;
  offset: number;
  total: number;
  count: number;
  next: string | null;
  previous: string | null;
}

/**
 * Empty means absent; of a repeated parameter the first value counts, and of a repeated
 * list all values; unknown ones are ignored; defaults are omitted. Texts become lower case; members
 * of a list keep their case, because the answer names the missing ones.
 */
export function parseQuery(parameters: ParameterMap, query: URLSearchParams): { values: Values } | { error: string } {
  const values: Record<string, string | number> = {};
  for (const [name, parameter] of listQueryParameters(parameters)) {
    const text = (parameter.type === "list" ? query.getAll(name).join(",") : (query.get(name) ?? "")).trim();
    const value = text === "" ? "" : parseValue(parameter, text);
    if (value === undefined) return { error: describeRefusal(name, parameter) };
    if (value === "" && parameter.required) return { error: `${name} is required: ${describeAllowed(parameter)}` };
    if (value !== "" && value !== parameter.default) values[name] = value;
  }
  return { values };
}

function parseValue(parameter: Parameter, text: string): string | number | undefined {
  if (parameter.type === "integer") {
    if (!/^(0|[1-9]\d*)$/.test(text)) return undefined;
    // Larger than any list: an empty page, not an error.
    const value = Math.min(Number(text), Number.MAX_SAFE_INTEGER);
    return value < (parameter.minimum ?? 0) || value > (parameter.maximum ?? value) ? undefined : value;
  }
  if (parameter.type === "list") {
    const members = new Map<string, string>();
    for (const member of text.split(",").map((part) => part.trim())) {
      const known = member.toLowerCase();
      if (member && !members.has(known)) members.set(known, member);
    }
    return members.size > (parameter.maxItems ?? members.size) ? undefined : [...members.values()].join(",");
  }
  const value = text.toLowerCase();
  if (parameter.enum?.includes(value) === false) return undefined;
  if (parameter.pattern !== undefined && !new RegExp(parameter.pattern).test(value)) return undefined;
  return [...value].length > (parameter.maxLength ?? value.length) ? undefined : value;
}

/** Whether a file may be named by this value: one of the files of every build, or a valid value. */
export function isFileValue(parameter: Parameter, text: string): boolean {
  const { files } = parameter;
  return files === undefined ? parseValue(parameter, text) !== undefined : files.some((file) => String(file) === text);
}

/** The message about a value that a parameter does not take. */
export function describeRefusal(name: string, parameter: Parameter): string {
  return `${name} must be ${describeAllowed(parameter)}`;
}

function describeAllowed(parameter: Parameter): string {
  if (parameter.type === "integer") {
    const minimum = parameter.minimum ?? 0;
    return parameter.maximum === undefined
      ? `an integer of ${minimum} or more`
      : `an integer from ${minimum} to ${parameter.maximum}`;
  }
  if (parameter.enum) return `one of ${parameter.enum.join(", ")}`;
  if (parameter.allowed) return parameter.allowed;
  if (parameter.type === "list") return `a comma-separated list of at most ${parameter.maxItems} values`;
  return `a text of at most ${parameter.maxLength} characters`;
}

/** One page of the rows, at most `limit` of them after `offset` others. */
export function paginate<Row>(rows: readonly Row[], limit: number, offset: number): Row[] {
  return rows.slice(offset, offset + limit);
}

/**
 * The canonical file of an answer: `list/limit/10/offset/20.json`. Trailing defaults are dropped,
 * earlier ones stay (`list/limit/100/offset/100.json`). `undefined` if a value cannot be in a
 * file name.
 */
export function findFileOf(
  path: string,
  parameters: ParameterMap,
  values: Values,
  extension = ".json",
): string | undefined {
  const names = queryNames(parameters);
  const given = Object.keys(parameters).filter(
    (name) => parameters[name]?.in === "path" || isSet(parameters, values, name),
  );
  if (!given.every((name) => canName(nameValue(values[name] ?? "")))) return undefined;
  const last = names.findLastIndex((name) => isSet(parameters, values, name));
  return `${fillPath(path, values)}${nest(parameters, values, names.slice(0, last + 1))}${extension}`;
}

/** Whether a file can have the name: archive names contain dots. */
function canName(text: string): boolean {
  return text.split(".").every(isFileName);
}

/** Like `findFileOf`, but throws a RangeError if there is no such file name. */
export function fileOf(path: string, parameters: ParameterMap, values: Values, extension = ".json"): string {
  const file = findFileOf(path, parameters, values, extension);
  if (file === undefined) throw new RangeError(`No file can be named by ${JSON.stringify(values)} (${path})`);
  return file;
}

/**
 * Every file of an answer: the canonical one and, without parameters, the one that spells out the
 * default (`list.json` and `list/limit/100.json`).
 */
export function filesOf(path: string, parameters: ParameterMap, values: Values, extension = ".json"): string[] {
  const canonical = fileOf(path, parameters, values, extension);
  const names = queryNames(parameters);
  const [spelt] =
    listQueryParameters(parameters).find(
      ([, { default: own, files }]) => own !== undefined && files?.includes(own) === true,
    ) ?? [];
  if (spelt === undefined || names.some((name) => isSet(parameters, values, name))) return [canonical];
  return [canonical, `${fillPath(path, values)}${nest(parameters, values, [spelt])}${extension}`];
}

/** The canonical query form as a relative URL: `list?limit=7&offset=7`. */
export function queryFormOf(path: string, parameters: ParameterMap, values: Values): string {
  const given = queryNames(parameters).filter((name) => isSet(parameters, values, name));
  return `${fillPath(path, values)}${renderQuery(given.map((name) => [name, values[name] ?? ""]))}`;
}

/** `?limit=7&offset=7` as in canonical URLs; empty without a parameter. */
export function renderQuery(parameters: readonly (readonly [name: string, value: string | number])[]): string {
  const query = parameters
    .map(([name, value]) => `${name}=${encodeURIComponent(nameValue(value).toWellFormed())}`)
    .join("&")
    .replaceAll("%2C", ",");
  return query && `?${query}`;
}

/**
 * Links neighbours by their file if every build has it, else by their query form. The `limit` of
 * the complete list is the total.
 */
export function paginationOf(path: string, parameters: ParameterMap, values: Values, total: number): Pagination {
  const asked = values["limit"] ?? parameters["limit"]?.default;
  const limit = asked === "all" || asked === undefined ? total : Number(asked);
  const offset = parameters["offset"] === undefined ? 0 : Number(values["offset"] ?? 0);
  const count = Math.max(0, Math.min(limit, total - offset));
  const narrowing = Object.keys(parameters).filter((name) => name === "search" || parameters[name]?.field);
  const narrows = narrowing.some((name) => isSet(parameters, values, name));
  const linkTo = (target: number): string => {
    const page = { ...values, limit, offset: target };
    const isFile = !narrows && parameters["limit"]?.files?.includes(limit);
    return isFile && target % limit === 0 ? fileOf(path, parameters, page) : queryFormOf(path, parameters, page);
  };
  const lastPage = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const paged = parameters["offset"] !== undefined && total > 0;
  return {
    limit,
    offset,
    total,
    count,
    next: paged && offset + limit < total ? linkTo(offset + limit) : null,
    previous: paged && offset > 0 ? linkTo(Math.max(0, Math.min(offset - limit, lastPage))) : null,
  };
}

/** The parameters in the query, in the order of their declaration. */
export function listQueryParameters(parameters: ParameterMap): [name: string, parameter: Parameter][] {
  return Object.entries(parameters).filter(([, parameter]) => parameter.in === "query");
}

export function queryNames(parameters: ParameterMap): string[] {
  return listQueryParameters(parameters).map(([name]) => name);
}

function isSet(parameters: ParameterMap, values: Values, name: string): boolean {
  const value = values[name];
  return value !== undefined && value !== "" && value !== parameters[name]?.default;
}

function fillPath(path: string, values: Values): string {
  return path.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => nameValue(values[name] ?? ""));
}

function nest(parameters: ParameterMap, values: Values, names: readonly string[]): string {
  let nested = "";
  for (const name of names) {
    const value = values[name] ?? parameters[name]?.default;
    if (value === undefined || value === "") continue;
    nested += parameters[name]?.bare ? `/${nameValue(value)}` : `/${name}/${nameValue(value)}`;
  }
  return nested;
}

function nameValue(value: string | number): string {
  return String(value).toLowerCase();
}
