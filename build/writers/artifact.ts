/** One file of the published tree. */
export interface Artifact {
  /** Relative to the output folder, `/`-separated: `api/coins/btc.json`. */
  path: string;
  body: string | Uint8Array;
  /** Which endpoint's response it is; absent for everything else. */
  endpoint?: string;
}
