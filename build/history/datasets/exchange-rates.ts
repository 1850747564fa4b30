import { isDay, isNumber, isTimeMs, mapOf, objectOf } from "../../lib/shape.ts";
import { endOfYear } from "../end-of.ts";
import type { Ledger } from "./dataset-series.ts";

export interface ExchangeRateDay {
  /** `2026-11-20`. */
  date: string;
  observedAtMs: number;
  /** ISO 4217 code → units of it for 1 USD. */
  rates: Record<string, number>;
}

/** The fiat rates of each day that they were set for. */
export const exchangeRateLedger: Ledger<ExchangeRateDay> = {
  prefix: "exchange-rates/",
  nameOf: ({ date }) => `exchange-rates/${date.slice(0, 4)}`,
  endOf: endOfYear,
  kind: "rate",
  keyOf: ({ date }) => date,
  orderOf: ({ date }) => date,
  isNewer: (row, known) => row.observedAtMs >= known.observedAtMs,
  isRow: objectOf<ExchangeRateDay>({ date: isDay, observedAtMs: isTimeMs, rates: mapOf(isNumber) }),
  collect({ exchangeRates }) {
    if (exchangeRates === null) return [];
    const { date, observedAtMs, rates } = exchangeRates;
    return [{ date, observedAtMs, rates }];
  },
};
