import type { DocumentInfo } from "../platform.ts";
import { MAX_FILE_BYTES, unpackDocument } from "./state-document.ts";

/**
 * Joins two versions of a document. `rows` is the new `DocumentInfo.rows`. `open`: values derived
 * from the document must be computed again, so it is no longer closed.
 */
export type MergeDocuments = (older: unknown, newer: unknown) => { value: unknown; rows: number; open?: boolean };

export interface DocumentKind {
  /** Accepts the name of a document. Absent: any name. */
  isName?(name: string): boolean;
  /** Checks the shape of the content. Absent: any shape. */
  accepts?(value: unknown, name: string): boolean;
  /** Optional fields: malformed ones are dropped, and the rest is kept. */
  spare?: readonly string[];
  /** Joins two versions. Absent: the newer one wins. */
  merge?: MergeDocuments;
}

/** By the name of a document, or by a prefix that ends with a slash. */
export type DocumentKinds = Readonly<Record<string, DocumentKind>>;

/** A document with the right hash that is too large, no JSON, or of the wrong shape. */
export class UnusableDocument extends Error {
  override name = "UnusableDocument";
}

export function findKind(kinds: DocumentKinds, name: string): DocumentKind | undefined {
  return kinds[name] ?? kinds[name.slice(0, name.indexOf("/") + 1)];
}

/** Why the manifest entry of a document is unacceptable, as the rest of a sentence. */
export function findStatedFault({ name, bytes }: DocumentInfo, kinds: DocumentKinds): string | undefined {
  if (bytes > MAX_FILE_BYTES) return `has ${bytes} bytes, more than the ${MAX_FILE_BYTES} allowed`;
  return findKind(kinds, name)?.isName?.(name) === false ? "has a name that its kind does not allow" : undefined;
}

/**
 * The content of a document from its file. Throws an `UnusableDocument` with the rest of a
 * sentence. Calls `lose` for each malformed optional field.
 */
export function openDocument(
  body: Uint8Array,
  name: string,
  kinds: DocumentKinds,
  lose: (field: string) => void = () => undefined,
): unknown {
  let value: unknown;
  try {
    value = JSON.parse(unpackDocument(body));
  } catch (cause) {
    throw new UnusableDocument("is not compressed JSON", { cause });
  }
  if (isAccepted(value, name, kinds)) return value;
  const { spare = [] } = findKind(kinds, name) ?? {};
  const fields = Object.entries(value ?? {});
  const required = fields.filter(([field]) => !spare.includes(field));
  const isFit = (chosen: typeof fields) => isAccepted(Object.fromEntries(chosen), name, kinds);
  if (required.length === fields.length || !isFit(required)) throw new UnusableDocument("has the wrong shape");
  const fit = fields.filter((field) => !spare.includes(field[0]) || isFit([...required, field]));
  for (const field of fields) if (!fit.includes(field)) lose(field[0]);
  return Object.fromEntries(fit);
}

/** A check that throws rejects the content. */
function isAccepted(value: unknown, name: string, kinds: DocumentKinds): boolean {
  try {
    return findKind(kinds, name)?.accepts?.(value, name) ?? true;
  } catch {
    return false;
  }
}
