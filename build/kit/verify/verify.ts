import pLimit from "p-limit";
import { z } from "zod";
import { computeSha256 } from "../../lib/hash.ts";
import { describeError } from "../../lib/operational-error.ts";
import { LIVE_PATH } from "../platform/output/live-file.ts";
import { ATTESTATION_PATH, checkAttestation } from "./attestation.ts";
import {
  createFindings,
  type Findings,
  MANIFEST_PATH,
  type PublishedFile,
  type ReadFile,
  readPublished,
  readPublishedDocuments,
  readPublishedManifest,
  type Verdict,
} from "./read-published.ts";
import { type CheckFile, openArchiveChecks } from "./verify-archives.ts";
import { createSchemaChecks, listOriginals, type Tree, verifyDocument } from "./verify-document.ts";

export interface Verification {
  files: number;
  checks: number;
  /** Whether the tree has an attestation, and it is about this manifest. */
  attested: boolean;
  /** Sentences that begin with a path; empty if the tree is valid. */
  problems: string[];
}

export interface VerifyOptions {
  /** Absent if the site cannot be listed. */
  listFiles?: (() => Promise<readonly string[]>) | undefined;
  progress?: (done: number, total: number) => void;
  checkHost?: ((files: readonly PublishedFile[]) => Iterable<string>) | undefined;
  /** Whether the program of a tree answers a path; `undefined` for a tree without a program. */
  openProgram?:
    | ((files: ReadonlyMap<string, unknown>, readFile: ReadFile) => ((path: string) => Promise<boolean>) | undefined)
    | undefined;
}

/** So that a slow host is not flooded. */
const CONCURRENCY = 8;

/**
 * Checks a published tree from outside: files against the manifest, answers against their schemas,
 * links, archives, state documents, the attestation against the manifest.
 */
export async function verifyTree(readFile: ReadFile, options: VerifyOptions = {}): Promise<Verification> {
  const { listFiles, progress, checkHost, openProgram } = options;
  const whole = createFindings();
  const manifest = await readPublishedManifest(readFile, whole);
  if (manifest === undefined) return { files: 0, checks: whole.checks, attested: false, problems: [...whole.problems] };
  const { files, sha256: manifestSha256 } = manifest;
  const attested = await checkAttestation(readFile, manifestSha256, whole);
  for (const path of (await listFiles?.()) ?? [])
    whole.check(isExpected(path, files), `${path}: is not in the manifest`);
  for (const path of files.keys()) whole.check(!path.includes("%"), `${path}: hosts decode its name in different ways`);
  for (const problem of checkHost?.([...files.values()]) ?? []) whole.check(false, problem);
  const tree = {
    files,
    schemaOf: createSchemaChecks(readFile),
    documents: await readPublishedDocuments(readFile, whole),
    originals: listOriginals(files.values()),
    checked: new Set<string>(),
    answers: openProgram?.(files, readFile) ?? (async () => false),
  };
  const checkArchive = await openArchiveChecks(readFile, files, whole);
  const checkState = await openStateChecks(readFile, files, whole);

  await checkLive(readFile, tree, whole);

  let done = 0;
  let read = 0;
  const limit = pLimit(CONCURRENCY);
  async function verifyFile({ path, bytes, sha256 }: PublishedFile): Promise<Findings> {
    const own = createFindings();
    const body = await readFile(path).catch((error) => {
      own.check(false, `${path}: cannot be read: ${describeError(error)}`);
      return null;
    });
    progress?.(++done, files.size);
    if (body === null) return own;
    // A server may send the error body with its status: the file cannot be read from there.
    if (body === undefined && listFiles === undefined && tree.documents.get(path) === "error") return own;
    own.check(body !== undefined, `${path}: the manifest lists it, but it does not exist`);
    if (body === undefined) return own;
    read += 1;
    own.check(body.length === bytes, `${path}: ${body.length} bytes, ${bytes} in the manifest`);
    const actual = computeSha256(body);
    own.check(actual === sha256, `${path}: not the sha256 of the manifest`);
    // Documents at the root are settings of hosts.
    if (path.includes("/") && !path.startsWith(FOLDER) && path.endsWith(".json"))
      await verifyDocument(path, { body, sha256: actual }, tree, own);
    checkArchive(path, body, own);
    checkState(path, body, own);
    return own;
  }
  const found = await Promise.all([...files.values()].map((file) => limit(verifyFile, file)));
  return {
    files: read,
    checks: found.reduce((sum, { checks }) => sum + checks, whole.checks),
    attested,
    problems: [...whole.problems, ...found.flatMap(({ problems }) => problems)],
  };
}

/**
 * The manifest lists neither itself nor its attestation nor the live file. Some hosts have the
 * manifest as an index file, too.
 */
function isExpected(path: string, files: ReadonlyMap<string, PublishedFile>): boolean {
  return files.has(path) || UNLISTED.has(path);
}

const UNLISTED: ReadonlySet<string> = new Set([
  MANIFEST_PATH,
  MANIFEST_PATH.replace(/\.json$/, "/index.json"),
  ATTESTATION_PATH,
  LIVE_PATH,
]);

/** The file that live runs replace has the form of its endpoint; few sites have one. */
async function checkLive(readFile: ReadFile, tree: Tree, verdict: Verdict): Promise<void> {
  const body = await readFile(LIVE_PATH).catch(() => undefined);
  if (body === undefined) return;
  const sha256 = computeSha256(body);
  const files = new Map(tree.files).set(LIVE_PATH, { sha256, endpoint: "live" });
  await verifyDocument(LIVE_PATH, { body, sha256 }, { ...tree, files }, verdict);
}

const FOLDER = "state/";
const STATE_MANIFEST = `${FOLDER}manifest.json`;

const stateManifest = z.object({
  documents: z.array(z.object({ name: z.string(), file: z.string(), bytes: z.number(), sha256: z.string() })),
});

/** A tree without a state is valid, too. */
async function openStateChecks(
  readFile: ReadFile,
  files: ReadonlyMap<string, PublishedFile>,
  verdict: Verdict,
): Promise<CheckFile> {
  const published = [...files.keys()].some((path) => path.startsWith(FOLDER));
  const list = published ? await readPublished(readFile, STATE_MANIFEST, stateManifest, verdict) : undefined;
  const named = new Set<string>([STATE_MANIFEST]);
  for (const { name, file, bytes, sha256 } of list?.documents ?? []) {
    const path = `${FOLDER}${file}`;
    named.add(path);
    const found = files.get(path);
    verdict.check(found !== undefined, `${STATE_MANIFEST}: ${name} is listed, but ${path} was not published`);
    if (found === undefined) continue;
    const same = found.bytes === bytes && found.sha256 === sha256;
    verdict.check(same, `${path}: not the size or the sha256 that the state lists`);
  }
  return (path, _body, own) => {
    if (list === undefined || !path.startsWith(FOLDER)) return;
    own.check(named.has(path), `${path}: the state does not list it`);
  };
}
