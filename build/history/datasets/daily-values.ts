import { isDay, isNumber, isText, isTimeMs, mapOf, objectOf } from "../../lib/shape.ts";
import { renderDay } from "../../lib/time.ts";
import { type DatasetSeries, endOfYear } from "./dataset-series.ts";

export interface ExchangeRateDay {
  /** `2026-11-20`. */
  date: string;
  observedAtMs: number;
  /** ISO 4217 code → units of it for 1 USD. */
  rates: Record<string, number>;
}

/** The fiat rates by the day they were set for. */
export const exchangeRateSeries: DatasetSeries<ExchangeRateDay> = {
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

export interface FearGreedDay {
  /** `2026-11-20`. */
  date: string;
  /** 0 to 100. */
  value: number;
  classification: string;
}

/** One value per day. */
export const fearGreedSeries: DatasetSeries<FearGreedDay> = {
  prefix: "fear-greed",
  nameOf: () => "fear-greed",
  endOf: () => null,
  kind: "index",
  keyOf: ({ date }) => date,
  orderOf: ({ date }) => date,
  isRow: objectOf<FearGreedDay>({ date: isDay, value: isNumber, classification: isText }),
  collect: ({ fearGreed }) =>
    fearGreed.map(({ timeMs, value, classification }) => ({ date: renderDay(timeMs), value, classification })),
};

export interface TvlDay {
  /** `2026-11-20`. */
  date: string;
  tvlUsd: number;
}

/** The total value locked by UTC day. The source revises past days. */
export const tvlSeries: DatasetSeries<TvlDay> = {
  prefix: "tvl",
  nameOf: () => "tvl",
  endOf: () => null,
  kind: "tvl",
  keyOf: ({ date }) => date,
  orderOf: ({ date }) => date,
  isRow: objectOf<TvlDay>({ date: isDay, tvlUsd: isNumber }),
  collect: ({ defi }) => (defi?.history ?? []).map(({ timeMs, tvlUsd }) => ({ date: renderDay(timeMs), tvlUsd })),
};
