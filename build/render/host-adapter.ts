import type { Artifact } from "./artifact.ts";

/** What one host adds to a tree. */
export interface HostAdapter {
  /** The file as the host needs it: its name there, and the other names that lead to it. */
  adapt(file: Artifact): readonly Artifact[];
  /** Files that follow from all others. Throws when the host cannot hold the tree. */
  finish(): readonly Artifact[];
  /** Copies of the manifest, which cannot list itself. */
  copyManifest(manifest: Artifact): readonly Artifact[];
}

/** The plain tree. */
export const BARE_TREE: HostAdapter = { adapt: (file) => [file], finish: () => [], copyManifest: () => [] };
