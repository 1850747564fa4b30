/** `gzip-text.ts <file>`: compresses a finished text with the settings of the archives. */
import { createReadStream } from "node:fs";
import { gzip } from "../../../../build/render/archives/render-archive.ts";
import type { ArchiveReport } from "../archives.ts";

const [, , file = ""] = process.argv;
const startedMs = performance.now();
const { length } = await gzip(createReadStream(file, { highWaterMark: 64 * 1024 }));
const report: ArchiveReport = {
  milliseconds: performance.now() - startedMs,
  peakBytes: process.resourceUsage().maxRSS * 1024,
  bytes: length,
};
process.stdout.write(JSON.stringify(report));
