import { exchangeRateSeries } from "../../../history/datasets/daily-values.ts";
import { findGaps } from "../../../history/find-gaps.ts";
import { DAY_MS } from "../../../lib/time.ts";
import { defineArchive } from "../archive.ts";
import { hashRows, parseDay, readDatasetDocuments } from "./dataset-rows.ts";

interface RateRow {
  dateMs: number;
  code: string;
  rate: number;
}

/** The fiat rates of every day that they were set for, by year. */
export const exchangeRates = defineArchive<RateRow>({
  dataset: "exchange-rates",
  description: "How much of each fiat currency one US dollar bought on each day, one file per year.",
  granularity: "1d",
  kinds: ["rate"],
  computed: false,
  outlivesState: true,
  columns: [
    { name: "date", type: "date", description: "Day that the rate was set for.", value: (row) => row.dateMs },
    { name: "currency", type: "string", description: "ISO 4217 code.", value: (row) => row.code },
    {
      name: "rate",
      type: "number",
      unit: "currency per USD",
      description: "Units of the currency for 1 USD.",
      value: (row) => row.rate,
    },
  ],
  async *parts(_world, series) {
    for (const { name, rows: days, endMs } of await readDatasetDocuments(series, exchangeRateSeries)) {
      const times = days.map(({ date }) => parseDay(date));
      yield {
        name: `exchange-rates-${name.slice(-4)}`,
        periodStartMs: times[0] ?? null,
        periodEndMs: times.at(-1) ?? null,
        closesAtMs: endMs,
        gaps: findGaps(times, DAY_MS, "no rate was set for these days, or no build observed it"),
        fingerprint: () => hashRows(days),
        rows: days.flatMap(({ date, rates }) =>
          Object.entries(rates).map(([code, rate]) => ({ dateMs: parseDay(date), code, rate })),
        ),
      };
    }
  },
});
