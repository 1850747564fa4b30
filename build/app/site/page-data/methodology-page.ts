import accuracy from "../../../../templates/docs/data/accuracy.json" with { type: "json" };
import calibration from "../../../../templates/docs/data/calibration.json" with { type: "json" };
import mutations from "../../../../templates/docs/data/mutations.json" with { type: "json" };
import type { World } from "../../../crypto/api/world.ts";
import { DENSE_RULES } from "../../../crypto/candles/dense/dense-rules.ts";
import { CANDLE_RULES } from "../../../crypto/candles/range-rules.ts";
import {
  CAP_RULES,
  EXTREME_RULES,
  KEY_RULES,
  LINK_RULES,
  MERGE_RULES,
  ROW_RULES,
  SUPPLY_RULES,
} from "../../../crypto/market/rules/coins.ts";
import {
  CHANGE_RULES,
  DISPUTE_RULES,
  IDENTITY_RULES,
  INTERVAL_RULES,
  LIST_RULES,
  PRICE_RULES,
  PUBLICATION_RULES,
  QUOTE_RULES,
  REFERENCE_RULES,
  STABLECOIN_RULES,
  TICKER_RULES,
  VOLUME_RULES,
} from "../../../crypto/market/rules/price.ts";
import {
  DEFI_RULES,
  GLOBAL_RULES,
  GUARD_RULES,
  INDEX_RULES,
  RATE_RULES,
  TOTAL_RULES,
} from "../../../crypto/market/rules/totals.ts";
import { findWorkedExample, type PageVenue } from "./worked-example.ts";

/** The numbers of the methodology, by topic. Times are in milliseconds. */
const RULES = {
  listing: TICKER_RULES,
  quote: QUOTE_RULES,
  stablecoin: STABLECOIN_RULES,
  identity: IDENTITY_RULES,
  key: KEY_RULES,
  link: LINK_RULES,
  merge: MERGE_RULES,
  price: PRICE_RULES,
  interval: INTERVAL_RULES,
  publication: PUBLICATION_RULES,
  reference: REFERENCE_RULES,
  dispute: DISPUTE_RULES,
  list: LIST_RULES,
  volume: VOLUME_RULES,
  change: CHANGE_RULES,
  guard: GUARD_RULES,
  rate: RATE_RULES,
  supply: SUPPLY_RULES,
  row: ROW_RULES,
  extreme: EXTREME_RULES,
  cap: CAP_RULES,
  total: TOTAL_RULES,
  global: GLOBAL_RULES,
  defi: DEFI_RULES,
  index: INDEX_RULES,
  candle: CANDLE_RULES,
  dense: DENSE_RULES,
};

/** How far candles are from the truth, or from candles that they were not made of. */
export interface CandleAccuracy {
  name: string;
  about: string;
  rows: readonly {
    group: string;
    /** Compared values. */
    values: number;
    median_basis_points: number;
    p95_basis_points: number;
  }[];
}

/** How many deliberate faults in the rules of prices the unit tests find. */
export interface MutationCounts {
  name: string;
  /** All faults that could be drawn. */
  possible: number;
  /** Of the draw. */
  seed: number;
  /** Places and changes that no test finds. */
  survivors: readonly string[];
  rows: readonly {
    group: string;
    tried: number;
    caught: number;
    /** They change no result. */
    equivalent: number;
  }[];
}

/** How many prices of left-out exchanges lay inside of the interval that the others gave. */
export interface Calibration {
  name: string;
  about: string;
  /** The seed of the noise, if it is drawn. */
  seed?: number;
  rows: readonly {
    group: string;
    left_out: number;
    inside_percentage: number;
    /** Half of the interval in basis points of the price, the median. */
    median_half_basis_points: number;
  }[];
}

export function computeMethodologyPage({ market, hidesBooks }: World, venues: readonly PageVenue[]) {
  const calibrations: readonly Calibration[] = calibration;
  const accuracies: readonly CandleAccuracy[] = accuracy;
  const counts: readonly MutationCounts[] = mutations;
  return {
    rules: RULES,
    calibration: calibrations,
    accuracy: accuracies,
    mutations: counts,
    /** The most trust first. */
    venues: venues.toSorted((a, b) => b.trust - a.trust || (a.name < b.name ? -1 : 1)),
    // The example shows every step with the prices and volumes of the venues.
    example: hidesBooks ? null : findWorkedExample(market, venues),
  };
}
