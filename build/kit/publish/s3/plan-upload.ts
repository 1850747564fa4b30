import { createHash } from "node:crypto";
import { oncePer } from "../../../lib/once-per.ts";
import { DAY_MS } from "../../../lib/time.ts";
import type { StoredObject } from "./bucket.ts";

export interface SiteFile {
  path: string;
  bytes: number;
  /** In lower-case hexadecimal. */
  sha256: string;
}

/** A built site. */
export interface LocalSite {
  /** When it was built, ISO 8601. */
  generatedAt: string;
  /** The files that its manifest names. */
  files: readonly SiteFile[];
  manifest: SiteFile;
  /** The statement about the manifest, which few sites have. */
  attestation: { path: string; file: SiteFile | undefined };
  /** The path of the live file, which has uploads of its own, perhaps from another folder. */
  live: string;
}

export interface UploadInput {
  site: LocalSite;
  stored: readonly StoredObject[];
  /** The hashes in the manifest of the bucket, by path. Absent without one that can be read. */
  published: ReadonlyMap<string, string> | undefined;
  /** The digest of the headers that files get. */
  headersDigest: string;
  now: number;
  /** The MD5 of a file of the site in lower-case hexadecimal. */
  readMd5(path: string): string;
}

/** Requests of one kind, which may run at the same time. */
export interface UploadStep {
  kind: "write" | "redate" | "remove";
  keys: readonly string[];
}

export interface UploadPlan {
  /** Each step begins when the one before has ended. */
  steps: readonly UploadStep[];
  /** Of the files to write. */
  bytes: number;
}

/** Readers may still hold a document that names a file that has left the site. */
export const KEPT_MS = DAY_MS;

const EMPTY_MD5 = createHash("md5").digest("hex");
const MARK = ".headers-";

/** The empty object that says since when the files of a bucket have headers with this digest. */
export const nameHeadersMark = (digest: string): string => `${MARK}${digest.slice(0, 16)}`;

const isMark = (key: string): boolean => key.startsWith(MARK);

/**
 * The keys that keep a bucket from being used: an upload removes what is not of the site. With a
 * mark there are none, because an upload has accepted the bucket. `own`: the paths that a manifest
 * does not name.
 */
export function listForeign(
  stored: readonly StoredObject[],
  published: ReadonlyMap<string, string> | undefined,
  own: readonly string[],
): string[] {
  const keys = stored.map(({ key }) => key);
  if (keys.some(isMark)) return [];
  return keys.filter((key) => !own.includes(key) && !published?.has(key));
}

/**
 * What to change in a bucket. It follows from the listing and the manifest of the bucket alone, so
 * that an upload after a failure continues with what is missing. The order keeps these promises
 * after every single request:
 *
 * - A document names only files that exist: new names are written before the documents that may
 *   name them, and a file that left the site stays for a day.
 * - A document that is read after the manifest leads to no file of an earlier build: a file that
 *   comes back within that day is written before the documents that name it again.
 * - The manifest is never newer than a file that it names.
 * - An attestation is about the manifest beside it.
 */
export function planUpload(input: UploadInput): UploadPlan {
  const { site, published, headersDigest, now } = input;
  const isPublished = (path: string) => published?.has(path) === true;
  const mark = nameHeadersMark(headersDigest);
  // Marks of several versions do not tell which file has which headers.
  const otherMarks = input.stored.flatMap(({ key }) => (isMark(key) && key !== mark ? [key] : []));
  const ignored = new Set(otherMarks.length > 0 ? [mark, ...otherMarks] : []);
  const objects = input.stored.filter(({ key }) => !ignored.has(key));
  const stored = new Map(objects.map((object) => [object.key, object]));
  const isStored = createComparison(input, stored, mark);
  const { files, manifest, attestation, live } = site;

  const listChanged = (some: readonly (SiteFile | undefined)[]) =>
    some.filter((file) => file !== undefined).filter((file) => !isStored(file));
  const changed = listChanged(files);
  const changedManifest = listChanged([manifest]);
  const statement = listChanged([attestation.file]);
  const isStatementOld = stored.has(attestation.path) && (attestation.file === undefined || statement.length > 0);

  const kept = new Set([...files.map(({ path }) => path), manifest.path, attestation.path, mark]);
  const others = objects.filter(({ key }) => !kept.has(key));
  // Until now, documents could name a file of the last complete build, or of one that was
  // interrupted after it. Without a manifest they could name any file.
  const completedMs = stored.get(manifest.path)?.modifiedMs ?? Number.POSITIVE_INFINITY;
  const leavesNow = ({ key, modifiedMs }: StoredObject) =>
    key !== live && (published === undefined || isPublished(key) || modifiedMs > completedMs);
  const leaving = others.filter(leavesNow);
  const expired = others.filter((object) => !leavesNow(object) && object.modifiedMs < now - KEPT_MS);

  const added = changed.filter(({ path }) => !stored.has(path));
  const returning = changed.filter(({ path }) => stored.has(path) && !isPublished(path));
  const replaced = changed.filter(({ path }) => stored.has(path) && isPublished(path));
  const pathsOf = (some: readonly SiteFile[]) => some.map(({ path }) => path);
  const keysOf = (some: readonly StoredObject[]) => some.map(({ key }) => key);
  const steps: UploadStep[] = [
    // First: a full bucket needs their room, and a live run may write its file again meanwhile.
    { kind: "remove", keys: keysOf(expired) },
    { kind: "write", keys: stored.has(mark) ? [] : [mark] },
    { kind: "remove", keys: otherMarks },
    { kind: "write", keys: pathsOf(added) },
    { kind: "write", keys: pathsOf(returning) },
    { kind: "write", keys: pathsOf(replaced) },
    // Before the manifest is replaced: it says that these leave now. Their new date is all that
    // later uploads need to know.
    { kind: "redate", keys: keysOf(leaving) },
    { kind: "remove", keys: isStatementOld ? [attestation.path] : [] },
    { kind: "write", keys: pathsOf(changedManifest) },
    { kind: "write", keys: pathsOf(statement) },
  ];
  const written = [...changed, ...changedManifest, ...statement];
  return {
    steps: steps.filter(({ keys }) => keys.length > 0),
    bytes: written.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/**
 * Whether the bucket has a file with its content and headers. Where the tags of the store are no
 * hashes, as with its own encryption, an object counts as unchanged if it is older than the
 * manifest of the bucket and that has the hash of the file.
 */
function createComparison(
  { site, published, readMd5 }: UploadInput,
  stored: ReadonlyMap<string, StoredObject>,
  markKey: string,
): (file: SiteFile) => boolean {
  const mark = stored.get(markKey);
  const manifest = stored.get(site.manifest.path);
  const tagsAreMd5 = mark?.etag === EMPTY_MD5;
  return oncePer(({ path, bytes, sha256 }: SiteFile) => {
    const object = stored.get(path);
    if (mark === undefined || object === undefined) return false;
    // Objects that were written before the mark may have other headers.
    if (object.modifiedMs < mark.modifiedMs || object.bytes !== bytes) return false;
    if (tagsAreMd5) return object.etag === readMd5(path);
    const isOlder = manifest !== undefined && object.modifiedMs < manifest.modifiedMs;
    return isOlder && published?.get(path) === sha256;
  });
}
