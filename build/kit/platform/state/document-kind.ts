import type { StateStore } from "../platform.ts";
import { unpackDocument } from "./state-document.ts";

/**
 * Two versions of a document as one. `rows` is the new `DocumentInfo.rows`. `open`: values derived
 * from the document must be computed again, so it is no longer closed.
 */
export interface Merged<Value = unknown> {
  value: Value;
  rows: number;
  open?: boolean;
}

/** A state before a join and after it. Every reading parses a document anew. */
export interface JoinedStates {
  /** The state of the first place. */
  before: Pick<StateStore, "find" | "list" | "read">;
  after: Pick<StateStore, "find" | "list" | "read">;
  /** The documents of the first place that have other content after the join. */
  changed: readonly string[];
}

/** `Value`: what `accepts` lets through, so that `merge` gets nothing else. */
export interface DocumentKind<Value = unknown> {
  /** Checks the name, before anything is read by its parts. Absent: any name. */
  isName?(name: string): boolean;
  /** Checks name and shape. Absent: anything. */
  accepts?(value: unknown, name: string): boolean;
  /** Optional fields: malformed ones are dropped, and the rest is kept. */
  spare?: readonly string[];
  /** The store does not keep its content in memory. */
  isReadOnce?: boolean;
  /** Joins two versions. Absent: the newer one wins. */
  merge?(older: Value, newer: Value): Merged<Value>;
  /** Documents that follow from what a join changed, by name. Called where it changed something. */
  follow?(states: JoinedStates): Promise<ReadonlyMap<string, Value>>;
}

/** By the name of a document, or by a prefix that ends with a slash. */
export type DocumentKinds = Readonly<Record<string, DocumentKind>>;

/** A document with the right hash that is too large, no JSON, or of the wrong shape. */
export class UnusableDocument extends Error {
  override name = "UnusableDocument";
}

/** The kind of a document: that of its name, or of the folder that its name begins with. */
export function findKind(kinds: DocumentKinds, name: string): DocumentKind | undefined {
  return kinds[name] ?? kinds[name.slice(0, name.indexOf("/") + 1)];
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
  const fit = fields.filter(([field]) => !spare.includes(field));
  const isFit = (chosen: typeof fields) => isAccepted(Object.fromEntries(chosen), name, kinds);
  if (fit.length === fields.length || !isFit(fit)) throw new UnusableDocument("has the wrong shape");
  for (const field of fields.filter(([key]) => spare.includes(key)))
    if (isFit([...fit, field])) fit.push(field);
    else lose(field[0]);
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
