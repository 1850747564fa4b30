import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";
import { computeSha256 } from "../../lib/hash.ts";
import { acceptRelativePath } from "../output/path-collisions.ts";

/** The file of a document. */
export interface EncodedDocument {
  body: Buffer;
  sha256: string;
}

/** The folder of files that were set aside. */
export const DAMAGED = "damaged";
/** A folder in which earlier versions of this program kept unfinished downloads. */
export const RESTORING = "restoring";

/** GitHub accepts no larger file on the data branch. */
export const MAX_FILE_BYTES = 100 * 1000 * 1000;
/** A year of daily prices of 10,000 coins unpacks to some 160 MB. */
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
  const first = acceptRelativePath(name).split("/")[0];
  if (first === RESTORING || first === DAMAGED) throw new RangeError(`The document name "${name}" is reserved`);
  return name;
}

/**
 * The same text gives the same bytes. Byte 9 of a gzip header names the operating system; 255 is
 * "unknown" (RFC 1952, 2.3.1). zlib writes no time and no name.
 */
export async function encodeDocument(text: string): Promise<EncodedDocument> {
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
