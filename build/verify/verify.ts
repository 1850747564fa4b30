import pLimit from "p-limit";
import { describeError } from "../lib/operational-error.ts";
import { serviceDocuments } from "../render/documents/service-documents.ts";
import { computeSha256 } from "../render/hash.ts";
import { MANIFEST_PATH, type ManifestFile } from "../render/manifest.ts";
import { readPublishedManifest } from "./read-published-manifest.ts";
import { createFindings, type Findings, type ReadFile } from "./verdict.ts";
import { openArchiveChecks } from "./verify-archives.ts";
import { listOriginals, verifyDocument } from "./verify-document.ts";
import { createSchemaChecks } from "./verify-response.ts";
import { openStateChecks } from "./verify-state.ts";

export interface Verification {
  /** Files of the manifest that were read. */
  files: number;
  checks: number;
  /** Sentences that begin with the path; empty for a sound tree. */
  problems: string[];
}

export interface VerifyOptions {
  /** All paths relative to the root of the site. Absent for a site that cannot be listed: then nobody can tell what is too much. */
  listFiles?: (() => Promise<readonly string[]>) | undefined;
  /** Hears how far it is. */
  progress?: (done: number, total: number) => void;
  /** What is wrong with the tree for the host it is meant for. */
  checkHost?: ((files: readonly ManifestFile[]) => Iterable<string>) | undefined;
}

/** Files under way at once: a host may answer slowly, and should not be flooded. */
const CONCURRENCY = 8;

/**
 * Checks a published tree as a stranger would, by nothing but what it publishes: every file against the manifest, every
 * answer against its JSON Schema, every link, every archive, every document of the state. A file that cannot be read is a problem.
 */
export async function verifyTree(readFile: ReadFile, options: VerifyOptions = {}): Promise<Verification> {
  const { listFiles, progress, checkHost } = options;
  const whole = createFindings();
  const files = await readPublishedManifest(readFile, whole);
  if (files === undefined) return { files: 0, checks: whole.checks, problems: [...whole.problems] };
  for (const path of (await listFiles?.()) ?? [])
    whole.check(isExplained(path, files), `${path}: is not in the manifest`);
  for (const path of files.keys()) whole.check(!path.includes("%"), `${path}: hosts decode its name in different ways`);
  for (const problem of checkHost?.([...files.values()]) ?? []) whole.check(false, problem);
  const tree = {
    files,
    schemaOf: createSchemaChecks(readFile),
    documents: listDocuments(),
    originals: listOriginals(files.values()),
  };
  const archives = await openArchiveChecks(readFile, files, whole);
  const state = await openStateChecks(readFile, files, whole);

  let done = 0;
  let read = 0;
  const limit = pLimit(CONCURRENCY);
  async function verifyFile({ path, bytes, sha256 }: ManifestFile): Promise<Findings> {
    const own = createFindings();
    const body = await readFile(path).catch((error) => {
      own.check(false, `${path}: cannot be read: ${describeError(error)}`);
      return null;
    });
    progress?.(++done, files?.size ?? 0);
    if (body === null) return own;
    own.check(body !== undefined, `${path}: the manifest lists it, but it does not exist`);
    if (body === undefined) return own;
    read += 1;
    own.check(body.length === bytes, `${path}: ${body.length} bytes, ${bytes} in the manifest`);
    own.check(computeSha256(body) === sha256, `${path}: not the sha256 of the manifest`);
    if (path.startsWith("api/") && path.endsWith(".json")) await verifyDocument(path, body, tree, own);
    archives.verify(path, body, own);
    state.verify(path, own);
    return own;
  }
  const found = await Promise.all([...files.values()].map((file) => limit(verifyFile, file)));
  return {
    files: read,
    checks: found.reduce((sum, { checks }) => sum + checks, whole.checks),
    problems: [...whole.problems, ...found.flatMap(({ problems }) => problems)],
  };
}

/** In the manifest, or the manifest itself: some hosts answer a path without extension only from an index file. */
function isExplained(path: string, files: ReadonlyMap<string, ManifestFile>): boolean {
  return files.has(path) || path === MANIFEST_PATH || path === MANIFEST_PATH.replace(/\.json$/, "/index.json");
}

/** Schema name by path, of the JSON documents that are no answer of an endpoint; `null` where another standard rules. */
function listDocuments(): Map<string, string | null> {
  return new Map(serviceDocuments.map(({ id, path }) => [`api/${path}`, id === "not-found" ? "error" : null]));
}
