import { isDay, isNumber, isText, isTimeMs, mapOf, objectOf, optional, orNull } from "../../lib/shape.ts";
import { renderDay } from "../../lib/time.ts";
import { type DatasetSeries, endOfYear } from "./dataset-series.ts";

/** The market as a whole at the end of a UTC day, or now for the running day. Money in USD. */
export interface GlobalDay {
  /** `2026-11-20`. */
  date: string;
  observedAtMs: number;
  /** The source of the totals; `null`: sums over the covered coins. Absent in older documents. */
  source?: string | null;
  totalMarketCap: number;
  totalVolume: number;
  activeCoins: number;
  markets: number;
  /** Lower-case symbol → percent of the total, the ten largest. */
  marketCapPercentage: Record<string, number>;
}

/** One row per day: the last observation. */
export const globalSeries: DatasetSeries<GlobalDay> = {
  prefix: "global/",
  nameOf: ({ date }) => `global/${date.slice(0, 4)}`,
  endOf: endOfYear,
  keyOf: ({ date }) => date,
  orderOf: ({ date }) => date,
  kind: "global",
  sourceOf: ({ source }) => source,
  // Sums over coins, and the shares of coins, are their market caps.
  withoutCoins: (row) => (row.source === null ? undefined : { ...row, marketCapPercentage: {} }),
  isNewer: (row, known) => row.observedAtMs >= known.observedAtMs,
  isRow: objectOf<GlobalDay>({
    date: isDay,
    observedAtMs: isTimeMs,
    source: optional(orNull(isText)),
    totalMarketCap: isNumber,
    totalVolume: isNumber,
    activeCoins: isNumber,
    markets: isNumber,
    marketCapPercentage: mapOf(isNumber),
  }),
  collect({ global }) {
    if (global === null) return [];
    const { source, updatedAtMs, totalMarketCap, totalVolume, activeCoins, markets, marketCapPercentage } = global;
    const date = renderDay(updatedAtMs);
    return [
      {
        date,
        source,
        observedAtMs: updatedAtMs,
        totalMarketCap,
        totalVolume,
        activeCoins,
        markets,
        marketCapPercentage,
      },
    ];
  },
};
