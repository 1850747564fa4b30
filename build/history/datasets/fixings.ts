/**
 * The fixings of a central bank by day: `days` are ISO dates, ascending; every column of `rates`
 * (ISO 4217 code → units for 1 USD) has one value per day, `null` where there is none.
 */
export interface Fixings {
  days: readonly string[];
  rates: Readonly<Record<string, readonly (number | null)[]>>;
  /** Ids of the sources of the days. */
  sources: readonly string[];
}

export const NO_FIXINGS: Fixings = { days: [], rates: {}, sources: [] };
