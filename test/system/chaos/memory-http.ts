import { Readable } from "node:stream";
import { buildHttpError, findAttemptError } from "../../../build/platform/http/http-error.ts";
import { type Exchange, readBody } from "../../../build/platform/http/http-exchange.ts";
import { followRedirects, parseResponse, renderValidators } from "../../../build/platform/http/http-response.ts";
import type { Http } from "../../../build/platform/platform.ts";
import type { Upstreams } from "./upstreams.ts";

const TIMEOUTS = { connectMs: 4_000, headersMs: 15_000, stallMs: 15_000, tryMs: 90_000 };

/**
 * The HTTP client without sockets: bodies, limits, charsets, redirects and statuses use its own
 * modules, so a build costs milliseconds. Retries, pacing and time-outs are tested over sockets.
 */
export function createMemoryHttp(upstreams: Upstreams, now: () => number): Http {
  return {
    async fetch(request) {
      const ask = async (address: URL): Promise<Exchange> => {
        const fault = upstreams.faultOf(address);
        if (fault?.level === "connection") throw new Error(fault.says);
        const { status, headers, body } = upstreams.answer(address, {
          ...request.headers,
          ...renderValidators(request.validators),
        });
        const encoding = headers["content-encoding"];
        return { status, headers, body: await readBody(Readable.from([body]), encoding, request.maxBytes) };
      };
      try {
        return parseResponse(await followRedirects(new URL(request.url), ask), request, now());
      } catch (error) {
        const { status, message, cause } = findAttemptError(error, TIMEOUTS);
        throw buildHttpError({ url: request.url, status, tries: 1, cause }, message || undefined);
      }
    },
  };
}
