import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildHttpError, HttpError } from "../../kit/platform/http/http-error.ts";
import { parseText, pickValidators } from "../../kit/platform/http/http-exchange.ts";
import { parseHttpDate } from "../../kit/platform/http/http-retry.ts";
import type { Http, HttpRequest, HttpResponse } from "../../kit/platform/platform.ts";
import { addToGroup } from "../../lib/entries.ts";
import { describeError } from "../../lib/operational-error.ts";
import { RECORDED_STATE, type RecordedExchange, readRecording } from "./recording-file.ts";

export interface Replay {
  /** Start of the recorded run, in unix milliseconds: the fixed clock of a replay. */
  now: number;
  coins: number | undefined;
  sample: boolean;
  state: string | undefined;
  elapsed: { elapsedMs?: () => number };
  http: Http;
}

/**
 * Every replay gets the same responses, times and failures. An unrecorded URL is an `HttpError`.
 */
export function openReplay(folder: string): Replay {
  const { now, coins, sample, state, elapsedMs, exchanges } = readRecording(folder);
  const queues = new Map<string, RecordedExchange[]>();
  for (const entry of exchanges) {
    const key = normaliseUrl(entry.url);
    addToGroup(queues, key, entry);
  }

  async function fetch(request: HttpRequest): Promise<HttpResponse> {
    const { url } = request;
    const queue = queues.get(normaliseUrl(url));
    const entry = queue !== undefined && queue.length > 1 ? queue.shift() : queue?.[0];
    if (entry === undefined) throw buildHttpError({ url, status: null, tries: 0 }, "it is not in the recording");
    const { status, headers } = entry;
    if (entry.error !== undefined || (status !== 200 && status !== 304)) throw buildFailure(entry);
    const body = entry.file === undefined ? new Uint8Array() : await readFile(join(folder, entry.file));
    if (body.length > request.maxBytes)
      throw buildHttpError({ url, status: null, tries: 1 }, `the body is larger than ${request.maxBytes} bytes`);
    return {
      url,
      status,
      body: decode(body, entry),
      bytes: body.length,
      receivedAtMs: entry.receivedAtMs ?? now,
      serverTimeMs: parseHttpDate(headers["date"]),
      validators: pickValidators(headers),
    };
  }

  const elapsed = elapsedMs === undefined ? {} : { elapsedMs: () => elapsedMs };
  return { now, coins, sample, state: state ? join(folder, RECORDED_STATE) : undefined, elapsed, http: { fetch } };
}

function buildFailure({ url, status, error, cause, tries = 1 }: RecordedExchange): HttpError {
  const fields = { url, status, tries, cause: cause === undefined ? undefined : new Error(cause) };
  return error === undefined ? buildHttpError(fields) : new HttpError(error, fields);
}

function decode(body: Uint8Array, { url, headers }: RecordedExchange): string {
  try {
    return parseText(body, headers["content-type"]);
  } catch (cause) {
    throw buildHttpError({ url, status: null, tries: 1, cause }, describeError(cause));
  }
}

/** Finds `https://api.example`, typed by hand, as `https://api.example/`. */
function normaliseUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}
