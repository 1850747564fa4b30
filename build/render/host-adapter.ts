import type { Artifact } from "./artifact.ts";

/** What a place of publication adds to the tree. */
export interface HostAdapter {
  /**
   * Passes everything through, in order, with more files between and behind. What it yields is in
   * the manifest.
   */
  adapt(artifacts: AsyncIterable<Artifact>): AsyncIterable<Artifact>;
  /** Copies of the manifest, which cannot list itself. */
  copyManifest(manifest: Artifact): Iterable<Artifact>;
}

/** The bare tree. */
export const BARE_TREE: HostAdapter = {
  adapt: (artifacts) => artifacts,
  *copyManifest() {},
};
