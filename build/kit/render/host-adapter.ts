import type { Artifact } from "../platform/artifact.ts";

/** What one host adds to the files of a tree. */
export interface HostAdapter {
  /** Its name on the host, and the other names that lead to it. */
  adapt(file: Artifact): readonly Artifact[];
  /** Whether the host holds any number of files of any size. */
  isUnlimited: boolean;
  /** Why the host cannot hold these files beside the others; `undefined` if it can. */
  findProblem(files: readonly Artifact[], reserve: Room): string | undefined;
  /** Files that follow from all others. Throws when the host cannot hold the tree. */
  finish(): readonly Artifact[];
  copyManifest(manifest: Artifact): readonly Artifact[];
}

/** What a site is written for. */
export interface Target {
  id: string;
  name: string;
  limits: { files?: { max: number }; totalBytes?: { max: number } };
  freePlan?: { deployments?: { max: number } };
}

/** Room that files need which are written later. */
export interface Room {
  files: number;
  bytes: number;
}
