import type { StateReader } from "../history/partition-document.ts";

/** A state, and the time of the newest observation in it: what was closed then. */
export interface StateVersion {
  state: StateReader;
  /** Unix milliseconds. */
  asOfMs: number;
}

/** The last commit and what the next one changes. */
export interface Comparison {
  before: StateVersion;
  after: StateVersion;
  pending: readonly { name: string; reason: string | null }[];
  /** Provisional ids → the final ids that replace them: their values have moved, not changed. */
  moves: ReadonlyMap<string, string>;
  /** Ids of the coins whose candles are published, also of hours without a stored range. */
  candleCoins: readonly string[];
  /** Why the first of these documents with a pending write changes. */
  reasonOf(names: readonly string[]): string;
}
