import { type ByteCache, createByteCache } from "../../../lib/byte-cache.ts";
import { placeFile } from "../../api/place-file.ts";
import { createListText, type ListText } from "./row-texts.ts";

/** A file of the published tree. `etag` without quotes; absent if the host gives none. */
export interface TreeFile {
  body: Uint8Array | string;
  etag?: string | undefined;
}

/** The name of an answer that is not stored. */
export const COMPUTED = ".json";

/** Reads a file below the site's root (`api/index.json`); `undefined` if there is none. */
export type ReadFile = (path: string) => Promise<TreeFile | undefined>;

/** Why a file cannot be read. The message is public: errors 503 contain it. */
export class UnreadableFile extends Error {}

/** A file with its name as in `placeFile`. */
export interface NamedFile {
  name: string;
  file: TreeFile;
}

/** The files of the interface, by name. */
export interface Tree {
  /** `undefined` if there is no such file, and for a name that no file can have. */
  find(name: string | undefined): Promise<NamedFile | undefined>;
  /** The content of a JSON file, parsed once per version and kept. Callers do not change it. */
  parse<T>(name: string): Promise<T | undefined>;
  /** A list as text, decoded once per version and kept. */
  decode(name: string): Promise<ListText | undefined>;
}

/**
 * Half of the 128 MB that a Cloudflare Worker has. Files beyond it are parsed again; the lists that
 * most answers need stay, because they are used most.
 */
const PARSED_BYTES = 64 * 1024 * 1024;
/** A parsed history takes 3.4 times the bytes of its file, other answers up to 1.6 times. */
const PARSED_PER_BYTE = 4;
/** The text with two bytes per character, and once more in lower case. */
const TEXTS_PER_BYTE = 4;

export type ParsedFiles = ByteCache<{ etag: string; value: unknown }>;

/** Parsed files by name. By default, as many as a worker has room for. */
export function createParsedFiles(maxBytes = PARSED_BYTES): ParsedFiles {
  return createByteCache(maxBytes);
}

/** The files of a site by name. Parsed ones are kept within a limit of bytes. */
export function createTree(
  readFile: ReadFile,
  roots: readonly string[],
  parsed: ParsedFiles = createParsedFiles(),
): Tree {
  const find: Tree["find"] = async (name) => {
    const file = name && (await readFile(placeFile(name, roots)));
    return file ? { name, file } : undefined;
  };
  const keep = async <T>(key: string, name: string, perByte: number, read: (text: string) => unknown) => {
    const found = await find(name);
    if (!found) return undefined;
    const etag = computeEtag(found.file);
    let known = parsed.get(key);
    if (known?.etag !== etag) {
      known = { etag, value: read(readText(found.file)) };
      parsed.set(key, known, perByte * found.file.body.length);
    }
    return known.value as T;
  };
  return {
    find,
    parse: (name) => keep(name, name, PARSED_PER_BYTE, (text) => parseJson(name, text)),
    decode: (name) => keep(`text of ${name}`, name, TEXTS_PER_BYTE, createListText),
  };
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnreadableFile(`${name} is not valid JSON`, { cause });
  }
}

/** The content of a file as text. */
export function readText({ body }: TreeFile): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}

/**
 * The host's ETag, or one of the content: two hashes of 32 bits, and the length. The hashes read
 * four bytes at a time: a loop over single bytes took a new worker, whose code is not compiled yet,
 * 5 ms for a response of 45 kB.
 */
export function computeEtag({ body, etag }: TreeFile): string {
  if (etag) return etag;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const aligned = bytes.byteOffset % WORD_BYTES === 0 ? bytes : new Uint8Array(bytes);
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, Math.floor(bytes.length / WORD_BYTES));
  const rest = bytes.subarray(words.length * WORD_BYTES).reduce((word, byte) => (word << 8) | byte, 0);
  let a = 0x811c9dc5;
  let b = 0x050c5d1f;
  for (let at = 0; at <= words.length; at += 1) {
    const word = words[at] ?? rest;
    a = Math.imul(a ^ word, 0x9e3779b1);
    b = Math.imul(b ^ word, 0x85ebca6b);
    // A product carries differences upwards only.
    a ^= a >>> 15;
    b ^= b >>> 13;
  }
  return [a >>> 0, b >>> 0, bytes.length].map((part) => part.toString(16)).join("");
}

const WORD_BYTES = 4;
