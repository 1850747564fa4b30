import type { Parameter } from "../../api/parameter.ts";
import { fileOf } from "../../api/query.ts";
import type { Route } from "../../render/route.ts";
import type { HostFile } from "../host.ts";

/** The values of one query parameter that have files. Neither holds the default, which counts as absent. */
export interface Choice {
  /** All of them, where they are the same in every build. */
  values?: readonly string[];
  /** Otherwise the form of a value; whether there is a file is seen when it is read. No slash, no comma. */
  pattern?: string;
  /** A value that means the same as none. */
  fallback?: string;
}

/** One precomputed combination: exactly these parameters are set, each to one of its choices. */
export interface QueryRule {
  names: readonly string[];
  /** Relative to `/api`, with `{name}` where a value stands: `coins/limit/{limit}/offset/{offset}.json`. */
  file: string;
}

/** How files answer one route. */
export interface QueryPlan {
  route: Route;
  /** The segments below `/api`; `{name}` is a parameter. */
  segments: readonly string[];
  /** By name, in the order of the declaration. */
  choices: ReadonlyMap<string, Choice>;
  /** Every combination that has files, most parameters first: the first whose parameters are all set decides. */
  rules: readonly QueryRule[];
  /** Every combination of parameters in the same order, with or without files. */
  subsets: readonly (readonly string[])[];
  /** The file that holds everything, for a list of values: the parameter that is a list, and the file. */
  superset?: { name: string; file: string };
  /** A question without this parameter is an error. */
  required?: string;
}

/** A key or a search that may have a file: see `lib/key.ts`. */
export const PLAIN = "[a-z0-9][a-z0-9_-]*";

/**
 * The redirect map of a tree: for each route which combinations of query parameters have files. Derived from the routes
 * and the files that are there, so that a new endpoint needs no word here. Downloads have no query and are left out.
 */
export function planQueries(routes: readonly Route[], files: readonly HostFile[]): QueryPlan[] {
  return routes
    .filter((route) => route.download === undefined)
    .map((route) => {
      const names = Object.keys(route.parameters).filter((name) => route.parameters[name]?.in === "query");
      const subsets = listSubsets(names);
      const rules = subsets.map((subset) => ({ names: subset, file: templateOf(route, subset) }));
      const list = names.find((name) => route.parameters[name]?.type === "list");
      const required = names.find((name) => route.parameters[name]?.required);
      return {
        route,
        segments: route.path.slice(1).split("/"),
        choices: new Map(names.map((name) => [name, choiceOf(route.parameters[name]!)])),
        rules: rules.filter(({ file }) => files.some(({ path }) => fits(path, file))),
        subsets,
        ...(list !== undefined && route.dynamic?.kind === "pick"
          ? { superset: { name: list, file: route.dynamic.from } }
          : {}),
        ...(required === undefined ? {} : { required }),
      };
    });
}

/** The values that stand for `{name}` in the files of a template: `btc`, `bitcoin`. */
export function listValues(file: string, name: string, files: readonly HostFile[]): string[] {
  const pattern = compile(file, name);
  return [...new Set(files.flatMap(({ path }) => path.match(pattern)?.[1] ?? []))];
}

/** Where a file is named by the key of a coin: what stands before and after it. */
export function findKey(
  path: string,
  routes: readonly Route[],
): { before: string; key: string; after: string } | undefined {
  for (const { file, name } of listKeyed(routes)) {
    const match = path.match(compile(file, name));
    if (match === null) continue;
    const before = `api/${file.slice(0, file.indexOf(`{${name}}`))}`;
    return { before, key: match[1]!, after: path.slice(before.length + match[1]!.length) };
  }
  return undefined;
}

const keyed = new WeakMap<readonly Route[], { file: string; name: string }[]>();

/** The templates with a key in them: the parameter of a path, or one of a list. */
function listKeyed(routes: readonly Route[]): { file: string; name: string }[] {
  let found = keyed.get(routes);
  if (found === undefined) {
    found = routes.flatMap((route) => {
      const name = Object.keys(route.parameters).find(
        (one) => route.parameters[one]?.in === "path" || route.parameters[one]?.type === "list",
      );
      if (route.download || name === undefined) return [];
      const own = Object.keys(route.parameters).filter((one) => route.parameters[one]?.in === "query");
      return listSubsets(own)
        .map((subset) => ({ file: templateOf(route, subset), name }))
        .filter(({ file }) => file.includes(`{${name}}`));
    });
    keyed.set(routes, found);
  }
  return found;
}

function choiceOf(parameter: Parameter): Choice {
  const fallback = parameter.default === undefined ? {} : { fallback: String(parameter.default) };
  if (parameter.files === undefined) {
    return { pattern: parameter.type === "integer" ? "[1-9][0-9]*" : PLAIN, ...fallback };
  }
  // `all` is a file and no value that a query may ask for.
  const values = parameter.files.filter((value) => parameter.type !== "integer" || typeof value === "number");
  return { values: values.filter((value) => value !== parameter.default).map(String), ...fallback };
}

/** Every choice of names, the largest first. */
function listSubsets(names: readonly string[]): string[][] {
  let subsets: string[][] = [[]];
  for (const name of names) subsets = [...subsets.map((subset) => [...subset, name]), ...subsets];
  return subsets.sort((a, b) => b.length - a.length);
}

/** The canonical file with marks in the place of values. */
function templateOf(route: Route, subset: readonly string[]): string {
  const names = [...Object.keys(route.parameters).filter((name) => route.parameters[name]?.in === "path"), ...subset];
  const values = Object.fromEntries(names.map((name) => [name, `a--${name.toLowerCase()}--z`]));
  return names.reduce(
    (file, name) => file.replace(`a--${name.toLowerCase()}--z`, `{${name}}`),
    fileOf(route.path, route.parameters, values),
  );
}

const patterns = new Map<string, RegExp>();

function fits(path: string, file: string): boolean {
  return compile(file).test(path);
}

function compile(file: string, captured = ""): RegExp {
  const id = `${captured} ${file}`;
  let pattern = patterns.get(id);
  if (pattern === undefined) {
    const source = file
      .replaceAll(".", "\\.")
      .replace(/\{(\w+)\}/g, (_, name: string) => (name === captured ? "([^/]+)" : "[^/]+"));
    pattern = new RegExp(`^api/${source}$`);
    patterns.set(id, pattern);
  }
  return pattern;
}
