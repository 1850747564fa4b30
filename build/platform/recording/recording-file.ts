import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { describeError, OperationalError } from "../../lib/operational-error.ts";
import { acceptRelativePath } from "../output/relative-path.ts";

/**
 * One answer of an upstream, or its failure.
 *
 * - `url`: as it was asked for
 * - `status`: 200 when absent; `null` when no answer came
 * - `headers`: `date`, `etag`, `last-modified` and `content-type` (its charset) are read; none when absent
 * - `receivedAtMs`: the recording's `now` when absent
 * - `file`: the body, relative to the folder, as the upstream sent it after decompression; empty when absent
 * - `error`, `cause`, `tries`: message of a failure, what lay behind it, and requests made; from the status when absent
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
 * `recording.json`: the answers of one run in the order of the requests. Several of one URL are given one after the
 * other, and the last one from then on. The smallest one made by hand:
 *
 *     {"version": 1, "now": 1795166100000, "exchanges": [{"url": "https://api.example/ticker", "file": "ticker.json"}]}
 */
const Recording = z.strictObject({
  version: z.literal(1),
  /** Unix milliseconds: when the run began. */
  now: z.number(),
  /** How many coins the run covered, where the requests depend on it. */
  coins: z.int().positive().optional(),
  /** The upstreams were those of the sample world: whatever is built from the recording says so. */
  sample: z.boolean().default(false),
  /** `state/` beside this file is what the run began with; feeds that it had no need to ask are not among the exchanges. */
  state: z.boolean().default(false),
  /** How long the run took until it said so in what it publishes, in milliseconds. */
  elapsedMs: z.number().optional(),
  exchanges: z.array(RecordedExchange),
});
export type Recording = z.output<typeof Recording>;
/** As it is written. */
export type RecordingInput = z.input<typeof Recording>;

export const RECORDING_FILE = "recording.json";
/** The folder of a recording that holds the state of before. */
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
