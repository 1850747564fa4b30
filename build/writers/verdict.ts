/** The bytes of a file by its path relative to the root of the site; `undefined` where there is none. */
export type ReadFile = (path: string) => Promise<Uint8Array | undefined>;

/** Counts what was compared and keeps what did not hold. */
export interface Verdict {
  check(holds: boolean, problem: string): void;
}
