import { OperationalError } from "../lib/operational-error.ts";
import type { Probe } from "./probe-site.ts";

/** Where the state of the next build comes from. */
export interface RestorePlan {
  /** In the order of preference; the newest valid version of every document wins whatever its place. */
  from: string[];
  notes: string[];
  /** This is the first run of a copy: nothing of its own was found. */
  bootstrap: boolean;
  /** The data branch is to be brought up to date after this build. */
  remember: boolean;
}

export interface Findings {
  site: string | null;
  probe: Probe;
  branch: BranchFinding;
  withoutSite: boolean;
  /** Of the site that a copy takes its first history from; `null` where this is that site. */
  original: { url: string; probe: Probe } | null;
  now: number;
}

export type BranchFinding =
  | { found: "present"; folder: string; committedAtMs: number; ofBuild: boolean }
  | { found: "absent" }
  | { found: "unreachable"; reason: string };

/**
 * Chooses among the published site, the data branch and, for a copy that has neither, the original site. Throws an `OperationalError` where
 * going on would replace a site that is only out of reach.
 */
export function chooseRestorePlaces({ site, probe, branch, withoutSite, original, now }: Findings): RestorePlan {
  const notes: string[] = [];
  const from: string[] = [];
  if (site !== null && probe.found === "present") from.push(site);
  if (site !== null && probe.found === "unreachable") {
    const what = `The published site ${site} does not answer (${probe.reason})`;
    if (!withoutSite) {
      throw new OperationalError(
        `${what}, so what it remembers cannot be carried on: nothing is published, and the next run tries again. ` +
          "If it is gone for good, run the workflow by hand with without_site.",
      );
    }
    notes.push(`${what}: this build goes on without it, as it was told to.`);
  }
  if (branch.found === "present") from.push(branch.folder);
  if (branch.found === "unreachable") {
    if (from.length === 0) {
      throw new OperationalError(`Neither a published site nor the data branch can be read (${branch.reason}).`);
    }
    notes.push(`The data branch cannot be read: ${branch.reason}`);
  }
  const lost = from.length > 0 && site !== null && probe.found !== "present";
  if (lost) notes.push("The published site is gone: what came after the last commit on the data branch becomes a gap.");
  // What a backfill pushed is joined with what the site has by whoever remembers, and is not the copy of this day.
  const isCopied = branch.found === "present" && branch.ofBuild && !isOtherDay(branch.committedAtMs, now);
  const remember = site === null || !isCopied;
  if (from.length > 0) return { from, notes, bootstrap: false, remember };
  if (original?.probe.found === "present") {
    notes.push(`The first run here: history is taken over from ${original.url}.`);
    return { from: [original.url], notes, bootstrap: true, remember };
  }
  const reason = original === null ? "" : ` (${original.url} has none that can be read)`;
  notes.push(`The first run here, without history${reason}: it is filled from candles, build by build.`);
  return { from, notes, bootstrap: true, remember };
}

function isOtherDay(a: number, b: number): boolean {
  return new Date(a).toISOString().slice(0, 10) !== new Date(b).toISOString().slice(0, 10);
}
