/** One file of the published tree. */
export interface Artifact {
  /** Relative to the output folder, `/`-separated: `api/coins/btc.json`. */
  path: string;
  body: string | Uint8Array;
  /** Which endpoint's response it is; absent for everything else. */
  endpoint?: string;
  /** Where the same bytes also go on hosts without the handler. */
  aliases?: readonly string[];
  /** Digest of what it was made of, where the next build may look for it. */
  basis?: string;
  /** Of the body, where it is known already. */
  sha256?: string;
  /** The same bytes as a file whose path differs in case alone, for hosts that keep cases apart. A file system that does not has one of them. */
  caseVariant?: true;
}
