interface CorrectedDataset {
  /** The heading of its corrections. */
  title: string;
  /** Of the values; absent: they have several, or none. */
  unit?: "USD";
  /** Its values are of hours. Absent: of days or longer periods. */
  isHourly?: true;
}

/** Everything whose corrections are published, by its name in `/api/corrections`. */
export const CORRECTED_DATASETS = {
  hours: { title: "Hourly prices", unit: "USD", isHourly: true },
  days: { title: "Daily prices", unit: "USD" },
  "hour-candles": { title: "Hourly candles", unit: "USD", isHourly: true },
  "day-candles": { title: "Daily candles", unit: "USD" },
  "exchange-rates": { title: "Exchange rates" },
  fixings: { title: "Central bank fixings" },
  global: { title: "Global market" },
  "fear-greed": { title: "Fear & Greed" },
  archives: { title: "Archives" },
} as const satisfies Record<string, CorrectedDataset>;

export type CorrectedDatasetName = keyof typeof CORRECTED_DATASETS;
