import { HOUR_MS } from "../lib/time.ts";
import type { RecordKind } from "../normalise/record.ts";

/** Answers in a row that were too small to be believed. */
export interface Shrunken {
  answers: number;
  /** When the first of them came. */
  sinceMs: number;
  /** In the last of them. */
  records: number;
}

/**
 * Kinds whose number changes slowly: half of them is half an answer. News come and go, a page of a coin or of the newest values
 * has as many records as it was asked for.
 */
const STEADY: ReadonlySet<RecordKind> = new Set([
  "listing",
  "ticker",
  "coin",
  "exchange",
  "protocol",
  "chain",
  "tvl",
  "rate",
]);
/** Share of the last complete answer's records below which an answer is not believed. */
const LEAST_SHARE = 0.5;
/** So many small answers of about the same size … */
const BELIEVED_AFTER_ANSWERS = 3;
/** … over so long are the new size: an upstream's bad hour does not last as long, and a delisting lasts for ever. */
const BELIEVED_AFTER_MS = 2 * HOUR_MS;

/**
 * Whether an answer with so many records has to be taken for a part of one: then what to remember of it. `null`: it is believed.
 * `full` is the size of the last complete answer to the same question, `before` what was remembered so far.
 */
export function findShrunken(
  kind: RecordKind,
  records: number,
  full: number | null,
  before: Shrunken | null,
  now: number,
): Shrunken | null {
  if (!STEADY.has(kind) || full === null || records >= LEAST_SHARE * full) return null;
  const continued = before !== null && isSimilar(records, before.records) ? before : { answers: 0, sinceMs: now };
  const answers = continued.answers + 1;
  if (answers >= BELIEVED_AFTER_ANSWERS && now - continued.sinceMs >= BELIEVED_AFTER_MS) return null;
  return { answers, sinceMs: continued.sinceMs, records };
}

/** The sentence for `/api/status`. */
export function explainShrunken({ answers, records }: Shrunken, full: number): string {
  return (
    `shrank from ${full} to ${records} records: not believed before ${BELIEVED_AFTER_ANSWERS} such answers ` +
    `over ${BELIEVED_AFTER_MS / HOUR_MS} hours, this is number ${answers}`
  );
}

function isSimilar(a: number, b: number): boolean {
  return Math.min(a, b) >= LEAST_SHARE * Math.max(a, b);
}
