import { randomUUID } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { describeError, OperationalError } from "../../lib/operational-error.ts";
import { HttpError } from "../http/http-error.ts";
import { computeBackoffMs, isRetryable } from "../http/http-retry.ts";
import type { DocumentInfo } from "../platform.ts";
import { type DocumentKinds, findStatedFault, openDocument, UnusableDocument } from "./document-kind.ts";
import type { BinaryFetch } from "./restore-fetch.ts";
import { nameDocumentFile } from "./state-document.ts";
import { findBodyFault } from "./state-files.ts";
import { parseStateManifest, STATE_MANIFEST, type StateManifest } from "./state-manifest.ts";

/** A published site or a folder that holds a state. */
export interface RestoreSource {
  /** As it was named. */
  label: string;
  manifest: StateManifest;
  /**
   * The document's file, checked. Rejects with the reason, which is an `UnusableDocument` where
   * another try is of no use.
   */
  read(info: DocumentInfo): Promise<Uint8Array>;
}

export interface SourceOptions {
  fetch: BinaryFetch;
  /** What is known of the documents. Absent: any content is accepted. */
  kinds?: DocumentKinds | undefined;
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
}

/** A manifest of ten thousand documents has 3 MB. */
const MAX_MANIFEST_BYTES = 32 * 1024 * 1024;
/** With one answer in three lost for any reason, all but one document in seven hundred still arrive. */
const TRIES = 6;

/** How to get at the files of one place. */
interface Place {
  nameOf(path: string): string;
  read(path: string, maxBytes: number): Promise<Uint8Array>;
  /** Reading it again may help. */
  tries: number;
}

/**
 * Opens `<from>/state/` of a published site or else `<from>` itself; `from` is a web address or a folder. Throws an
 * `OperationalError` that says what was looked for.
 */
export async function openRestoreSource(from: string, options: SourceOptions): Promise<RestoreSource> {
  const place = /^https?:\/\//i.test(from) ? openSite(from, options.fetch) : openFolder(from);
  const misses: string[] = [];
  for (const base of ["state/", ""]) {
    const path = `${base}${STATE_MANIFEST}`;
    try {
      const readManifest = async () => parseManifest(await place.read(path, MAX_MANIFEST_BYTES));
      const manifest = await retry(readManifest, place.tries, options);
      const readOnce = (info: DocumentInfo) => readDocument(place, base, info, options.kinds ?? {});
      const read = (info: DocumentInfo) => retry(() => readOnce(info), place.tries, options);
      return { label: from, manifest, read };
    } catch (error) {
      misses.push(`${place.nameOf(path)}${isMissing(error) ? "" : ` (${describeError(error)})`}`);
      // Nothing answers there at all.
      if (error instanceof HttpError && error.status === null) break;
    }
  }
  throw new OperationalError(`There is no state to restore at ${from}: looked for ${misses.join(" and ")}.`);
}

function openSite(from: string, fetch: BinaryFetch): Place {
  if (!URL.canParse(from)) throw new OperationalError(`"${from}" is no web address to restore from.`);
  const root = new URL(from);
  root.search = "";
  root.hash = "";
  if (!root.pathname.endsWith("/")) root.pathname += "/";
  const nameOf = (path: string) => new URL(path.split("/").map(encodeURIComponent).join("/"), root).href;
  // A cache between us and the host may hold the list of an earlier deployment, and to go on from that loses what came since. Documents are
  // named by their content.
  const addressOf = (path: string) =>
    path.endsWith(STATE_MANIFEST) ? `${nameOf(path)}?fresh=${randomUUID()}` : nameOf(path);
  return { nameOf, read: (path, maxBytes) => fetch(addressOf(path), maxBytes), tries: TRIES };
}

function openFolder(from: string): Place {
  const nameOf = (path: string) => join(resolve(from), path);
  const read = async (path: string, maxBytes: number): Promise<Uint8Array> => {
    const file = nameOf(path);
    const { size } = await stat(file);
    if (size > maxBytes) throw new Error(`${file} has ${size} bytes, and no more than ${maxBytes} were expected`);
    return readFile(file);
  };
  return { nameOf, read, tries: 1 };
}

/** Some hosts serve every file compressed, whatever was asked for. */
function parseManifest(bytes: Uint8Array): StateManifest {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isGzip ? gunzipSync(bytes, { maxOutputLength: MAX_MANIFEST_BYTES }) : bytes;
  return parseStateManifest(new TextDecoder().decode(plain));
}

async function readDocument(place: Place, base: string, info: DocumentInfo, kinds: DocumentKinds): Promise<Uint8Array> {
  const stated = findStatedFault(info, kinds);
  if (stated !== undefined) throw new UnusableDocument(`it ${stated}`);
  const body = await place.read(`${base}${nameDocumentFile(info)}`, info.bytes);
  const fault = findBodyFault(body, info);
  if (fault !== undefined) throw new Error(`it ${fault}`);
  openDocument(body, info.name, kinds);
  return body;
}

/** Tries again whatever time may change: a network that fails, a server that is busy, a body that was cut. */
async function retry<T>(task: () => Promise<T>, maxTries: number, { sleep = delay }: SourceOptions): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await task();
    } catch (error) {
      if (tries >= maxTries || isFinal(error)) throw error;
      await sleep(computeBackoffMs(tries, 0.5));
    }
  }
}

/** A status of 200 with an error is a body that broke off. */
function isFinal(error: unknown): boolean {
  if (error instanceof UnusableDocument) return true;
  if (!(error instanceof HttpError) || error.status === null) return false;
  return error.status !== 200 && !isRetryable(error.status);
}

function isMissing(error: unknown): boolean {
  if (error instanceof HttpError) return error.status === 404;
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
