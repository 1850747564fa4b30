import type { ArchiveEntry } from "./archive-entry.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Licensed } from "./license.ts";

/** What the kit must know of everything that the answers of an interface are computed from. */
export interface BaseWorld {
  market: {
    /** Time of the newest observation. */
    asOfMs: number;
    datasets: readonly Dataset[];
  };
  run: BuildRun;
  /** Rendered before the responses, which list them. */
  archives: readonly ArchiveEntry[];
  /** Things with files of their own in optional trees, if fewer than planned. */
  covered?: number;
  /** The optional trees that are not published in full; known when all others are rendered. */
  leftOut?: readonly LeftOut[];
  /** Built from the embedded demo data; every answer says so. */
  sample: boolean;
}

/** The records of one kind that one source gave. Times and spans in milliseconds. */
export interface Dataset {
  source: string;
  kind: string;
  /** Time of the newest observation of the dataset. */
  observedAtMs: number;
  stale: boolean;
  /** How often the source has new data, at least the cadence of the build. */
  cadenceMs: number;
  /** When a newer observation is due. */
  dueAtMs: number;
}

/** One run of the generator. */
export interface BuildRun {
  generatedAtMs: number;
  nextUpdateAtMs: number;
  /** How often the site is built: no response can be newer than its build. */
  cadenceMs: number;
  /** Revision of the program. */
  commit: string | null;
  /** Identifier of the run. */
  run: string | null;
  sources: readonly BuildSource[];
  /** Kinds of records that are left out because of their terms. */
  excludedKinds: readonly string[];
  /** The last builds, oldest first; this one is the last of them. */
  builds: readonly unknown[];
}

export interface BuildSource extends Licensed {
  name: string;
  homepage: string;
  terms: { class: string; url: string };
}

/** An optional tree that a host has in part or not at all. */
export interface LeftOut {
  tree: string;
  /** Things that it covers. 0: it is missing. */
  covered: number;
  /** A sentence without a full stop at its end. */
  reason: string;
}

/** Files about all others, which are rendered last. No build leaves them out. */
export const REPORTS = "reports";

/** Whether the endpoint has an answer in this build, and its files are not left out. */
export function isPublished<World extends BaseWorld>({ variants, tree }: Endpoint<World>, world: World): boolean {
  if (world.leftOut?.some((one) => one.tree === tree && one.covered === 0)) return false;
  for (const _ of variants(world)) return true;
  return false;
}

/** Whether the terms of its only sources keep the endpoint out of this build. */
export function isExcluded(
  { kinds }: { kinds: readonly string[] },
  { excludedKinds }: Pick<BuildRun, "excludedKinds">,
): boolean {
  return kinds.length > 0 && kinds.every((kind) => excludedKinds.includes(kind));
}
