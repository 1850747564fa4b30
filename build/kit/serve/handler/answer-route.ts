import type { Need, Outcome } from "../../api/derived.ts";
import {
  describeMissing,
  describeNoAnswer,
  describeNoRate,
  describeUnavailable,
  type ErrorCode,
} from "../../api/error-body.ts";
import {
  findFileOf,
  isFileValue,
  listQueryParameters,
  paginate,
  paginationOf,
  queryFormOf,
  queryNames,
  type Values,
} from "../../api/query.ts";
import { filterRows, listSearchWords, pickEntries, selectRows } from "../../api/search.ts";
import type { Route } from "../../render/route.ts";
import { answerDerived } from "./answer-derived.ts";
import { findKeys, findRow, findRowParameter } from "./find-row.ts";
import { findTexts, parseRows } from "./row-texts.ts";
import type { Served } from "./served.ts";
import { COMPUTED, type NamedFile, type Tree } from "./tree.ts";

/** A file, or the reason why there is none. */
export type Answer = NamedFile | Refused;

interface Refused {
  code: ErrorCode;
  message: string;
}

/** A route that fits a path, and the values of its `{…}` segments. */
export interface Match {
  route: Route;
  path: Readonly<Record<string, string>>;
}

/** A row with its time; rows of some lists have none. */
export interface AgedRow {
  last_updated?: string | null;
}

type ListedRow = AgedRow & Readonly<Record<string, string>>;

interface Document {
  data: unknown;
  meta: Readonly<Record<string, unknown>>;
}

export const ROUTES_FILE = "routes.json";

/** Longest text of a request that a message repeats. */
const QUOTED_CHARACTERS = 80;

/** The first route that fits the segments, in any case, with or without `.json` at the end. */
export function findRoute(routes: readonly Route[], segments: readonly string[]): Match | undefined {
  const last = segments.length - 1;
  for (const route of routes) {
    const template = route.path.slice(1).split("/");
    if (template.length - 1 !== last) continue;
    const path: Record<string, string> = {};
    const fits = template.every((part, index) => {
      const segment = segments[index]!.replace(index === last ? /\.json$/i : "", "");
      if (!part.startsWith("{")) return part === segment.toLowerCase();
      path[part.slice(1, -1)] = segment;
      return segment !== "";
    });
    if (fits) return { route, path };
  }
  return undefined;
}

/**
 * The answer that a file name spells out where that file is not stored: `items/search/bit`,
 * `items/xyz/history/7d` (stored under its other name), `in/eur/items/xyz/history/30d` (stored for
 * some things only).
 */
export function findNested(
  routes: readonly Route[],
  segments: readonly string[],
): (Match & { values: Values }) | undefined {
  const names = segments.map((segment) => segment.toLowerCase().replace(/\.json$/, ""));
  for (const route of routes) {
    const length = route.path.split("/").length - 1;
    const match = route.download ? undefined : findRoute([route], segments.slice(0, length));
    if (!match) continue;
    const rest = names.slice(length);
    const values: Record<string, string> = {};
    for (const [name, parameter] of listQueryParameters(route.parameters)) {
      if (!parameter.bare && rest[0] !== name) continue;
      const [value] = parameter.bare ? rest : rest.slice(1);
      if (value === undefined || !isFileValue(parameter, value)) continue;
      rest.splice(0, parameter.bare ? 1 : 2);
      if (value !== String(parameter.default)) values[name] = value;
    }
    if (rest.length === 0) return { ...match, values };
  }
  return undefined;
}

/** Whether a query sets any parameter of the route; an empty value counts as absent. */
export function hasParameter({ parameters }: Route, query: URLSearchParams): boolean {
  return queryNames(parameters).some((name) => (query.get(name) ?? "").trim() !== "");
}

/** The file, the file of the row with this id or name, or a computed answer as a file. */
export async function answerRoute(served: Served, tree: Tree, match: Match, values: Values): Promise<Answer> {
  const found = await findAnswer(served, tree, match, values);
  return "body" in found ? { name: COMPUTED, file: { body: `${JSON.stringify(found.body)}\n` } } : found;
}

/** The same, with the body of a computed answer. */
async function findAnswer(
  served: Served,
  tree: Tree,
  match: Match,
  values: Values,
): Promise<Answer | { body: unknown }> {
  const { route, path } = match;
  const find = (named: Values) =>
    tree.find(findFileOf(route.path, route.parameters, { ...values, ...named }, route.download ? "" : ".json"));
  const named = findRowParameter(route.parameters, path);
  // `index` is no key, but some hosts have a file of that name beside the others.
  const isFile = named === undefined || named.row.name === undefined || named.mayBeKey;
  const found = isFile ? await find(path) : undefined;
  if (found) return found;
  const row = named && (await findRow(tree, named));
  const keyed = named?.row.name !== undefined && row?.key ? { ...path, [named.name]: row.key } : path;
  const renamed = keyed === path ? undefined : await find(keyed);
  if (renamed) return renamed;
  if (route.excluded) return refuseUnavailable(route);
  const derived = served.findConversion(route);
  const codes: ErrorCode[] = [];
  const read = async (need: Need): Promise<unknown> => {
    const found = await readAnswer(served, tree, need);
    if ("content" in found) return found.content;
    if (!need.optional) codes.push(found.code);
    return undefined;
  };
  const outcome = derived
    ? await answerDerived(derived, await listCurrencies(tree), { ...keyed, ...values }, row, read)
    : await compute(tree, { route, path: keyed }, values);
  if ("body" in outcome) return outcome;
  if ("refusal" in outcome) return outcome.refusal;
  const { missing } = outcome;
  if (derived && missing === "rate")
    return { code: "unavailable", message: describeNoRate(route.path, derived.currency) };
  const [parameter] = Object.entries(path);
  const isRow = row?.key !== undefined;
  // The row exists, but not an answer that this one is made from, and will not.
  const isAbsent = missing === "need" && codes.every((code) => code === "not_found");
  const lacksNeed = missing === "need" && !isAbsent && (row === undefined || isRow);
  if (!parameter || lacksNeed || row?.isListed === false) return refuseUnavailable(route);
  if (isRow) return { code: "not_found", message: describeNoAnswer(nameAnswer(match)) };
  return {
    code: "not_found",
    message: describeMissing(route.parameters[parameter[0]]?.noun ?? parameter[0], quote(parameter[1])),
  };
}

/** The path of the request, with the route's own spelling. */
function nameAnswer({ route, path }: Match): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => quote(path[name] ?? ""));
}

/** The refusal of an endpoint without data in this build. */
export function refuseUnavailable({ path, excluded }: Route): Refused {
  return { code: "unavailable", message: describeUnavailable(path, excluded) };
}

/** A text of the request, cut for a message. */
export function quote(text: string): string {
  const start = [...text].slice(0, QUOTED_CHARACTERS).join("");
  return start === text ? text : `${start}…`;
}

/** The currencies that the site is built for, that of the base answers first. */
async function listCurrencies(tree: Tree): Promise<string[]> {
  const routes = (await tree.parse<Route[]>(ROUTES_FILE)) ?? [];
  return [...new Set(routes.flatMap(({ derived, outside }) => (outside && derived ? derived.currency : [])))];
}

/** An answer as a stored file has it, or why there is none. */
async function readAnswer(
  served: Served,
  tree: Tree,
  { endpoint, values }: Need,
): Promise<{ content: unknown } | Refused> {
  const routes = (await tree.parse<Route[]>(ROUTES_FILE)) ?? [];
  const route = routes.find((one) => one.endpoint === endpoint);
  if (!route) return { code: "unavailable", message: describeUnavailable(endpoint) };
  const path: Record<string, string> = {};
  const inQuery: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    if (route.parameters[name]?.in === "path") path[name] = String(value);
    else inQuery[name] = value;
  }
  const answer = await findAnswer(served, tree, { route, path }, inQuery);
  if ("body" in answer) return { content: answer.body };
  // A stored file is parsed once for many answers.
  return "file" in answer ? { content: await tree.parse(answer.name) } : answer;
}

async function compute(tree: Tree, match: Match, values: Values): Promise<Outcome> {
  const { dynamic } = match.route;
  if (!dynamic) return { missing: "answer" };
  const isPick = dynamic.kind === "pick";
  const list = isPick ? undefined : await readList(tree, match.route, dynamic.from, values);
  if (list) return { body: computePage(match, values, list) };
  const all = isPick && (await tree.parse<Document>(dynamic.from));
  return all ? pick(tree, match, values, all) : { missing: "answer" };
}

async function pick(tree: Tree, { route, path }: Match, values: Values, all: Document): Promise<Outcome> {
  const { path: template, parameters } = route;
  const self = queryFormOf(template, parameters, { ...path, ...values });
  const [list = "", { row } = {}] = Object.entries(parameters).find(([, { type }]) => type === "list") ?? [];
  const entries = all.data as Record<string, unknown>;
  const wanted = String(values[list]);
  const { missing: unknown } = pickEntries(entries, wanted);
  const texts = new Set(unknown.map((text) => text.toLowerCase()));
  const keys = row && texts.size > 0 ? await findKeys(tree, row, texts) : new Map();
  if (keys === undefined) return { missing: "answer" };
  const { picked, missing } = pickEntries(entries, wanted, keys);
  const restricted = Object.entries(all.meta["restricted"] ?? {}).filter(([name]) => name in picked);
  const own = { self, [list]: Object.keys(picked), missing, restricted: Object.fromEntries(restricted) };
  return { body: { data: picked, meta: { ...all.meta, ...own } } };
}

/** The rows that the values may choose. */
interface List {
  meta: Document["meta"];
  /** All rows that a search or a filter may find, or those of the page alone. */
  rows: ListedRow[];
  /** The number of all rows, if `rows` are those of the page. */
  total?: number;
}

/** Only the rows of the page are parsed, or those that a search may find, if the list allows it. */
async function readList(
  tree: Tree,
  { path, parameters }: Route,
  from: string,
  values: Values,
): Promise<List | undefined> {
  const isFiltered = Object.keys(values).some((name) => parameters[name]?.field !== undefined);
  const list = isFiltered ? undefined : (await tree.decode(from))?.rows();
  const { search } = values;
  if (list && search === undefined) {
    const total = list.texts.length;
    const { limit, offset } = paginationOf(path, parameters, values, total);
    return { meta: list.meta, rows: parseRows(list, paginate(list.texts, limit, offset)), total };
  }
  const found = list && findTexts(list, String(search));
  if (list && found) return { meta: list.meta, rows: parseRows(list, found) };
  const all = await tree.parse<Document>(from);
  return all && { meta: all.meta, rows: filterRows(parameters, all.data as ListedRow[], values) };
}

function computePage({ route: { path: template, parameters }, path }: Match, values: Values, list: List) {
  const self = queryFormOf(template, parameters, { ...path, ...values });
  const members = parameters["search"]?.members ?? [];
  const { rows, found, pagination } =
    list.total === undefined
      ? selectRows(template, parameters, list.rows, values, members)
      : { rows: list.rows, found: [], pagination: paginationOf(template, parameters, values, list.total) };
  const search = "search" in parameters ? { search: values["search"] ?? null } : {};
  const file = isStoredElsewhere(found, values, members) && findFileOf(template, parameters, { ...path, ...values });
  const meta = { ...list.meta, ...computeListAge(rows, list.meta), self: file || self, pagination, ...search };
  return { data: rows, meta };
}

/** Hosts without the handler have a file of this search: the answer is named by it everywhere. */
function isStoredElsewhere(
  found: readonly Readonly<Record<string, string>>[],
  { search, ...others }: Values,
  [short = "", long = ""]: readonly string[],
): boolean {
  if (search === undefined || Object.keys(others).length > 0) return false;
  return found.some((row) => listSearchWords(row[short] ?? "", row[long] ?? "").includes(String(search)));
}

/**
 * `updated_at`, `expires_at` and `stale` of some rows of a list, from the newest price among them;
 * empty if no row has a time. `meta` is that of the whole list.
 */
export function computeListAge(rows: readonly AgedRow[], meta: Readonly<Record<string, unknown>>) {
  const parse = (time: unknown) => Date.parse(String(time));
  let newest = "";
  // Times of one form sort as texts do.
  for (const { last_updated: time } of rows) if (time && time > newest) newest = time;
  if (!newest) return {};
  const expiresMs = parse(newest) + parse(meta["expires_at"]) - parse(meta["updated_at"]);
  const expires_at = new Date(expiresMs).toISOString().replace(".000", "");
  return { updated_at: newest, expires_at, stale: meta["stale"] === true || expiresMs <= parse(meta["updated_at"]) };
}
