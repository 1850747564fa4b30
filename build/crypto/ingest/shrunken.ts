import { isNumber, isTimeMs, objectOf, type ShapeOf } from "../../lib/shape.ts";
import { HOUR_MS } from "../../lib/time.ts";
import type { RecordKind } from "../normalise/record.ts";

/** Consecutive responses that were implausibly small. */
export type Shrunken = ShapeOf<typeof isShrunken>;
export const isShrunken = objectOf({
  answers: isNumber,
  /** When the first of them came. */
  sinceMs: isTimeMs,
  /** Records in the last of them. */
  records: isNumber,
});

/** Kinds with a stable number of records. News come and go, and pages of one coin vary. */
const STEADY: readonly RecordKind[] = ["listing", "ticker", "coin", "exchange", "protocol", "chain", "tvl", "rate"];
/** Below this share of the last complete response a response is implausibly small. */
const LEAST_SHARE = 0.5;
/** This many small responses of about the same size … */
const ACCEPTED_AFTER_RESPONSES = 3;
/** … over this time are the new size: an outage is shorter, and a delisting is permanent. */
const ACCEPTED_AFTER_MS = 2 * HOUR_MS;

/** `null`: the response is accepted. `full`: size of the last complete one to the same requests. */
export function findShrunken(
  kind: RecordKind,
  records: number,
  full: number | null,
  before: Shrunken | null,
  now: number,
): Shrunken | null {
  if (!STEADY.includes(kind) || full === null || records >= LEAST_SHARE * full) return null;
  const continued = before !== null && isSimilar(records, before.records) ? before : { answers: 0, sinceMs: now };
  const answers = continued.answers + 1;
  if (answers >= ACCEPTED_AFTER_RESPONSES && now - continued.sinceMs >= ACCEPTED_AFTER_MS) return null;
  return { answers, sinceMs: continued.sinceMs, records };
}

/** The sentence for `/api/status`. */
export function explainShrunken({ answers, records }: Shrunken, full: number): string {
  return (
    `shrank from ${full} to ${records} records: not accepted before ${ACCEPTED_AFTER_RESPONSES} such responses ` +
    `over ${ACCEPTED_AFTER_MS / HOUR_MS} hours, this is number ${answers}`
  );
}

function isSimilar(a: number, b: number): boolean {
  return Math.min(a, b) >= LEAST_SHARE * Math.max(a, b);
}
