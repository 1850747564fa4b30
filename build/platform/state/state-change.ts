import type { DocumentInfo, WriteOptions } from "../platform.ts";
import { countRows, type EncodedDocument } from "./state-document.ts";

/** What `write` was asked for; `text` is `undefined` when the document is to go. */
export interface Change {
  text: string | undefined;
  rows: number;
  options: WriteOptions;
}

export function prepareChange(value: unknown, options: WriteOptions = {}): Change {
  return {
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
