import type { DocumentInfo, ListedDocument, WriteOptions } from "../platform.ts";
import { countRows, type EncodedDocument } from "./state-document.ts";

/** A pending write; `text` is `undefined` when the document is removed. */
export interface Change {
  value: unknown;
  text: string | undefined;
  rows: number;
  options: WriteOptions;
}

export function buildChange(value: unknown, options: WriteOptions = {}): Change {
  const text = value === undefined ? undefined : JSON.stringify(value);
  return { value, text, rows: options.rows ?? countRows(value), options };
}

/** The document after a write of the content that it already has. */
export function keepDocument(before: DocumentInfo, { rows, options }: Change): DocumentInfo {
  return { ...before, rows, closed: before.closed || options.closed === true };
}

/** The document after a write of new content. */
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

/** The document with its pending change. */
export function findChanged(
  name: string,
  before: DocumentInfo | undefined,
  change: Change | undefined,
): ListedDocument | undefined {
  if (change === undefined) return before;
  if (change.text === undefined) return undefined;
  return { name, rows: change.rows, closed: change.options.closed ?? before?.closed ?? false };
}
