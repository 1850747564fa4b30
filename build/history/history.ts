/** Columns of equal length, ascending in time (unix milliseconds); prices, caps and volumes in USD. */
export interface Series {
  times: readonly number[];
  prices: readonly number[];
  marketCaps: readonly (number | null)[];
  totalVolumes: readonly (number | null)[];
  /** Id of the source of every point that is not our own, `null` where it is. Absent where all are. */
  origins?: readonly (string | null)[];
}

export type Interval = "5m" | "1h" | "1d";

/** Read access to every coin's series. Missing points are missing. */
export interface History {
  /** The points of a coin with `fromMs <= time <= toMs`; empty columns where nothing is known. */
  series(coinId: string, interval: Interval, fromMs: number, toMs: number): Series;
  /** The same text means the same series of every coin. `undefined` where that cannot be told: every build adds to them, or this one did. */
  version?(interval: Interval): string | undefined;
}
