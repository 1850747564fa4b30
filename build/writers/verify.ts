import { z } from "zod";
import { computeSha256 } from "./hash.ts";
import { MANIFEST_PATH, ManifestData, type ManifestFile } from "./manifest.ts";
import { serviceDocuments } from "./service-documents.ts";
import type { ReadFile, Verdict } from "./verdict.ts";
import { verifyArchives } from "./verify-archives.ts";
import { verifyDocument } from "./verify-document.ts";
import { createSchemaChecks } from "./verify-response.ts";

export interface Verification {
  /** Files of the manifest that were read. */
  files: number;
  checks: number;
  /** Sentences that begin with the path; empty for a sound tree. */
  problems: string[];
}

/**
 * Checks a published tree as a stranger would, by nothing but what it publishes: every file against the manifest, every
 * answer against its JSON Schema, every link, every archive. `listFiles` gives all paths relative to the root of the site.
 */
export async function verifyTree(
  readFile: ReadFile,
  listFiles: () => Promise<readonly string[]>,
): Promise<Verification> {
  const found: Verification = { files: 0, checks: 0, problems: [] };
  const verdict: Verdict = {
    check(holds, problem) {
      found.checks += 1;
      if (!holds) found.problems.push(problem);
    },
  };
  const files = await readManifest(readFile, verdict);
  if (files === undefined) return found;
  for (const path of await listFiles()) {
    if (!path.startsWith("api/") || path === MANIFEST_PATH) continue;
    verdict.check(files.has(path), `${path}: is not in the manifest`);
  }
  const tree = { files, schemaOf: createSchemaChecks(readFile), documents: listDocuments() };
  for (const [path, { bytes, sha256 }] of files) {
    const body = await readFile(path);
    verdict.check(body !== undefined, `${path}: the manifest lists it, but it does not exist`);
    if (body === undefined) continue;
    found.files += 1;
    verdict.check(body.length === bytes, `${path}: ${body.length} bytes, ${bytes} in the manifest`);
    verdict.check(computeSha256(body) === sha256, `${path}: not the sha256 of the manifest`);
    if (path.startsWith("api/") && path.endsWith(".json")) await verifyDocument(path, body, tree, verdict);
  }
  await verifyArchives(readFile, verdict);
  return found;
}

const publishedManifest = z.object({ data: ManifestData });

async function readManifest(readFile: ReadFile, verdict: Verdict): Promise<Map<string, ManifestFile> | undefined> {
  const body = await readFile(MANIFEST_PATH);
  verdict.check(body !== undefined, `${MANIFEST_PATH}: does not exist`);
  if (body === undefined) return undefined;
  try {
    const { data } = publishedManifest.parse(JSON.parse(new TextDecoder().decode(body)));
    const files = new Map(data.files.map((file) => [file.path, file]));
    verdict.check(files.size === data.count, `${MANIFEST_PATH}: counts ${data.count} files and lists ${files.size}`);
    return files;
  } catch {
    verdict.check(false, `${MANIFEST_PATH}: does not have the published form`);
    return undefined;
  }
}

/** Schema name by path, of the JSON documents that are no answer of an endpoint; `null` where another standard rules. */
function listDocuments(): Map<string, string | null> {
  return new Map(serviceDocuments.map(({ id, path }) => [`api/${path}`, id === "not-found" ? "error" : null]));
}
