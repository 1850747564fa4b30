import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { compareText } from "../../../lib/collections.ts";
import { computeSha256 } from "../../../lib/hash.ts";
import { OperationalError } from "../../../lib/operational-error.ts";
import { explainFolderError } from "../output/open-folder.ts";
import { createPathSet } from "../output/path-collisions.ts";
import type { DocumentInfo, StateWorld } from "../platform.ts";
import { acceptDocumentName, findDocumentName, listFiles, MAX_FILE_BYTES, nameDocumentFile } from "./state-document.ts";

export type Documents = ReadonlyMap<string, DocumentInfo>;

export interface StateManifest {
  world: StateWorld;
  documents: Documents;
}

/** The documents whose names begin with `prefix`, by name. */
export function listDocuments(documents: Documents, prefix = ""): DocumentInfo[] {
  return [...documents.values()]
    .filter(({ name }) => name.startsWith(prefix))
    .sort((a, b) => compareText(a.name, b.name));
}

export const STATE_MANIFEST = "manifest.json";
const VERSION = 2;

/** A manifest of ten thousand documents has 3 MB. Wrong ones take 40 times their size to read. */
export const MAX_MANIFEST_BYTES = 8 * 1024 * 1024;
/** Errors quote values of the manifest. */
const MAX_REASON_LENGTH = 300;

const StoredDocument = z.strictObject({
  name: z.string(),
  file: z.string(),
  rows: z.int().nonnegative(),
  bytes: z.int().nonnegative().max(MAX_FILE_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  updatedAtMs: z.number(),
  closed: z.boolean(),
  revision: z.int().positive(),
  reopened: z.string().nullable(),
});
const StoredManifest = z.strictObject({
  version: z.literal(VERSION),
  world: z.enum(["live", "sample"]),
  /** The hash of the world and all documents. */
  sha256: z.string(),
  /**
   * Each is checked by itself, so that the first wrong one ends the check: a list of the faults of
   * all rows takes a thousand times the size of the manifest (2026-11-23: 3.7 MB took 4 GB).
   */
  documents: z.array(z.unknown()),
});

/** The manifest as text: equal states are equal bytes. */
export function renderStateManifest({ world, documents }: StateManifest): string {
  const sorted = listDocuments(documents);
  acceptNames(sorted.map(({ name }) => name));
  // The schema puts the fields in its order.
  const list = sorted.map((info) => StoredDocument.parse({ ...info, file: nameDocumentFile(info) }));
  const sha256 = computeSha256(JSON.stringify([world, list]));
  return `${JSON.stringify({ version: VERSION, world, sha256, documents: list }, null, 1)}\n`;
}

/**
 * Throws an `Error` on two names that some file system cannot tell apart, such as `daily/2026` and
 * `Daily/2026`: no site can hold both.
 */
export function acceptNames(names: Iterable<string>): void {
  const paths = createPathSet();
  for (const name of names) paths.add(`${acceptDocumentName(name)}.json.gz`);
}

/** The state is not damaged: a newer version of the program wrote it. It must not be replaced. */
export class NewerState extends OperationalError {
  override name = "NewerState";
  constructor(place: string) {
    super(`The state in ${place} was written by a newer version of the program: update it (npm run update).`);
  }
}

/**
 * Parses an untrusted manifest. Throws a `NewerState` for a version above that of this program, and
 * another `Error` if schema, version, checksum, a name or a file name is wrong. `place`: the folder
 * or the site.
 */
export function parseStateManifest(text: string, place: string): StateManifest {
  const value: unknown = JSON.parse(text);
  const version = typeof value === "object" && value !== null && "version" in value ? value.version : undefined;
  if (typeof version === "number" && version > VERSION) throw new NewerState(place);
  if (typeof version === "number" && version !== VERSION)
    throw new Error(`it has version ${version}, and this program reads version ${VERSION}`);
  const { world, sha256, documents: rows } = parseShape(StoredManifest, value);
  const documents = rows.map((row) => parseShape(StoredDocument, row));
  if (sha256 !== computeSha256(JSON.stringify([world, documents]))) throw new Error("its checksum differs");
  acceptNames(documents.map(({ name }) => name));
  for (const { file, ...info } of documents)
    if (file !== nameDocumentFile(info)) throw new Error(`its file name is wrong for "${info.name}"`);
  return { world, documents: new Map(documents.map(({ file, ...info }) => [info.name, info])) };
}

/** Throws an `Error` with the first fault. */
function parseShape<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path = [], message = "" } = parsed.error.issues[0] ?? {};
  throw new Error([...path, message].join(": ").slice(0, MAX_REASON_LENGTH));
}

/**
 * `undefined` in a new folder. Throws an `OperationalError` on a damaged or lost manifest, and one
 * of a newer version.
 */
export function readStateManifest(folder: string): StateManifest | undefined {
  const path = join(folder, STATE_MANIFEST);
  let text: string;
  try {
    const { size } = statSync(path);
    if (size > MAX_MANIFEST_BYTES) throw new RangeError(`it has ${size} bytes, more than ${MAX_MANIFEST_BYTES}`);
    text = readFileSync(path, "utf8");
  } catch (cause) {
    // A first commit writes an empty manifest first: documents without one are those of a lost
    // manifest, or of a first restore that failed.
    if (!holdsDocuments(folder)) return undefined;
    throw damaged(folder, `the manifest ${path} cannot be read`, cause);
  }
  try {
    return parseStateManifest(text, folder);
  } catch (cause) {
    if (cause instanceof NewerState) throw cause;
    if (isForeign(text))
      throw new OperationalError(`${folder} is no state: ${path} is of another program. Name another folder.`);
    throw damaged(folder, `the manifest ${path} is not what was written`, cause);
  }
}

/** JSON, but neither a manifest of any version nor a damaged one. */
function isForeign(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value !== "object" || value === null || !("version" in value || "world" in value);
  } catch {
    return false;
  }
}

/** Without those of other states below, which have a manifest themselves. */
function holdsDocuments(folder: string): boolean {
  try {
    const files = listFiles(folder);
    const others = files.filter((file) => file.endsWith(`/${STATE_MANIFEST}`)).map((file) => `${dirname(file)}/`);
    const isOwn = (file: string) => !others.some((other) => file.startsWith(other));
    return files.some((file) => findDocumentName(file) !== undefined && isOwn(file));
  } catch (error) {
    throw explainFolderError("state", folder, error, "read");
  }
}

/** Demo data never mixes with live data. */
export function acceptWorld(place: string, found: StateWorld, wanted: StateWorld): void {
  if (found === wanted) return;
  const what = found === "sample" ? "holds data of the demo market" : "holds live data";
  const run = wanted === "sample" ? "a demo build" : "a live build";
  throw new OperationalError(
    `The state in ${place} ${what} and cannot be used by ${run}. Name another folder with --state, ` +
      "or another place with --restore-from.",
  );
}

/** Damage is never repaired silently, and never read as a missing document. */
export function damaged(folder: string, what: string, cause?: unknown): OperationalError {
  const advice = `A build restores it (npm run build -- --restore-from URL or FOLDER). Without history: move ${folder} away`;
  return new OperationalError(`The state is damaged: ${what}. ${advice}.`, { cause });
}
