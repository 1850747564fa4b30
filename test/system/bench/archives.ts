import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProcessReport } from "./process-report.ts";
import type { BenchResult } from "./result.ts";
import { median, runApart } from "./run-apart.ts";

const ROWS = Number(process.env["BENCH_ROWS"] ?? 1_000_000);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const LIMIT = 2.5;

interface ArchiveReport extends ProcessReport {
  bytes: number;
}

function measureRest({ peakBytes, bytes }: ArchiveReport): number {
  return peakBytes - bytes;
}

/**
 * Rows as CSV through gzip, as archives are made, against gzip alone of the text that comes of
 * them; a tenth of the rows shows how memory grows.
 */
export async function bench(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), "archives-bench-"));
  try {
    const file = join(folder, "rows.csv");
    runApart("archives/write-rows.ts", ["text", String(ROWS), file]);
    const written: ArchiveReport[] = [];
    const compressed: ArchiveReport[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      written.push(runApart("archives/write-rows.ts", ["gzip", String(ROWS), file]));
      compressed.push(runApart("archives/gzip-text.ts", [file]));
    }
    const tenth = runApart<ArchiveReport>("archives/write-rows.ts", ["gzip", String(ROWS / 10), file]);
    const ratio = median(written.map((one, at) => one.milliseconds / (compressed[at]?.milliseconds ?? 0)));
    const row = (label: string, reports: ArchiveReport[]) => [
      label,
      Math.round(median(reports.map(({ milliseconds }) => milliseconds))),
      Math.round(Math.max(...reports.map(({ peakBytes }) => peakBytes)) / 1e6),
      ((reports[0]?.bytes ?? 0) / 1e6).toFixed(1),
    ];
    const growth = Math.max(...written.map(measureRest)) / measureRest(tenth);
    return {
      tables: [
        {
          title: `An archive of ${ROWS.toLocaleString("en-US")} rows`,
          columns: ["", "ms", "peak MB", "MB written"],
          rows: [
            row("CSV and gzip", written),
            row("gzip of the finished text", compressed),
            row("CSV and gzip, a tenth of the rows", [tenth]),
          ],
        },
      ],
      notes: [
        "The compressed file is held in memory until it is written: it is hashed, read back and compared first, and no host takes one above 25 MiB. The rows pass through.",
      ],
      goals: [
        { what: "CSV and gzip against gzip alone", value: ratio, unit: "x", atMost: LIMIT },
        { what: "peak memory beside the file itself, ten times the rows", value: growth, unit: "x", atMost: 1.5 },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
