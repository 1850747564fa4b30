import type { Artifact } from "../render/artifact.ts";
import type { Route } from "../render/route.ts";

/** How much of the interface a host answers: files, paths without extension, precomputed queries, any query. */
export type Level = "L0" | "L1" | "L2" | "L3";

/** A file of the tree as limits and rules see it. */
export interface HostFile {
  path: string;
  bytes: number;
}

/** Programs that run at the edge, each bundled into one ES module. */
export interface Bundles {
  /** `export default { fetch(request, env) }`, with the tree behind `env.ASSETS`. */
  worker: string;
}

export interface HostInput {
  routes: readonly Route[];
  /** Every file that is published but for the control files; the manifest without its size. */
  files: readonly HostFile[];
  bundles: Readonly<Partial<Bundles>>;
}

/** A number that the host sets, and where it is from. */
export interface Limit {
  max: number;
  reason: string;
}

export interface Limits {
  files?: Limit;
  fileBytes?: Limit;
  totalBytes?: Limit;
  /** Files directly in one folder. */
  folderFiles?: Limit;
  /** Rules of one control file. */
  rules?: Limit;
  /** Characters of one rule. */
  ruleLength?: Limit;
  /** Size of the control file that holds the rules, in bytes. */
  controlBytes?: Limit;
}

/** A control file, and what of it the host counts. */
export interface ControlFile extends Artifact {
  rules?: readonly string[];
}

/** One static host: what it needs beside the tree, and what it cannot hold. */
export interface Host {
  /** Equals the file name; the value of `--site-host`. */
  id: string;
  name: string;
  /** Its documentation; `null` where it is no one host. */
  homepage: string | null;
  level: Level;
  /** What becomes of a query that no file answers, in one sentence for the documentation. */
  unanswerable: string;
  /** How to publish there once the site is built, in order, one sentence or two each, for the documentation; code between backticks. */
  steps: readonly string[];
  /** `steps` are all there is to do, from the fork on. Absent: they follow on a build of one's own. */
  beginsWithFork?: true;
  /** Its control files have names that other hosts give a meaning too, so that it needs a folder of its own. */
  collides: boolean;
  limits: Limits;
  /** What a cheaper plan takes: a build above it is published all the same, with a warning. */
  advice?: Limits;
  /** Which programs its control files hold. */
  bundles: readonly (keyof Bundles)[];
  /** Where a file of the tree goes that has a meaning of its own here; absent: every file keeps its path. */
  rename?(path: string): string;
  controlFiles(input: HostInput): Iterable<ControlFile>;
  /** Other paths of a published file that no rule of this host can map to it; they become copies. */
  urlVariants?(routes: readonly Route[]): (path: string) => Iterable<string>;
}
