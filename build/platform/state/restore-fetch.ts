import { Agent, interceptors, request } from "undici";
import { SECOND_MS } from "../../lib/time.ts";
import { buildHttpError, findAttemptError, type Timeouts } from "../http/http-error.ts";
import { readBody } from "../http/http-exchange.ts";

/** One GET of the bytes as they are stored, not unpacked. Rejects with an `HttpError`, also when more than `maxBytes` come. */
export type BinaryFetch = (url: string, maxBytes: number) => Promise<Uint8Array>;

export interface BinaryClient {
  fetch: BinaryFetch;
  close(): Promise<void>;
}

/** A site is restored from once per build, so a slow one is waited for longer than an upstream. */
const TIMEOUTS: Timeouts = {
  connectMs: 10 * SECOND_MS,
  headersMs: 30 * SECOND_MS,
  stallMs: 30 * SECOND_MS,
  tryMs: 300 * SECOND_MS,
};
const MAX_REDIRECTS = 5;

/**
 * The client for sites that the person at the keyboard named: it follows redirects anywhere and reads from this machine
 * as well, which the client for upstreams must not.
 */
export function createBinaryClient({ userAgent }: { userAgent: string }): BinaryClient {
  const { connectMs, headersMs, stallMs, tryMs } = TIMEOUTS;
  const agent = new Agent({ connect: { timeout: connectMs }, headersTimeout: headersMs, bodyTimeout: stallMs });
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTS }));
  // Documents are compressed already, and a host that unpacks them on the way would hide what was stored.
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
