import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { MANIFEST_PATH, type ReadFile, type Verdict } from "./read-published.ts";

export interface Tree {
  files: ReadonlyMap<string, { sha256: string; endpoint: string | null }>;
  schemaOf(name: string): Promise<ResponseCheck | undefined>;
  /** Schema name by path of documents without an endpoint; `null` if they have their own form. */
  documents: ReadonlyMap<string, string | null>;
  originals: ReadonlyMap<string, string>;
  /** Content that was checked in a file before: its SHA-256 and the name of its schema. */
  checked: Set<string>;
  /** Whether a program in the tree answers a path that is no file. */
  answers(path: string): Promise<boolean>;
}

/** Checks a JSON file of the API: its form and its schema. Equal content is checked once. */
export async function verifyDocument(
  path: string,
  { body, sha256 }: { body: Uint8Array; sha256: string },
  tree: Tree,
  verdict: Verdict,
): Promise<void> {
  const schema = findSchema(path, tree);
  verdict.check(schema !== undefined, `${path}: belongs to no endpoint and to no listed document`);
  const content = `${sha256} ${schema}`;
  if (tree.checked.has(content)) return;
  tree.checked.add(content);
  let text: string;
  let document: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    document = JSON.parse(text);
  } catch {
    verdict.check(false, `${path}: is not JSON`);
    return;
  }
  if (typeof schema === "string") {
    const check = await tree.schemaOf(schema);
    verdict.check(check !== undefined, `${path}: its schema api/schemas/${schema}.json is missing or unusable`);
    const problem = check?.(document);
    verdict.check(problem === undefined, `${path}: does not fit its schema: ${problem}`);
  }
  const { links, infinite, tooDeep } = findLinks(document, HUGE.test(text));
  verdict.check(!tooDeep, `${path}: is nested more than ${MAX_DEPTH} levels deep`);
  verdict.check(infinite.length === 0, `${path}: numbers that are not finite at ${infinite.slice(0, 3).join(", ")}`);
  // Answers in the form of another interface contain no links of this one.
  if (schema === null || schema === undefined || !path.startsWith("api/")) return;
  for (const link of links) await verifyLink(path, link, tree, verdict);
}

/** Name of the schema; `null` for another form; `undefined` if the file belongs to nothing. */
function findSchema(path: string, tree: Tree): string | null | undefined {
  const { files, documents, originals } = tree;
  const file = files.get(path);
  if (file?.endpoint) return file.endpoint;
  if (documents.has(path)) return documents.get(path);
  if (path.startsWith("api/schemas/")) return null;
  const original = originals.get(nameCopy(path, files.get(path)?.sha256));
  return original === undefined || original === path ? undefined : findSchema(original, tree);
}

/**
 * Hosts without rules serve other forms of a path from copies: an index file for a path without
 * extension, and keys in capitals.
 */
export function listOriginals(files: Iterable<{ path: string; sha256: string; endpoint: string | null }>) {
  const originals = new Map<string, string>();
  for (const { path, sha256, endpoint } of files) {
    const name = nameCopy(path, sha256);
    if (endpoint !== null || !originals.has(name)) originals.set(name, path);
  }
  return originals;
}

function nameCopy(path: string, sha256: string | undefined): string {
  return `${path.replace(/\/index\.json$/, ".json").toLowerCase()} ${sha256}`;
}

async function verifyLink(path: string, { at, to }: Link, tree: Tree, verdict: Verdict): Promise<void> {
  const { files } = tree;
  const [file = "", query] = to.split("?");
  // Paths beside `/api` begin with `../`.
  const target = file.startsWith("../") ? file.slice(3) : `api/${file}`;
  const where = `${path}: ${at} leads to ${to}`;
  if (query !== undefined) {
    verdict.check(files.has(`${target}.json`), `${where}, a query of nothing that exists`);
    return;
  }
  const exists = files.has(target) || target === MANIFEST_PATH || (await tree.answers(target));
  verdict.check(exists, `${where}, which does not exist`);
  if (at !== "/meta/self" || target === MANIFEST_PATH) return;
  verdict.check(files.get(target)?.sha256 === files.get(path)?.sha256, `${where}, which is another answer`);
}

export interface Link {
  at: string;
  to: string;
}

/** Objects whose keys are data: a chain may be called `path`. Identity changes need no file. */
const NO_LINKS: ReadonlySet<string> = new Set(["/data/platforms", "/data/identity_changes"]);

const LINKS = new Set(["path", "next", "previous", "self", "example", "schema", "openapi"]);

/** An exponent of three digits: a number may be infinite. */
const HUGE = /\d[eE]\+?\d{3}/;

/** Documents of this API have at most ten levels. */
const MAX_DEPTH = 50;

interface Found {
  links: Link[];
  infinite: string[];
  /** Some values were not visited. */
  tooDeep: boolean;
  /** Rows of numbers are visited, too. */
  deep: boolean;
}

/**
 * Links, and positions of numbers that are not finite (`1e999` is valid JSON). `mayBeInfinite`:
 * whether the text has such a number; a history has thousands of numbers and no link.
 */
export function findLinks(document: unknown, mayBeInfinite = true): Omit<Found, "deep"> {
  const found: Found = { links: [], infinite: [], tooDeep: false, deep: mayBeInfinite };
  visit(document, "", 0, found);
  return found;
}

function visit(value: unknown, at: string, depth: number, found: Found): void {
  if (NO_LINKS.has(at)) return;
  if (depth > MAX_DEPTH) {
    found.tooDeep = true;
    return;
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value)) found.infinite.push(at);
  } else if (Array.isArray(value)) {
    if (!found.deep && isRows(value)) return;
    for (const [index, item] of value.entries()) visit(item, `${at}/${index}`, depth + 1, found);
  } else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === "string" && isLink(key, at, value)) found.links.push({ at: `${at}/${key}`, to: item });
      else visit(item, `${at}/${key}`, depth + 1, found);
    }
  }
}

/** `[1, 2]` or `[[1, 2], …]`. */
function isRows(list: readonly unknown[]): boolean {
  const [first] = list;
  return typeof first === "number" || (Array.isArray(first) && typeof first[0] === "number");
}

/**
 * `history` maps periods to links; `url` is a link in archives only; a path with parameters is a
 * template.
 */
function isLink(key: string, at: string, owner: object): boolean {
  if (key === "path" && "parameters" in owner) return false;
  return LINKS.has(key) || at === "/data/history" || (key === "url" && "sha256_uncompressed" in owner);
}

export type ResponseCheck = (document: unknown) => string | undefined;

/**
 * Text of a schema → its check. The trees of one build for several hosts have the same schemas,
 * whose compilation takes longer than all checks of a small site.
 */
const compiled = new Map<string, ValidateFunction>();
/** Schemas of several versions of a site. */
const MOST_COMPILED = 1_000;

/** Each published schema is compiled once. `undefined` if it is missing or unusable. */
export function createSchemaChecks(readFile: ReadFile): (name: string) => Promise<ResponseCheck | undefined> {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  const checks = new Map<string, Promise<ResponseCheck | undefined>>();
  return (name) => {
    const known = checks.get(name) ?? compile(ajv, readFile, name);
    checks.set(name, known);
    return known;
  };
}

async function compile(ajv: Ajv2020, readFile: ReadFile, name: string): Promise<ResponseCheck | undefined> {
  const body = await readFile(`api/schemas/${name}.json`);
  if (body === undefined) return undefined;
  const text = new TextDecoder().decode(body);
  let validate = compiled.get(text);
  try {
    validate ??= ajv.compile(JSON.parse(text));
  } catch {
    return undefined;
  }
  if (compiled.size < MOST_COMPILED) compiled.set(text, validate);
  return (document) => {
    if (validate(document)) return undefined;
    const error = validate.errors?.[0];
    return `${error?.instancePath || "/"} ${error?.message ?? "is not valid"}`;
  };
}
