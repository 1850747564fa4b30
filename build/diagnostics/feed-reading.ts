/** What one feed of one source answered, as far as a contract is concerned. */
export interface FeedReading {
  source: string;
  feed: string;
  /**
   * `read`: every address answered in the expected shape; `drifted`: one answered something else; `unreachable`: one gave no answer, which
   * says nothing about its shape; `unasked`: there was nothing to ask, or what it needs is missing.
   */
  status: "read" | "drifted" | "unreachable" | "unasked";
  records: number;
  /** Rows at fault, out of all that were judged. */
  rejected: number;
  /** The first reason why, for the statuses that have one; for `read` the commonest reason of a rejected row. */
  reason: string | null;
  /** Field of the records → how many of them know it. */
  known: ReadonlyMap<string, number>;
}

export const nameReading = ({ source, feed }: FeedReading): string => `${source}/${feed}`;
