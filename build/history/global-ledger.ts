import { isDay, isNumber, isTimeMs, mapOf, objectOf } from "../lib/shape.ts";
import { renderDay } from "../lib/time.ts";
import { endOfYear } from "./end-of.ts";
import type { Ledger } from "./ledger.ts";

/** The market as a whole at the end of a UTC day; today's, as it stands. Money in USD. */
export interface GlobalDay {
  /** `2026-11-20`. */
  date: string;
  observedAtMs: number;
  totalMarketCap: number;
  totalVolume: number;
  activeCoins: number;
  markets: number;
  /** Lower-case symbol → percent of the total, the ten largest. */
  marketCapPercentage: Record<string, number>;
}

/** One row a day, the last that was observed on it. */
export const globalLedger: Ledger<GlobalDay> = {
  prefix: "global/",
  nameOf: ({ date }) => `global/${date.slice(0, 4)}`,
  endOf: endOfYear,
  keyOf: ({ date }) => date,
  orderOf: ({ date }) => date,
  isNewer: (row, known) => row.observedAtMs >= known.observedAtMs,
  isRow: objectOf<GlobalDay>({
    date: isDay,
    observedAtMs: isTimeMs,
    totalMarketCap: isNumber,
    totalVolume: isNumber,
    activeCoins: isNumber,
    markets: isNumber,
    marketCapPercentage: mapOf(isNumber),
  }),
  collect({ global }) {
    if (global === null) return [];
    const { updatedAtMs, totalMarketCap, totalVolume, activeCoins, markets, marketCapPercentage } = global;
    const date = renderDay(updatedAtMs);
    return [
      { date, observedAtMs: updatedAtMs, totalMarketCap, totalVolume, activeCoins, markets, marketCapPercentage },
    ];
  },
};
