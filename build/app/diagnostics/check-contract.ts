import { groupThousands } from "../../lib/text-layout.ts";
import type { Finding } from "./finding.ts";

export interface FeedReading {
  source: string;
  feed: string;
  /**
   * `read`: every address gave the expected shape; `drifted`: one gave another; `unreachable`: one
   * gave no response; `skipped`: there is no request, or an input is missing.
   */
  status: "read" | "drifted" | "unreachable" | "skipped";
  records: number;
  rejected: number;
  /** Reason → rows left out, faulty or not. */
  dropped: ReadonlyMap<string, number>;
  /** The first error; for `read` the most frequent reason of rejected rows. */
  reason: string | null;
  known: ReadonlyMap<string, number>;
}

/** A quarter of the share at which a build refuses a response, to report a drift early. */
const MAX_REJECTED_SHARE = 0.05;
/** A field that the simulated upstream sets in fewer records is optional. */
const USUAL_SHARE = 0.9;
/** Fewer records may lack a field by chance. */
const MIN_RECORDS = 20;

/**
 * Compares real responses with simulated ones. Schemas are loose: a field that disappears becomes
 * unknown in every record, without an error.
 */
export function checkContract(readings: readonly FeedReading[], expected: readonly FeedReading[]): Finding[] {
  const simulated = new Map(expected.map((reading) => [nameReading(reading), reading]));
  return readings.map((reading) => checkReading(reading, simulated.get(nameReading(reading))));
}

/** Says that nothing was checked, and why; `undefined` if a source gave something to check. */
export function explainUnchecked(readings: readonly FeedReading[]): string | undefined {
  const isChecked = ({ status, records }: FeedReading) => status === "read" || status === "drifted" || records > 0;
  if (readings.some(isChecked)) return undefined;
  const sources = new Set(readings.map(({ source }) => source));
  const which = sources.size === 1 ? `${[...sources].join()} gave` : `all ${sources.size} sources gave`;
  const reason = readings.map((reading) => reading.reason).find((one) => one !== null) ?? "there was no request";
  return `Nothing was checked: ${which} no records. The first reason: ${reason}. Run the command where the sources answer.`;
}

function checkReading(reading: FeedReading, simulated: FeedReading | undefined): Finding {
  const subject = nameReading(reading);
  const { status, records, rejected, reason } = reading;
  if (status === "drifted") return { subject, level: "problem", detail: reason ?? "unexpected response" };
  if (status === "unreachable") return { subject, level: "warning", detail: `no response: ${reason}` };
  if (status === "skipped") return { subject, level: "warning", detail: reason ?? "not requested" };
  const gone = listGone(reading, simulated);
  if (gone.length > 0) {
    return {
      subject,
      level: "problem",
      detail: `unknown in all ${groupThousands(records)} records: ${gone.join(", ")}`,
    };
  }
  const share = rejected / (rejected + records);
  const usual = simulated === undefined ? 0 : simulated.rejected / Math.max(1, simulated.rejected + simulated.records);
  const rows = `${groupThousands(records)} records, ${groupThousands(rejected)} invalid rows`;
  if (share > usual + MAX_REJECTED_SHARE) return { subject, level: "problem", detail: `${rows}: ${reason}` };
  return {
    subject,
    level: "ok",
    detail: rejected === 0 ? `${groupThousands(records)} records` : `${rows} (${reason})`,
  };
}

function listGone({ records, known }: FeedReading, simulated: FeedReading | undefined): string[] {
  if (simulated === undefined || records < MIN_RECORDS) return [];
  return [...simulated.known]
    .filter(([field, times]) => times >= USUAL_SHARE * simulated.records && !known.has(field))
    .map(([field]) => field)
    .sort();
}

function nameReading({ source, feed }: FeedReading): string {
  return `${source}/${feed}`;
}
