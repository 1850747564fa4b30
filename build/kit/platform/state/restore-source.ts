import { randomUUID } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { codeOf } from "../../../lib/error-code.ts";
import { describeError, OperationalError } from "../../../lib/operational-error.ts";
import { encodePath, isWebAddress } from "../../../lib/web-url.ts";
import type { BinaryFetch } from "../http/binary-client.ts";
import { HttpError } from "../http/http-error.ts";
import { isFinal, retry } from "../http/http-retry.ts";
import type { DocumentInfo } from "../platform.ts";
import { type DocumentKinds, openDocument, UnusableDocument } from "./document-kind.ts";
import { acceptBody, nameDocumentFile } from "./state-document.ts";
import {
  MAX_MANIFEST_BYTES,
  NewerState,
  parseStateManifest,
  STATE_MANIFEST,
  type StateManifest,
} from "./state-manifest.ts";

/** A published site, or a folder that holds a state. */
export interface RestoreSource {
  /** Its address or path. */
  label: string;
  manifest: StateManifest;
  /** The checked file of a document. No retry helps after an `UnusableDocument`. */
  read(info: DocumentInfo): Promise<Uint8Array>;
}

/** A place that this build must continue from cannot be read. */
export class RestoreError extends OperationalError {
  override name = "RestoreError";
}

export interface SourceOptions {
  /** Absent: no place is a site. */
  fetch?: BinaryFetch | undefined;
  kinds?: DocumentKinds | undefined;
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
}

/** With every third response lost, all but one document in seven hundred still arrive. */
const TRIES = 6;

/** How the files of one place are read. */
interface Place {
  /** The full address or path of a file. */
  locate(path: string): string;
  read(path: string, maxBytes: number): Promise<Uint8Array>;
  tries: number;
}

/**
 * Opens `state/` of a published site, or a folder that is itself a state. Throws a `RestoreError`
 * that lists the tried paths, and a `NewerState`.
 */
export async function openRestoreSource(from: string, options: SourceOptions): Promise<RestoreSource> {
  const { fetch, kinds = {} } = options;
  if (isWebAddress(from) && fetch === undefined)
    throw new OperationalError(`${from} is a URL. A folder is required here.`);
  const place = isWebAddress(from) && fetch !== undefined ? openSite(from, fetch) : openFolder(from);
  const isLost = (error: unknown) => error instanceof UnusableDocument || error instanceof NewerState || isFinal(error);
  const retries = { tries: place.tries, sleep: options.sleep, isFinal: isLost };
  const misses: string[] = [];
  for (const base of ["state/", ""]) {
    const path = `${base}${STATE_MANIFEST}`;
    try {
      const readManifest = async () => parseManifest(await place.read(path, MAX_MANIFEST_BYTES), from);
      const manifest = await retry(readManifest, retries);
      const readOnce = (info: DocumentInfo) => readDocument(place, base, info, kinds);
      return { label: from, manifest, read: (info) => retry(() => readOnce(info), retries) };
    } catch (error) {
      if (error instanceof NewerState) throw error;
      misses.push(`${place.locate(path)}${isMissing(error) ? "" : ` (${describeError(error)})`}`);
      // The host does not answer at all.
      if (error instanceof HttpError && error.status === null) break;
    }
  }
  throw new RestoreError(`There is no state to restore at ${from}: looked for ${misses.join(" and ")}.`);
}

/** The checked file of a document in a state folder. */
export async function readFolderDocument(root: string, info: DocumentInfo, kinds: DocumentKinds): Promise<Uint8Array> {
  return readDocument(openFolder(root), "", info, kinds);
}

function openSite(from: string, fetch: BinaryFetch): Place {
  if (!URL.canParse(from)) throw new OperationalError(`Not a valid URL to restore from: ${from}`);
  const root = new URL(from);
  root.search = "";
  root.hash = "";
  if (!root.pathname.endsWith("/")) root.pathname += "/";
  const locate = (path: string) => new URL(encodePath(path), root).href;
  // A cache may hold the manifest of an earlier deployment. Documents are named by their content.
  const addressOf = (path: string) =>
    path.endsWith(STATE_MANIFEST) ? `${locate(path)}?fresh=${randomUUID()}` : locate(path);
  return { locate, read: (path, maxBytes) => fetch(addressOf(path), maxBytes), tries: TRIES };
}

function openFolder(from: string): Place {
  const locate = (path: string) => join(resolve(from), path);
  const read = async (path: string, maxBytes: number): Promise<Uint8Array> => {
    const file = locate(path);
    const { size } = await stat(file);
    if (size > maxBytes) throw new Error(`${file} has ${size} bytes, more than the expected ${maxBytes}`);
    return readFile(file);
  };
  return { locate, read, tries: 1 };
}

/** Some hosts compress every file, also when the request forbids it. */
function parseManifest(bytes: Uint8Array, place: string): StateManifest {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isGzip ? gunzipSync(bytes, { maxOutputLength: MAX_MANIFEST_BYTES }) : bytes;
  return parseStateManifest(new TextDecoder().decode(plain), place);
}

async function readDocument(place: Place, base: string, info: DocumentInfo, kinds: DocumentKinds): Promise<Uint8Array> {
  const body = await place.read(`${base}${nameDocumentFile(info)}`, info.bytes);
  acceptBody(body, info);
  openDocument(body, info.name, kinds);
  return body;
}

function isMissing(error: unknown): boolean {
  if (error instanceof HttpError) return error.status === 404;
  return codeOf(error) === "ENOENT";
}
