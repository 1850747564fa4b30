import type { DocumentInfo } from "../platform.ts";
import { MAX_FILE_BYTES, unpackDocument } from "./state-document.ts";

/**
 * Joins two contents of one document; the second one is the later. `rows` is what
 * `DocumentInfo.rows` then says; `open`: what follows from the document has to be computed again,
 * so it is no longer closed.
 */
export type MergeDocuments = (older: unknown, newer: unknown) => { value: unknown; rows: number; open?: boolean };

/** What is known of all documents of one kind. */
export interface DocumentKind {
  /** Whether a document of this kind can have that name. Absent: any. */
  isName?(name: string): boolean;
  /** Whether the content has the shape that its readers rely on. Absent: any. */
  accepts?(value: unknown, name: string): boolean;
  /** Fields that its readers can do without: a malformed one is left out, and the rest is kept. */
  spare?: readonly string[];
  /** How two versions of equal standing are joined. Absent: the newer one is taken whole. */
  merge?: MergeDocuments;
}

/** By the name of a document, or by what the names of several begin with, up to a slash. */
export type DocumentKinds = Readonly<Record<string, DocumentKind>>;

/**
 * A document that is what was written, and still of no use: too large, no JSON, or of another shape
 * than its readers expect.
 */
export class UnusableDocument extends Error {
  override name = "UnusableDocument";
}

export function findKind(kinds: DocumentKinds, name: string): DocumentKind | undefined {
  return kinds[name] ?? kinds[name.slice(0, name.indexOf("/") + 1)];
}

/**
 * Why a document is of no use, as far as its entry in the list tells, as the rest of a sentence.
 * Nothing of it is read.
 */
export function findStatedFault({ name, bytes }: DocumentInfo, kinds: DocumentKinds): string | undefined {
  if (bytes > MAX_FILE_BYTES) return `has ${bytes} bytes, more than the ${MAX_FILE_BYTES} of any document`;
  return findKind(kinds, name)?.isName?.(name) === false ? "has a name that no document of its kind has" : undefined;
}

/**
 * The content of a document out of its file, whose checksum holds. Throws an `UnusableDocument`
 * with the rest of a sentence. `lose` hears of each malformed field that it does without.
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
    throw new UnusableDocument("is no compressed JSON", { cause });
  }
  if (isAccepted(value, name, kinds)) return value;
  const { spare = [] } = findKind(kinds, name) ?? {};
  const fields = Object.entries(value ?? {});
  const required = fields.filter(([field]) => !spare.includes(field));
  const isFit = (chosen: typeof fields) => isAccepted(Object.fromEntries(chosen), name, kinds);
  if (required.length === fields.length || !isFit(required))
    throw new UnusableDocument("has not the shape of its kind");
  const fit = fields.filter((field) => !spare.includes(field[0]) || isFit([...required, field]));
  for (const field of fields) if (!fit.includes(field)) lose(field[0]);
  return Object.fromEntries(fit);
}

/** A check that cannot cope with the content has found that it is not what its readers expect. */
function isAccepted(value: unknown, name: string, kinds: DocumentKinds): boolean {
  try {
    return findKind(kinds, name)?.accepts?.(value, name) ?? true;
  } catch {
    return false;
  }
}
