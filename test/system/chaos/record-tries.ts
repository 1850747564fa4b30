import { type FaultReport, reportFaults } from "../../fault-report.ts";
import { SEED } from "./random.ts";

/** Stores the count and seed of a run. A failed run stores none. */
export async function recordTries(report: FaultReport): Promise<void> {
  await reportFaults({ ...report, seed: SEED });
}
