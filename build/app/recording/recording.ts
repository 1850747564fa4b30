import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HttpError } from "../../kit/platform/http/http-error.ts";
import { openFolder } from "../../kit/platform/output/open-folder.ts";
import { nameFailedFile, replaceFile } from "../../kit/platform/output/replace-file.ts";
import type { Http, HttpRequest, HttpResponse } from "../../kit/platform/platform.ts";
import { computeSha256 } from "../../lib/hash.ts";
import { describeError, OperationalError } from "../../lib/operational-error.ts";
import { RECORDING_FILE, type RecordingInput } from "./recording-file.ts";

export interface RecordingHttp extends Http {
  /** Stores the duration that the run publishes, in milliseconds. */
  keepElapsed(elapsedMs: number): void;
  /** Writes `recording.json`; without it the folder is not a recording. */
  close(): Promise<void>;
}

type Entry = RecordingInput["exchanges"][number];

/**
 * Stores every response and failure for `openReplay`. Without `state`, validators are not sent: a
 * replay has no cached copy that a 304 refers to.
 */
export function createRecordingHttp(
  http: Http,
  folder: string,
  about: { now: () => number; startedAtMs?: number; coins?: number; sample?: boolean; state?: boolean },
): RecordingHttp {
  if (existsSync(join(folder, RECORDING_FILE)))
    throw new OperationalError(`The folder ${folder} already holds a recording: choose another one, or remove it.`);
  openFolder("recording", folder);
  mkdirSync(join(folder, "bodies"), { recursive: true });
  const startedAtMs = about.startedAtMs ?? about.now();
  // Entries are created in request order, so a replay sees responses of one URL in the same order.
  let elapsed: { elapsedMs?: number } = {};
  const entries: (Entry | undefined)[] = [];

  return {
    async fetch({ validators, ...plain }: HttpRequest): Promise<HttpResponse> {
      const request = about.state === true && validators !== undefined ? { ...plain, validators } : plain;
      const place = entries.push(undefined) - 1;
      try {
        const response = await http.fetch(request);
        const file = `bodies/${nameBody(place, request.url)}`;
        keepBody(join(folder, file), response.body);
        entries[place] = { ...buildEntry(response), file };
        return response;
      } catch (error) {
        entries[place] = buildFailure(request.url, error, about.now());
        throw error;
      }
    },
    keepElapsed(elapsedMs) {
      elapsed = { elapsedMs };
    },
    async close() {
      const exchanges = entries.filter((entry) => entry !== undefined);
      const { coins, sample, state } = about;
      const recording: RecordingInput = {
        version: 1,
        now: startedAtMs,
        ...(coins === undefined ? {} : { coins }),
        ...(sample === true ? { sample } : {}),
        ...(state === true ? { state } : {}),
        ...elapsed,
        exchanges,
      };
      await replaceFile(join(folder, RECORDING_FILE), `${JSON.stringify(recording, null, 1)}\n`);
    },
  };
}

function keepBody(path: string, body: string): void {
  try {
    writeFileSync(path, body);
  } catch (error) {
    throw nameFailedFile(error, path);
  }
}

/** Counter, host and URL hash: `0007-api.kraken.com-1f3b9a02`. */
function nameBody(place: number, url: string): string {
  const host = new URL(url).host.replace(/[^a-z0-9.-]/g, "-");
  const hash = computeSha256(url).slice(0, 8);
  return `${String(place + 1).padStart(4, "0")}-${host}-${hash}`;
}

function buildEntry({ url, status, receivedAtMs, serverTimeMs, validators }: HttpResponse): Entry {
  const headers: Record<string, string> = {};
  if (serverTimeMs !== null) headers["date"] = new Date(serverTimeMs).toUTCString();
  if (validators.etag !== undefined) headers["etag"] = validators.etag;
  if (validators.lastModified !== undefined) headers["last-modified"] = validators.lastModified;
  return { url, status, headers, receivedAtMs };
}

function buildFailure(url: string, error: unknown, receivedAtMs: number): Entry {
  const { status, tries } = error instanceof HttpError ? error : { status: null, tries: 0 };
  const cause = error instanceof Error && error.cause !== undefined ? { cause: describeError(error.cause) } : {};
  return { url, status, receivedAtMs, error: error instanceof Error ? error.message : String(error), ...cause, tries };
}
