import type { DocumentInfo, WriteOptions } from "./effects.ts";
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

/** The document after the change. `sameContent`: it is what was there before, however it is compressed. */
export function applyChange(
  name: string,
  before: DocumentInfo | undefined,
  change: Change,
  encoded: EncodedDocument,
  sameContent: boolean,
  now: number,
): DocumentInfo {
  const { rows, options } = change;
  if (before !== undefined && sameContent) return { ...before, rows, closed: before.closed || options.closed === true };
  const reopened = before?.closed ? (options.reopen ?? null) : (before?.reopened ?? null);
  return {
    name,
    rows,
    bytes: encoded.body.length,
    sha256: encoded.sha256,
    updatedAtMs: now,
    closed: options.closed ?? before?.closed ?? false,
    revision: before === undefined ? 1 : before.revision + (before.closed ? 1 : 0),
    reopened,
  };
}
