import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";
import { computeSha256 } from "../../../lib/hash.ts";
import { describeError } from "../../../lib/operational-error.ts";
import { acceptRelativePath } from "../output/path-collisions.ts";
import type { DocumentInfo } from "../platform.ts";

/** The file of a document. */
export interface EncodedDocument {
  body: Buffer;
  sha256: string;
}

/** A document with its file. */
export interface StoredDocument {
  info: DocumentInfo;
  body: Uint8Array;
}

/** The folder of files that were set aside. */
export const DAMAGED = "damaged";

/** GitHub accepts no larger file on the data branch. */
export const MAX_FILE_BYTES = 100 * 1000 * 1000;
/** A year of daily values of 10,000 series unpacks to some 160 MB. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;
/** Larger texts may have at most `MAX_RATIO` times the size of their file; a gzip bomb has 1000. */
const PLAIN_TEXT_BYTES = 64 * 1024 * 1024;
const MAX_RATIO = 64;
/** The size of an empty gzip file. */
const LEAST_GZIP_BYTES = 18;
const DOCUMENT_FILE = /^(.+)\.[0-9a-f]{16}\.json\.gz$/;
const compress = promisify(gzip);

/** Files are named by their content and never rewritten. */
export function nameDocumentFile({ name, sha256 }: { name: string; sha256: string }): string {
  return `${name}.${sha256.slice(0, 16)}.json.gz`;
}

/** The name of the document in a file; `undefined` for other files. */
export function findDocumentName(file: string): string | undefined {
  return DOCUMENT_FILE.exec(file)?.[1];
}

/** Throws a `RangeError` on names that leave the state folder or are reserved. */
export function acceptDocumentName(name: string): string {
  const [first] = acceptRelativePath(name).split("/");
  if (first === DAMAGED) throw new RangeError(`The document name "${name}" is reserved`);
  return name;
}

/**
 * The same text gives the same bytes. Byte 9 of a gzip header names the operating system; 255 is
 * "unknown" (RFC 1952, 2.3.1). zlib writes no time and no name.
 */
export async function encodeDocument(text: string | Buffer): Promise<EncodedDocument> {
  const body = await compress(text);
  body[9] = 255;
  return { body, sha256: computeSha256(body) };
}

/**
 * The text of a document. Throws a `RangeError` on a body that is no gzip file, that states too
 * large a size (before it is unpacked), or that unpacks to more than it states (RFC 1952, 2.3.1:
 * the last four bytes).
 */
export function unpackDocument(body: Uint8Array): string {
  if (body.length < LEAST_GZIP_BYTES) throw new RangeError("it is shorter than any gzip file");
  const stated = new DataView(body.buffer, body.byteOffset, body.byteLength).getUint32(body.length - 4, true);
  const limit = Math.min(MAX_TEXT_BYTES, Math.max(PLAIN_TEXT_BYTES, MAX_RATIO * body.length));
  if (stated > limit) throw new RangeError(`it states an unpacked size of ${stated} bytes, and the limit is ${limit}`);
  // One chunk of the right size: several chunks would hold the text twice.
  return gunzipSync(body, { chunkSize: Math.max(64, stated + 1), maxOutputLength: stated + 1 }).toString("utf8");
}

/** The times of a series, the items of a list, the keys of an object; 1 for other values. */
export function countRows(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== "object" || value === null) return 1;
  if ("times" in value && Array.isArray(value.times)) return value.times.length;
  return Object.keys(value).length;
}

/** Where a store keeps its files: a folder, or memory. */
export interface StateFiles {
  label: string;
  /** Throws an `OperationalError` when the manifest is damaged or of the other world. */
  readDocuments(): ReadonlyMap<string, DocumentInfo>;
  /** Throws an `OperationalError` when the file is damaged. */
  read(info: DocumentInfo): Uint8Array;
  write(info: DocumentInfo, body: Uint8Array): Promise<void>;
  /** Makes these the documents of the state. Files with a checksum in `unusable` are set aside. */
  replace(documents: ReadonlyMap<string, DocumentInfo>, unusable: ReadonlySet<string>): Promise<void>;
  /** Removes what a failed commit wrote. */
  discard(): void;
}

/** All files that are not damaged, `/`-separated. */
export function listFiles(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.startsWith(`${DAMAGED}/`))
    .sort();
}

/** The checked file of a document. Throws an `Error` with the rest of a sentence. */
export function readDocumentFile(root: string, info: DocumentInfo): Buffer {
  const path = join(root, nameDocumentFile(info));
  let body: Buffer;
  try {
    // A file of another size is not read, however large it is.
    const { size } = statSync(path);
    if (size !== info.bytes) throw new RangeError(`has ${size} instead of ${info.bytes} bytes`);
    body = readFileSync(path);
  } catch (cause) {
    if (cause instanceof RangeError) throw cause;
    throw new Error(`cannot be read from ${path}`, { cause });
  }
  acceptBody(body, info);
  return body;
}

/** Throws an `Error` with the rest of a sentence when size or checksum differ. */
export function acceptBody(body: Uint8Array, { bytes, sha256 }: DocumentInfo): void {
  if (body.length !== bytes) throw new RangeError(`has ${body.length} instead of ${bytes} bytes`);
  if (computeSha256(body) !== sha256) throw new Error("is not what was written (its checksum differs)");
}

/** Why the file of a document is damaged, as the rest of a sentence. */
export function findFileFault(root: string, info: DocumentInfo): string | undefined {
  try {
    readDocumentFile(root, info);
    return undefined;
  } catch (error) {
    return describeError(error);
  }
}

/** Moves a file to `damaged/`. */
export function setAside(root: string, file: string): void {
  if (!existsSync(join(root, file))) return;
  const target = join(root, DAMAGED, file);
  mkdirSync(dirname(target), { recursive: true });
  renameSync(join(root, file), findFreePath(target));
}

/** The path, or the first free one with a number. */
export function findFreePath(path: string): string {
  let free = path;
  for (let copy = 2; existsSync(free); copy += 1) free = `${path}.${copy}`;
  return free;
}
