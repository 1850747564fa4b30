import { findLinks, type Link } from "./find-links.ts";
import { MANIFEST_PATH } from "./manifest.ts";
import type { Verdict } from "./verdict.ts";
import type { ResponseCheck } from "./verify-response.ts";

/** What is known of the whole tree while one document of it is checked. */
export interface Tree {
  files: ReadonlyMap<string, { sha256: string; endpoint: string | null }>;
  schemaOf(name: string): Promise<ResponseCheck | undefined>;
  /** Schema name by path, of documents that belong to no endpoint. */
  documents: ReadonlyMap<string, string | null>;
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
function findSchema(path: string, { files, documents }: Tree): string | null | undefined {
  const file = files.get(path);
  if (file?.endpoint) return file.endpoint;
  if (documents.has(path)) return documents.get(path);
  if (path.startsWith("api/schemas/")) return null;
  // Some hosts answer a path without extension only from an index file: a copy of the answer.
  const original = path.endsWith("/index.json") ? path.replace(/\/index\.json$/, ".json") : undefined;
  if (original === undefined || files.get(original)?.sha256 !== file?.sha256) return undefined;
  return files.get(original)?.endpoint ?? documents.get(original) ?? null;
}

function verifyLink(path: string, { at, to }: Link, { files }: Tree, verdict: Verdict): void {
  const [file = "", query] = to.split("?");
  const target = `api/${decodeOnce(file)}`;
  const where = `${path}: ${at} leads to ${to}`;
  if (query !== undefined) {
    verdict.check(files.has(`${target}.json`), `${where}, a query of nothing that exists`);
    return;
  }
  verdict.check(files.has(target) || target === MANIFEST_PATH, `${where}, which does not exist`);
  if (at !== "/meta/self" || target === MANIFEST_PATH) return;
  verdict.check(files.get(target)?.sha256 === files.get(path)?.sha256, `${where}, which is another answer`);
}

/** A link that cannot be decoded leads nowhere, which the caller then reports. */
function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
