import type { DocumentInfo, ListedDocument, WriteOptions } from "../platform.ts";
import { countRows, type EncodedDocument } from "./state-document.ts";

/** A pending write; `text` is `undefined` when the document is removed. */
export interface Change {
  value: unknown;
  text: string | undefined;
  rows: number;
  options: WriteOptions;
}

export function prepareChange(value: unknown, options: WriteOptions = {}): Change {
  return {
    value,
    text: value === undefined ? undefined : JSON.stringify(value),
    rows: options.rows ?? countRows(value),
    options,
  };
}

/** Throws when a closed document would get other content without a reason: a defect of the writer. */
export function acceptChange(
  before: DocumentInfo | undefined,
  { text, options }: Change,
  isSame: (text: string) => boolean,
): void {
  if (!before?.closed || text === undefined || options.reopen || isSame(text)) return;
  throw new Error(`The document "${before.name}" is closed, and was written with other content and no reason`);
}

/** The document after it was written with the content that it has. */
export function keepDocument(before: DocumentInfo, { rows, options }: Change): DocumentInfo {
  return { ...before, rows, closed: before.closed || options.closed === true };
}

/** The document after it was written with other content, or for the first time. */
export function replaceDocument(
  name: string,
  before: DocumentInfo | undefined,
  { rows, options }: Change,
  { body, sha256 }: EncodedDocument,
  now: number,
): DocumentInfo {
  return {
    name,
    rows,
    bytes: body.length,
    sha256,
    updatedAtMs: now,
    closed: options.closed ?? before?.closed ?? false,
    revision: before === undefined ? 1 : before.revision + (before.closed ? 1 : 0),
    reopened: before?.closed ? (options.reopen ?? null) : (before?.reopened ?? null),
  };
}

/** The documents with the pending changes, sorted by name. */
export function listChanged(
  committed: Iterable<DocumentInfo>,
  pending: ReadonlyMap<string, Change>,
  prefix: string,
): ListedDocument[] {
  const before = new Map([...committed].map((info) => [info.name, info]));
  const names = new Set([...before.keys(), ...pending.keys()]);
  return [...names]
    .filter((name) => name.startsWith(prefix))
    .sort()
    .flatMap((name) => findChanged(name, before.get(name), pending.get(name)) ?? []);
}

export function findChanged(
  name: string,
  before: DocumentInfo | undefined,
  change: Change | undefined,
): ListedDocument | undefined {
  if (change === undefined) return before;
  if (change.text === undefined) return undefined;
  return { name, rows: change.rows, closed: change.options.closed ?? before?.closed ?? false };
}
