import { mkdir, writeFile } from "node:fs/promises";

/** Counts of a run's attempts, for the reliability page. */
export interface FaultReport {
  /** Of the file, in kebab-case. */
  name: string;
  /** What was tried, without its number: "URLs sent to the server and the handler". */
  what: string;
  tried: number;
  /** Where the input was random. */
  seed?: number;
  /** Counts beside the main one, and what was measured. */
  details?: Readonly<Record<string, number>>;
}

const FOLDER = new URL("../test-results/faults/", import.meta.url);

/** Leaves what was tried in `test-results/faults/{name}.json`. */
export async function reportFaults(report: FaultReport): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(new URL(`${report.name}.json`, FOLDER), `${JSON.stringify(report, undefined, 2)}\n`);
}
