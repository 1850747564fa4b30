import { isDay, isNumber, isText, objectOf } from "../../lib/shape.ts";
import { renderDay } from "../../lib/time.ts";
import type { Ledger } from "./dataset-series.ts";

export interface FearGreedDay {
  /** `2026-11-20`. */
  date: string;
  /** 0 to 100. */
  value: number;
  classification: string;
}

/** One value a day, for ever. */
export const fearGreedLedger: Ledger<FearGreedDay> = {
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
