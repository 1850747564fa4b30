import type { Parameter } from "../../api/parameter.ts";
import { fileOf, filesOf } from "../../api/query.ts";
import type { Route } from "../../render/route.ts";
import type { Host, HostFile, Level } from "../host.ts";
import type { Layout } from "./layout.ts";

/** Some servers cannot lower the case of a text: their rules replace each letter. */
export const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/** The values of a query parameter that may have files, without the default one. */
export type Choice = ChoiceFacts &
  (
    | { values: readonly string[]; pattern?: never }
    /** The pattern of a value. No slash, no comma. */
    | { values?: never; pattern: string }
  );

interface ChoiceFacts {
  fallback?: string;
  /** The file name has only the value (`30d`) instead of name and value (`limit/10`). */
  bare?: true;
}

/**
 * A route without its files, and therefore the same in every build: the user of a server installs
 * its rules once, and new keys need no new rules.
 */
export interface RoutePlan {
  route: Route;
  /** From the root of the site: `api`, `items`, `{key}`. */
  segments: readonly string[];
  choices: ReadonlyMap<string, Choice>;
  /** For a list of values: the name of the parameter, and the file of all values. */
  superset?: { name: string; file: string };
  required?: string;
}

export interface QueryRule {
  names: readonly string[];
  /** From the root of the site, with `{name}` for a value: `api/items/limit/{limit}.json`. */
  file: string;
}

/** A route with the combinations that have files, for a host that needs one rule for each. */
export interface QueryPlan extends RoutePlan {
  /** Most parameters first: the first rule whose parameters are all set decides. */
  rules: readonly QueryRule[];
  /** Every combination, with or without files, in the same order; without `refused`. */
  subsets: readonly (readonly string[])[];
  /** Parameters without a file for any value: a request that sets one is refused. */
  refused: readonly string[];
}

/** A key or a search that may have a file: see `lib/key.ts`. */
export const PLAIN = "[a-z0-9][a-z0-9_-]*";

/** A further name of a path, such as a year. */
export const OTHER_NAME = "[a-z0-9_-]+?";

/** The path of a file of the route from the root of the site. */
export function placeBelow({ outside }: Pick<Route, "outside">, name: string): string {
  return outside ? name : `api/${name}`;
}

/** The text as a part of a regular expression that matches only itself. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Downloads have no query. */
export function planRoutes(routes: readonly Route[]): RoutePlan[] {
  return routes
    .filter(({ download }) => download === undefined)
    .map((route) => {
      const parameters = listQueryParameters(route);
      const [list] = parameters.find(([, { type }]) => type === "list") ?? [];
      const [required] = parameters.find(([, parameter]) => parameter.required) ?? [];
      return {
        route,
        segments: placeBelow(route, route.path.slice(1)).split("/"),
        choices: new Map(parameters.map(([name, parameter]) => [name, choiceOf(parameter)])),
        ...(list !== undefined && route.dynamic?.kind === "pick"
          ? { superset: { name: list, file: placeBelow(route, route.dynamic.from) } }
          : {}),
        ...(required === undefined ? {} : { required }),
      };
    });
}

/** How the queries of each route lead to files that exist. */
export function planQueries(routes: readonly Route[], files: readonly HostFile[]): QueryPlan[] {
  return planRoutes(routes).map((plan) => {
    const { route, choices } = plan;
    const isStored = (names: readonly string[]) => {
      const pattern = compile(templateOf(route, names));
      return files.some(({ path }) => pattern.test(path));
    };
    // Each further name doubles the subsets: those that no file is named by are left out first.
    const naming = [...choices].flatMap(([name, { values }]) => (values?.length === 0 ? [] : [name]));
    const stored = listSubsets(naming).filter(isStored);
    const names = [...choices.keys()];
    const refused = names.filter(
      (name) => choices.get(name)?.fallback === undefined && !stored.some((subset) => subset.includes(name)),
    );
    return {
      ...plan,
      rules: stored.map((subset) => ({ names: subset, file: templateOf(route, subset) })),
      subsets: listSubsets(names.filter((name) => !refused.includes(name))),
      refused,
    };
  });
}

/** Two files of one answer, from the root of the site, with `{name}` for a value of the path. */
export interface SecondName {
  from: string;
  to: string;
}

/** The files that spell out a default: `api/items/limit/100.json` is `api/items.json`. */
export function listSecondNames(routes: readonly Route[]): SecondName[] {
  return routes
    .filter(({ download }) => download === undefined)
    .flatMap((route) => {
      const names = Object.keys(route.parameters).filter((name) => route.parameters[name]?.in === "path");
      const values = Object.fromEntries(names.map((name) => [name, `a--${name.toLowerCase()}--z`]));
      const restore = (file: string) =>
        names.reduce((path, name) => path.replace(`a--${name.toLowerCase()}--z`, `{${name}}`), placeBelow(route, file));
      const [to = "", ...others] = filesOf(route.path, route.parameters, values).map(restore);
      return others.map((from) => ({ from, to }));
    });
}

/**
 * Whether the host answers the path of a file that it does not store: a second name that its rules
 * or the handler lead to the first, or an answer that the handler computes: a search, from the file
 * of all rows, or an answer about one thing that is made from other files and not `lasting`.
 */
export function findUnstored(
  { level, leadsSecondNames }: Pick<Host, "level" | "leadsSecondNames">,
  routes: readonly Route[],
  { lasting }: Pick<Layout, "lasting">,
): (path: string) => boolean {
  const hasHandler = level === "L3";
  const names = hasHandler || leadsSecondNames === true ? listSecondNames(routes).map(({ from }) => from) : [];
  const searched = routes.filter(({ dynamic, parameters }) => dynamic?.kind === "list" && "search" in parameters);
  const derived = routes.filter(({ derived, path }) => derived && path.includes("{"));
  const computed = [
    ...searched.map((route) => templateOf(route, ["search"])),
    ...derived.flatMap((route) => listSubsets(listQueryNames(route)).map((subset) => templateOf(route, subset))),
  ];
  const patterns = [...names, ...(hasHandler ? computed : [])].map((file) => compile(file));
  // `items/list.json` is no item where a path of its own names it.
  const own = new Set(routes.map((route) => templateOf(route, [])));
  return (path) => !own.has(path) && !lasting.test(path) && patterns.some((pattern) => pattern.test(path));
}

/** The path of a route, with parameters in another form: `/api/items/:key`. */
export function renderPath({ segments }: RoutePlan, renderParameter: (name: string) => string): string {
  return `/${segments.join("/").replace(/\{(\w+)\}/g, (_, name: string) => renderParameter(name))}`;
}

/** The names in the path, in its order: a key, then a year. */
export function listPathNames({ segments }: RoutePlan): string[] {
  return segments.flatMap((segment) => (segment.startsWith("{") ? segment.slice(1, -1) : []));
}

/** Whether the path contains a key: then it may be the name of a file. */
export function hasKey(plan: RoutePlan): boolean {
  return listPathNames(plan).length > 0;
}

/** The first parameter of a path is in any case; further ones, such as a year, are as they are. */
export function isKey(plan: RoutePlan, name: string): boolean {
  return listPathNames(plan)[0] === name;
}

/** The roots beside `/api` with files. A left-out tree needs no rules. */
export function listFoundRoots({ roots }: Pick<Layout, "roots">, files: readonly HostFile[]): readonly string[] {
  return roots.filter((root) => files.some(({ path }) => path.startsWith(`${root}/`)));
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
    const [name] = Object.entries(parameters).find(([, parameter]) => isText(parameter)) ?? [];
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

/** Those that decide about the answer: any file of a lookup contains what was asked for. */
function listQueryParameters({ parameters }: Route): [name: string, parameter: Parameter][] {
  return Object.entries(parameters).filter(([, { in: place, lookup }]) => place === "query" && !lookup);
}

function listQueryNames(route: Route): string[] {
  return listQueryParameters(route).map(([name]) => name);
}

function choiceOf({ type, files, enum: allowed, default: own, bare }: Parameter): Choice {
  const common = { ...(own !== undefined && { fallback: String(own) }), ...(bare && { bare }) };
  // A list has files only where a single value is the name of one.
  const known = files ?? allowed ?? (type === "list" && !bare ? [] : undefined);
  if (known === undefined) return { pattern: type === "integer" ? "[1-9][0-9]*" : PLAIN, ...common };
  // `all` is a file, but not a value of a query.
  const values = known.filter((value) => type !== "integer" || typeof value === "number");
  return { values: values.filter((value) => value !== own).map(String), ...common };
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
    placeBelow(route, fileOf(route.path, route.parameters, values)),
  );
}

/** The groups: before `{captured}`, its value, after it. */
function compile(file: string, captured = ""): RegExp {
  const any = (text: string) => text.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+");
  const [before = "", ...after] = file.split(`{${captured}}`);
  if (after.length === 0) return new RegExp(`^${any(file)}$`);
  return new RegExp(`^(${any(before)})([^/]+)(${any(after.join(`{${captured}}`))})$`);
}

/** A pattern for a text of which any character may be escaped, with digits in any case. */
export function tolerate(text: string): string {
  return [...text]
    .map((character) => {
      const code = character.charCodeAt(0).toString(16);
      const hex = code.replace(/[a-f]/, (letter) => `[${letter}${letter.toUpperCase()}]`);
      return `(?:${escapePattern(character)}|%${hex})`;
    })
    .join("");
}
