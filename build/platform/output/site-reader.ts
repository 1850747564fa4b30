import { setTimeout as delay } from "node:timers/promises";
import { OperationalError } from "../../lib/operational-error.ts";
import { HttpError } from "../http/http-error.ts";
import { computeBackoffMs, isRetryable } from "../http/http-retry.ts";
import type { BinaryFetch } from "../state/restore-fetch.ts";

export interface SiteReaderOptions {
  /** Address of the root of the site, or of its `/api`. */
  url: string;
  fetch: BinaryFetch;
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
}

/** Above the size of any file of a site: archives have at most 25 MiB. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const TRIES = 4;

/**
 * Reads files of a published site by their path, as bytes; `undefined` for 404 and 410. Retries
 * errors that may be temporary.
 */
export function createSiteReader({
  url,
  fetch,
  sleep = delay,
}: SiteReaderOptions): (path: string) => Promise<Uint8Array | undefined> {
  const root = parseRoot(url);
  return async (path) => {
    const address = new URL(path.split("/").map(encodeURIComponent).join("/"), root).href;
    for (let tries = 1; ; tries += 1) {
      try {
        return await fetch(address, MAX_FILE_BYTES);
      } catch (error) {
        const status = error instanceof HttpError ? error.status : null;
        if (status === 404 || status === 410) return undefined;
        // An error with status 200 is a body that ended early.
        if (tries >= TRIES || (status !== null && status !== 200 && !isRetryable(status))) throw error;
        await sleep(computeBackoffMs(tries, 0.5));
      }
    }
  };
}

function parseRoot(text: string): URL {
  if (!URL.canParse(text)) throw new OperationalError(`"${text}" is no web address.`);
  const root = new URL(text);
  root.search = "";
  root.hash = "";
  root.pathname = root.pathname.replace(/\/+$/, "").replace(/(^|\/)api$/, "");
  if (!root.pathname.endsWith("/")) root.pathname += "/";
  return root;
}
