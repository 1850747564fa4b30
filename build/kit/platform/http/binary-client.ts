import { Agent, interceptors, request } from "undici";
import { SECOND_MS } from "../../../lib/time.ts";
import { buildHttpError, findAttemptError, type Timeouts } from "./http-error.ts";
import { readBody } from "./http-exchange.ts";

/** One GET of a file as it is stored, not unpacked. Rejects with an `HttpError`. */
export type BinaryFetch = (url: string, maxBytes: number) => Promise<Uint8Array>;

export interface BinaryClient {
  fetch: BinaryFetch;
  close(): Promise<void>;
}

/** Longer than for an upstream: a build restores from a site once. */
const TIMEOUTS: Timeouts = {
  connectMs: 10 * SECOND_MS,
  headersMs: 30 * SECOND_MS,
  stallMs: 30 * SECOND_MS,
  tryMs: 300 * SECOND_MS,
};
const MAX_REDIRECTS = 5;

/** For sites that the user names: follows redirects to any host and may read from this machine. */
export function createBinaryClient({ userAgent }: { userAgent: string }): BinaryClient {
  const { connectMs, headersMs, stallMs, tryMs } = TIMEOUTS;
  const agent = new Agent({ connect: { timeout: connectMs }, headersTimeout: headersMs, bodyTimeout: stallMs });
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTS }));
  // Documents are compressed already. A host must not unpack them on the way.
  const headers = { "user-agent": userAgent, "accept-encoding": "identity" };
  return {
    async fetch(url, maxBytes) {
      let status: number | null = null;
      try {
        const answer = await request(url, { dispatcher, headers, signal: AbortSignal.timeout(tryMs) });
        status = answer.statusCode;
        if (status === 200) return await readBody(answer.body, undefined, maxBytes);
        await answer.body.dump();
      } catch (cause) {
        throw buildHttpError({ url, status, tries: 1, cause }, findAttemptError(cause, TIMEOUTS).message);
      }
      throw buildHttpError({ url, status, tries: 1 });
    },
    close: () => agent.destroy(),
  };
}
