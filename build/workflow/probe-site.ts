import { describeError } from "../lib/operational-error.ts";
import { HttpError } from "../platform/http/http-error.ts";
import { createSiteReader } from "../platform/output/site-reader.ts";
import type { BinaryFetch } from "../platform/state/restore-fetch.ts";

/** Whether a published site has a state to go on from: it has, it has none, or nobody can say. */
export type Probe = { found: "present" | "absent" } | { found: "unreachable"; reason: string };

export interface ProbeOptions {
  fetch: BinaryFetch;
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
}

/**
 * Asks for the list of the site's state. A site that is there but does not answer must not be taken for one that is not: what is
 * published next replaces it. A name that nobody has is no site.
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
