/* `client.d.ts` contains the text of this file. */

/** What the recomputation of one published price found. */
export interface PriceCheck {
  /** Id of the coin. */
  coin: string;
  /** USD. */
  published: number | null;
  /** By the weights of the rules, in USD; `null` where it cannot be recomputed. */
  recomputed: number | null;
  /** Why it cannot be recomputed; `null` where it was. */
  reason: string | null;
  /** Sentences; empty where everything agrees, and where nothing could be recomputed. */
  problems: string[];
}
