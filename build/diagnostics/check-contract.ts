import { type FeedReading, nameReading } from "./feed-reading.ts";
import type { Finding } from "./finding.ts";

/** A build refuses a body at a fifth of its rows: a contract says so at a quarter of that, while there is time. */
const MAX_REJECTED_SHARE = 0.05;
/** What the simulated upstream fills in so often is no extra. */
const USUAL_SHARE = 0.9;
/** Fewer records may lack anything by chance. */
const MIN_RECORDS = 20;

/**
 * Compares what the upstreams answered with what this program believes about them: their schemas, and the records that their simulators
 * give for the same questions. Schemas are loose, so a field that is gone becomes unknown in every record without any error.
 */
export function checkContract(readings: readonly FeedReading[], expected: readonly FeedReading[]): Finding[] {
  const simulated = new Map(expected.map((reading) => [nameReading(reading), reading]));
  return readings.map((reading) => checkReading(reading, simulated.get(nameReading(reading))));
}

function checkReading(reading: FeedReading, simulated: FeedReading | undefined): Finding {
  const subject = nameReading(reading);
  const { status, records, rejected, reason } = reading;
  if (status === "drifted") return { subject, level: "problem", detail: reason ?? "another answer than expected" };
  if (status === "unreachable") return { subject, level: "warning", detail: `no answer: ${reason}` };
  if (status === "unasked") return { subject, level: "warning", detail: reason ?? "not asked" };
  const gone = listGone(reading, simulated);
  if (gone.length > 0) {
    return { subject, level: "problem", detail: `unknown in all ${count(records)} records: ${gone.join(", ")}` };
  }
  const share = rejected / (rejected + records);
  const usual = simulated === undefined ? 0 : simulated.rejected / Math.max(1, simulated.rejected + simulated.records);
  const rows = `${count(records)} records, ${count(rejected)} rows at fault`;
  if (share > usual + MAX_REJECTED_SHARE) return { subject, level: "problem", detail: `${rows}: ${reason}` };
  return { subject, level: "ok", detail: rejected === 0 ? `${count(records)} records` : `${rows} (${reason})` };
}

/** Fields that the simulated upstream usually fills in and the real one never did. */
function listGone({ records, known }: FeedReading, simulated: FeedReading | undefined): string[] {
  if (simulated === undefined || records < MIN_RECORDS) return [];
  return [...simulated.known]
    .filter(([field, times]) => times >= USUAL_SHARE * simulated.records && !known.has(field))
    .map(([field]) => field)
    .sort();
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
