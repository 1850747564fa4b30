/** What one process says about the tree that it wrote. */
export interface RenderReport {
  milliseconds: number;
  peakBytes: number;
  files: number;
  bytes: number;
}

export function printReport(report: Omit<RenderReport, "peakBytes">): void {
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  process.stdout.write(JSON.stringify({ ...report, peakBytes } satisfies RenderReport));
}
