import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { acceptRelativePath } from "../../kit/platform/output/path-collisions.ts";
import { describeError, OperationalError } from "../../lib/operational-error.ts";

/**
 * One response or failure. `status`: `null` without a response. `headers`: `date`, `etag`,
 * `last-modified` and `content-type` are used. `receivedAtMs`: default is the recording's `now`.
 * `file`: the decompressed body, relative to the folder.
 */
const RecordedExchange = z.strictObject({
  url: z.string(),
  status: z.int().nullable().default(200),
  headers: z
    .record(z.string(), z.string())
    .default({})
    .transform((headers) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    ),
  receivedAtMs: z.number().optional(),
  file: z.string().transform(acceptRelativePath).optional(),
  error: z.string().optional(),
  cause: z.string().optional(),
  tries: z.int().optional(),
});
export type RecordedExchange = z.output<typeof RecordedExchange>;

/**
 * Repeated URLs are replayed in order; the last response then repeats. A minimal file:
 * `{"version": 1, "now": 1795166100000, "exchanges": [{"url": "https://api.example/ticker",
 * "file": "x"}]}`
 */
const Recording = z.strictObject({
  version: z.literal(1),
  /** Unix milliseconds: start of the run. */
  now: z.number(),
  /** Coins of the run, if the requests depend on it. */
  coins: z.int().positive().optional(),
  /** Recorded from the demo market: builds from it say so. */
  sample: z.boolean().default(false),
  /** `state/` holds the state at the start of the run; cached feeds are not among the exchanges. */
  state: z.boolean().default(false),
  /** Duration that the run published, in milliseconds. */
  elapsedMs: z.number().optional(),
  exchanges: z.array(RecordedExchange),
});
export type Recording = z.output<typeof Recording>;
export type RecordingInput = z.input<typeof Recording>;

export const RECORDING_FILE = "recording.json";
export const RECORDED_STATE = "state";

/** Throws an `OperationalError` that names the file and the fault. */
export function readRecording(folder: string): Recording {
  const path = join(folder, RECORDING_FILE);
  if (!existsSync(path))
    throw new OperationalError(`There is no recording in ${folder}: ${RECORDING_FILE} is missing.`);
  try {
    return Recording.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    const fault = cause instanceof z.ZodError ? z.prettifyError(cause).replace(/\s+/g, " ") : describeError(cause);
    throw new OperationalError(`The recording ${path} cannot be used: ${fault}.`, { cause });
  }
}
