/**
 * Columns of equal length, ascending in time (unix milliseconds). Prices, market caps and volumes
 * in USD.
 */
export interface Series {
  times: readonly number[];
  prices: readonly number[];
  marketCaps: readonly (number | null)[];
  totalVolumes: readonly (number | null)[];
  /** The source of each point; `null` for own points. Absent: all points are own. */
  origins?: readonly (string | null)[];
}

export type Interval = "5m" | "1h" | "1d";

/** Read access to the series of all coins. */
export interface History {
  /** The points of a coin with `fromMs <= time <= toMs`; empty columns if there are none. */
  series(coinId: string, interval: Interval, fromMs: number, toMs: number): Series;
  /**
   * The same text means the same series of every coin. `undefined`: unknown, because each build or
   * this one changed them.
   */
  version?(interval: Interval): string | undefined;
}
