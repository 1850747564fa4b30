import { findLinks, type Link } from "../render/documents/find-links.ts";
import { MANIFEST_PATH } from "../render/manifest.ts";
import type { Verdict } from "./verdict.ts";
import type { ResponseCheck } from "./verify-response.ts";

/** What is known of the whole tree while one document of it is checked. */
export interface Tree {
  files: ReadonlyMap<string, { sha256: string; endpoint: string | null }>;
  schemaOf(name: string): Promise<ResponseCheck | undefined>;
  /** Schema name by path, of documents that belong to no endpoint. */
  documents: ReadonlyMap<string, string | null>;
  originals: ReadonlyMap<string, string>;
}

/** Checks one JSON file: it parses, its numbers are finite, it fits its schema, and its links lead somewhere. */
export async function verifyDocument(path: string, body: Uint8Array, tree: Tree, verdict: Verdict): Promise<void> {
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    verdict.check(false, `${path}: is not JSON`);
    return;
  }
  const schema = findSchema(path, tree);
  verdict.check(schema !== undefined, `${path}: belongs to no endpoint and to no listed document`);
  if (typeof schema === "string") {
    const check = await tree.schemaOf(schema);
    verdict.check(check !== undefined, `${path}: its schema api/schemas/${schema}.json is missing or unusable`);
    const problem = check?.(document);
    verdict.check(problem === undefined, `${path}: does not fit its schema: ${problem}`);
  }
  const { links, infinite } = findLinks(document);
  verdict.check(infinite.length === 0, `${path}: numbers that are not finite at ${infinite.slice(0, 3).join(", ")}`);
  if (schema === null || schema === undefined) return;
  for (const link of links) verifyLink(path, link, tree, verdict);
}

/** Name of the schema, `null` for a form of its own, `undefined` for a file that nothing explains. */
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
 * Where the original of a copy lies, by what `nameCopy` says of it. Hosts without rules answer
 * other forms of a path by copies: an index file for a path without extension, and capitals in the
 * key of a coin.
 */
export function listOriginals(files: Iterable<{ path: string; sha256: string; endpoint: string | null }>) {
  const originals = new Map<string, string>();
  for (const { path, sha256, endpoint } of files) {
    const name = nameCopy(path, sha256);
    if (endpoint !== null || !originals.has(name)) originals.set(name, path);
  }
  return originals;
}

/** The same for two files with the same bytes and with paths that are forms of one another. */
function nameCopy(path: string, sha256: string | undefined): string {
  return `${path.replace(/\/index\.json$/, ".json").toLowerCase()} ${sha256}`;
}

function verifyLink(path: string, { at, to }: Link, { files }: Tree, verdict: Verdict): void {
  const [file = "", query] = to.split("?");
  const target = `api/${file}`;
  const where = `${path}: ${at} leads to ${to}`;
  if (query !== undefined) {
    verdict.check(files.has(`${target}.json`), `${where}, a query of nothing that exists`);
    return;
  }
  verdict.check(files.has(target) || target === MANIFEST_PATH, `${where}, which does not exist`);
  if (at !== "/meta/self" || target === MANIFEST_PATH) return;
  verdict.check(files.get(target)?.sha256 === files.get(path)?.sha256, `${where}, which is another answer`);
}
