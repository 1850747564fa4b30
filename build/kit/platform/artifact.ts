/** One file of the published tree. */
export interface Artifact {
  /** Relative to the output folder, `/`-separated: `api/status.json`. */
  path: string;
  body: string | Uint8Array;
  endpoint?: string;
  /** Another name of the file, for hosts that cannot find it by itself. */
  alias?: string;
  /** Digest of the inputs, if the next build may reuse the answer. */
  inputsDigest?: string;
  sha256?: string;
  /** A copy whose path differs only in case, for hosts that distinguish case. */
  caseVariant?: true;
  /** Optional files that a build may leave out as a whole. */
  tree?: string;
}

/** Hosts refuse larger files. Cloudflare has the lowest limit, 25 MiB. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;
