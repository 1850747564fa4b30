import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzipSync, gzip, gzipSync } from "node:zlib";
import { acceptRelativePath } from "../output/relative-path.ts";

/** A document as it lies on disk. */
export interface EncodedDocument {
  body: Buffer;
  sha256: string;
}

/** Folders inside the state's own that hold no documents: files on their way in, and damaged ones that were set aside. */
export const RESTORING = "restoring";
export const DAMAGED = "damaged";

/** GitHub takes no larger file, so the data branch could not hold it. */
export const MAX_FILE_BYTES = 100 * 1000 * 1000;
/** A year of days of 10,000 coins unpacks to some 160 MB. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;
/**
 * Of a file that unpacks to more than this, series have at most `MAX_RATIO` bytes of text per byte;
 * a bomb has a thousand.
 */
const PLAIN_TEXT_BYTES = 64 * 1024 * 1024;
const MAX_RATIO = 64;
/** A gzip file without content. */
const LEAST_GZIP_BYTES = 18;
const DOCUMENT_FILE = /^(.+)\.[0-9a-f]{16}\.json\.gz$/;
const compress = promisify(gzip);

export function computeSha256(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Files are named by their content, so that they never need to be rewritten. */
export function nameDocumentFile({ name, sha256 }: { name: string; sha256: string }): string {
  return `${name}.${sha256.slice(0, 16)}.json.gz`;
}

/** The document that a file of the state folder is a version of; `undefined` for files of any other kind. */
export function findDocumentName(file: string): string | undefined {
  return DOCUMENT_FILE.exec(file)?.[1];
}

/** Refuses names that leave the folder or lie where the store keeps other things. */
export function acceptDocumentName(name: string): string {
  const first = acceptRelativePath(name).split("/")[0];
  if (first === RESTORING || first === DAMAGED) throw new RangeError(`The document name "${name}" is reserved`);
  return name;
}

/** The same text gives the same bytes and so the same file. */
export async function encodeDocument(text: string): Promise<EncodedDocument> {
  return seal(await compress(text));
}

/** As `encodeDocument`, at once. */
export function encodeDocumentSync(text: string): EncodedDocument {
  return seal(gzipSync(text));
}

/** Byte 9 of a gzip header names the system it was made on; 255 is "unknown" (RFC 1952, 2.3.1). zlib writes no time or name. */
function seal(body: Buffer): EncodedDocument {
  body[9] = 255;
  return { body, sha256: computeSha256(body) };
}

/**
 * The text of a document. Throws on anything that is not gzip, on what states that it unpacks to
 * too much, before any of it is unpacked, and on what unpacks to more than it states (RFC 1952,
 * 2.3.1: the last four bytes).
 */
export function unpackDocument(body: Uint8Array): string {
  if (body.length < LEAST_GZIP_BYTES) throw new RangeError("it is shorter than any gzip file");
  const stated = new DataView(body.buffer, body.byteOffset, body.byteLength).getUint32(body.length - 4, true);
  const limit = Math.min(MAX_TEXT_BYTES, Math.max(PLAIN_TEXT_BYTES, MAX_RATIO * body.length));
  if (stated > limit) throw new RangeError(`it states that it unpacks to ${stated} bytes, and the limit is ${limit}`);
  // One piece of the right size: put together out of many, the text would be held twice.
  return gunzipSync(body, { chunkSize: Math.max(64, stated + 1), maxOutputLength: stated + 1 }).toString("utf8");
}

/** Of columns with `times` their length, of a list its length, of an object the number of its keys; 1 of anything else. */
export function countRows(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== "object" || value === null) return 1;
  if ("times" in value && Array.isArray(value.times)) return value.times.length;
  return Object.keys(value).length;
}
