/** What a process prints that `runApart` starts. */
export interface ProcessReport {
  milliseconds: number;
  peakBytes: number;
}

export function printProcessReport<Counts>(counts: Counts & { milliseconds: number }): void {
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  process.stdout.write(JSON.stringify({ ...counts, peakBytes }));
}
