import { isDay, isNumber, objectOf } from "../../lib/shape.ts";
import { renderDay } from "../../lib/time.ts";
import type { Ledger } from "./dataset-series.ts";

export interface TvlDay {
  /** `2026-11-20`. */
  date: string;
  tvlUsd: number;
}

/** The total value locked of each UTC day, as its source says it now: it revises the past when it learns of a protocol. */
export const tvlLedger: Ledger<TvlDay> = {
  prefix: "tvl",
  nameOf: () => "tvl",
  endOf: () => null,
  kind: "tvl",
  keyOf: ({ date }) => date,
  orderOf: ({ date }) => date,
  isRow: objectOf<TvlDay>({ date: isDay, tvlUsd: isNumber }),
  collect: ({ defi }) => (defi?.history ?? []).map(({ timeMs, tvlUsd }) => ({ date: renderDay(timeMs), tvlUsd })),
};
