import type { Parameter } from "../../api/parameter.ts";
import { fileOf } from "../../api/query.ts";
import type { Route } from "../../render/route.ts";
import type { HostFile, Level } from "../host.ts";

/** The values of a query parameter that have files, without the default: it counts as absent. */
export interface Choice {
  values?: readonly string[];
  /** Otherwise the pattern of a value, which may have a file. No slash, no comma. */
  pattern?: string;
  fallback?: string;
}

export interface QueryRule {
  names: readonly string[];
  /** Relative to `/api`, with `{name}` for a value: `coins/limit/{limit}/offset/{offset}.json`. */
  file: string;
}

export interface QueryPlan {
  route: Route;
  segments: readonly string[];
  choices: ReadonlyMap<string, Choice>;
  /** Most parameters first: the first rule whose parameters are all set decides. */
  rules: readonly QueryRule[];
  /** Every combination, with or without files, in the same order. */
  subsets: readonly (readonly string[])[];
  /** For a list of values: the name of the parameter, and the file of all values. */
  superset?: { name: string; file: string };
  required?: string;
}

/** A key or a search that may have a file: see `lib/key.ts`. */
export const PLAIN = "[a-z0-9][a-z0-9_-]*";

export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/**
 * For each route, the combinations of query parameters that have files. Downloads have no query.
 */
export function planQueries(routes: readonly Route[], files: readonly HostFile[]): QueryPlan[] {
  return (
    routes
      // Paths beside `/api` are files with or without extension, and nothing else.
      .filter(({ download, compat }) => download === undefined && compat === undefined)
      .map((route) => {
        const names = listQueryNames(route);
        const subsets = listSubsets(names);
        const rules = subsets.map((subset) => ({ names: subset, file: templateOf(route, subset) }));
        const list = names.find((name) => route.parameters[name]?.type === "list");
        const required = names.find((name) => route.parameters[name]?.required);
        return {
          route,
          segments: route.path.slice(1).split("/"),
          choices: new Map(names.map((name) => [name, choiceOf(route.parameters[name]!)])),
          rules: rules.filter(({ file }) => {
            const pattern = compile(file);
            return files.some(({ path }) => pattern.test(path));
          }),
          subsets,
          ...(list !== undefined && route.dynamic?.kind === "pick"
            ? { superset: { name: list, file: route.dynamic.from } }
            : {}),
          ...(required === undefined ? {} : { required }),
        };
      })
  );
}

/** Whether there are files beside `/api`. A left-out tree needs no rules. */
export function hasCompat(files: readonly HostFile[]): boolean {
  return files.some(({ path }) => path.startsWith("compat/"));
}

export function listValues(file: string, name: string, files: readonly HostFile[]): string[] {
  const pattern = compile(file, name);
  return [...new Set(files.flatMap(({ path }) => path.match(pattern)?.[2] ?? []))];
}

/**
 * The path with the key or the search in capitals, for hosts whose rules cannot change the case.
 * `level`: files of queries have a copy only where the host reads queries. Optional trees have
 * lower case only.
 */
export function listCapitals(level: Level): (routes: readonly Route[]) => (path: string) => string[] {
  return (routes) => findCapitals(routes, level >= "L2");
}

function findCapitals(routes: readonly Route[], withQueries: boolean): (path: string) => string[] {
  const patterns = routes.flatMap((route) => {
    const { parameters, download, tree } = route;
    const name = Object.keys(parameters).find((one) => isText(parameters[one]!));
    if (download || tree !== undefined || name === undefined) return [];
    return (withQueries ? listSubsets(listQueryNames(route)) : [[]])
      .map((subset) => templateOf(route, subset))
      .filter((file) => file.includes(`{${name}}`))
      .map((file) => compile(file, name));
  });
  return (path) => {
    for (const pattern of patterns) {
      const [fits, before, key = "", after] = pattern.exec(path) ?? [];
      if (fits !== undefined) return key === key.toUpperCase() ? [] : [`${before}${key.toUpperCase()}${after}`];
    }
    return [];
  };
}

/** A key or a text that users write in either case. Other values have a fixed set of files. */
function isText({ in: place, type, files }: Parameter): boolean {
  return place === "path" || (type !== "integer" && files === undefined);
}

function listQueryNames({ parameters }: Route): string[] {
  return Object.keys(parameters).filter((name) => parameters[name]?.in === "query");
}

function choiceOf(parameter: Parameter): Choice {
  const fallback = parameter.default === undefined ? {} : { fallback: String(parameter.default) };
  if (parameter.files === undefined) {
    return { pattern: parameter.type === "integer" ? "[1-9][0-9]*" : PLAIN, ...fallback };
  }
  // `all` is a file, but not a value of a query.
  const values = parameter.files.filter((value) => parameter.type !== "integer" || typeof value === "number");
  return { values: values.filter((value) => value !== parameter.default).map(String), ...fallback };
}

function listSubsets(names: readonly string[]): string[][] {
  let subsets: string[][] = [[]];
  for (const name of names) subsets = [...subsets.map((subset) => [...subset, name]), ...subsets];
  return subsets.sort((a, b) => b.length - a.length);
}

function templateOf(route: Route, subset: readonly string[]): string {
  const names = [...Object.keys(route.parameters).filter((name) => route.parameters[name]?.in === "path"), ...subset];
  const values = Object.fromEntries(names.map((name) => [name, `a--${name.toLowerCase()}--z`]));
  return names.reduce(
    (file, name) => file.replace(`a--${name.toLowerCase()}--z`, `{${name}}`),
    fileOf(route.path, route.parameters, values),
  );
}

/** The groups: before `{captured}`, its value, after it. */
function compile(file: string, captured = ""): RegExp {
  const any = (text: string) => text.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+");
  const [before = "", ...after] = file.split(`{${captured}}`);
  if (after.length === 0) return new RegExp(`^api/${any(file)}$`);
  return new RegExp(`^(api/${any(before)})([^/]+)(${any(after.join(`{${captured}}`))})$`);
}
