import type { BinaryFetch } from "../../kit/platform/http/binary-client.ts";
import { HttpError } from "../../kit/platform/http/http-error.ts";
import { createSiteReader } from "../../kit/platform/output/published-files.ts";
import { describeError, OperationalError } from "../../lib/operational-error.ts";
import { renderDay } from "../../lib/time.ts";

export interface RestorePlan {
  /** The preferred place first. The newest valid version of every document wins, from any place. */
  from: string[];
  notes: string[];
  /** The first run of a copy: it has no state of its own. */
  bootstrap: boolean;
  remember: boolean;
}

export interface Findings {
  site: string | null;
  probe: Probe;
  branch: BranchFinding;
  withoutSite: boolean;
  /** The host of the site answers 403 for a missing file. */
  hidesMissing?: boolean | undefined;
  /** The run publishes to a second host too. */
  hasMirror: boolean;
  /** The site that a copy takes its first history from; `null` when this is that site. */
  original: { url: string; probe: Probe } | null;
  now: number;
}

export type BranchFinding =
  | { found: "present"; folder: string; committedAtMs: number; ofBuild: boolean }
  | { found: "absent" }
  | { found: "unreachable"; reason: string };

/** Throws an `OperationalError` where this run would replace a site that is only unreachable. */
export function chooseRestorePlaces(findings: Findings): RestorePlan {
  const { site, probe, branch, withoutSite, hidesMissing, hasMirror, original, now } = findings;
  const notes: string[] = [];
  const from: string[] = [];
  const present = site !== null && probe.found === "present";
  // A site may answer and yet have no usable state: a parking page, or a lost document.
  if (present && withoutSite) notes.push(`This build continues without the published site ${site}, as requested.`);
  else if (present) from.push(site);
  if (site !== null && probe.found === "unreachable") {
    const what = `The published site ${site} does not answer (${probe.reason})`;
    if (!withoutSite) {
      const advice =
        hidesMissing && probe.status === 403
          ? "This host also answers 403 for a missing file: if nothing is published there yet, run the workflow once by hand with without_site."
          : "If the site is gone for good, run the workflow by hand with without_site.";
      const mirror = hasMirror
        ? " To update the mirror while the host of the site is down, do the same: the state then comes from the data branch and the cache."
        : "";
      throw new OperationalError(
        `${what}, so its state cannot be continued. Nothing is published, and the next run tries again. ${advice}${mirror}`,
      );
    }
    notes.push(`${what}: this build continues without it, as requested.`);
  }
  if (branch.found === "present") from.push(branch.folder);
  if (branch.found === "unreachable") {
    if (from.length === 0) {
      throw new OperationalError(`Neither the published site nor the data branch can be read (${branch.reason}).`);
    }
    notes.push(`The data branch cannot be read: ${branch.reason}`);
  }
  if (from.length > 0 && site !== null && !from.includes(site)) {
    const fate = present ? "left out" : "gone";
    notes.push(`The published site is ${fate}: points that neither the data branch nor the cache holds become a gap.`);
  }
  // The commit of a backfill is not the daily copy.
  const isCopied = branch.found === "present" && branch.ofBuild && renderDay(branch.committedAtMs) === renderDay(now);
  const remember = site === null || !isCopied;
  if (from.length > 0) return { from, notes, bootstrap: false, remember };
  if (original?.probe.found === "present") {
    notes.push(`First run: history is copied from ${original.url}.`);
    return { from: [original.url], notes, bootstrap: true, remember };
  }
  const reason = original === null ? "" : ` (no state can be read from ${original.url})`;
  notes.push(`First run, without history${reason}: builds fill it from candles.`);
  return { from, notes, bootstrap: true, remember };
}

export type Probe = { found: "present" | "absent" } | { found: "unreachable"; reason: string; status: number | null };

export interface ProbeOptions {
  fetch: BinaryFetch;
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
}

/**
 * A silent site is not absent: publishing would replace it. A host name without address is absent.
 */
export async function probeSite(url: string, options: ProbeOptions): Promise<Probe> {
  try {
    const body = await createSiteReader({ url, ...options })("state/manifest.json");
    return { found: body === undefined ? "absent" : "present" };
  } catch (error) {
    if (error instanceof HttpError && error.status === null && /\bENOTFOUND\b/.test(describeError(error))) {
      return { found: "absent" };
    }
    const status = error instanceof HttpError ? error.status : null;
    return { found: "unreachable", reason: describeError(error), status };
  }
}
