/** `gzip-text.ts <file>`: compresses a finished text with the settings of the archives. */
import { createReadStream } from "node:fs";
import { gzip } from "../../../../build/kit/render/archives/render-archive.ts";
import { printProcessReport } from "../process-report.ts";

const [, , file = ""] = process.argv;
const startedMs = performance.now();
const { length } = await gzip(createReadStream(file, { highWaterMark: 64 * 1024 }));
printProcessReport({ milliseconds: performance.now() - startedMs, bytes: length });
