import { describeError } from "../lib/operational-error.ts";
import { HttpError } from "../platform/http/http-error.ts";
import { createSiteReader } from "../platform/output/site-reader.ts";
import type { BinaryFetch } from "../platform/state/restore-fetch.ts";

/** Whether a published site has a state: yes, no, or unknown. */
export type Probe = { found: "present" | "absent" } | { found: "unreachable"; reason: string };

export interface ProbeOptions {
  fetch: BinaryFetch;
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
}

/**
 * Requests the manifest of the site's state. A site that does not answer must not count as
 * missing: the next publication would replace it. A host name that does not resolve is no site.
 */
export async function probeSite(url: string, options: ProbeOptions): Promise<Probe> {
  try {
    const body = await createSiteReader({ url, ...options })("state/manifest.json");
    return { found: body === undefined ? "absent" : "present" };
  } catch (error) {
    if (error instanceof HttpError && error.status === null && /\bENOTFOUND\b/.test(describeError(error))) {
      return { found: "absent" };
    }
    return { found: "unreachable", reason: describeError(error) };
  }
}
