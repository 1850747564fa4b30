import { type FearGreedDay, fearGreedSeries } from "../../../history/datasets/daily-values.ts";
import { findGaps } from "../../../history/find-gaps.ts";
import { DAY_MS, renderDay } from "../../../lib/time.ts";
import { defineArchive } from "../archive.ts";
import { hashRows, parseDay, readDatasetDocuments } from "./dataset-rows.ts";

/** The whole series of the Fear & Greed Index. */
export const fearGreedArchive = defineArchive<FearGreedDay>({
  dataset: "fear-greed",
  description: "Every known daily value of the Fear & Greed Index.",
  granularity: "1d",
  kinds: ["index"],
  computed: false,
  columns: [
    {
      name: "date",
      type: "date",
      description: "UTC day that the value is for.",
      value: (day) => parseDay(day.date),
    },
    {
      name: "value",
      type: "number",
      description: "0 (extreme fear) to 100 (extreme greed).",
      value: (day) => day.value,
    },
    {
      name: "value_classification",
      type: "string",
      description: "The value in words.",
      value: (day) => day.classification,
    },
  ],
  async *parts({ market }, series) {
    const remembered = (await readDatasetDocuments(series, fearGreedSeries)).flatMap(({ rows }) => rows);
    const today = market.fearGreed.map(({ timeMs, value, classification }) => ({
      date: renderDay(timeMs),
      value,
      classification,
    }));
    const days = [...new Map([...remembered, ...today].map((day) => [day.date, day])).values()].sort((a, b) =>
      a.date < b.date ? -1 : 1,
    );
    const times = days.map(({ date }) => parseDay(date));
    if (days.length === 0) return;
    yield {
      name: "fear-greed",
      periodStartMs: times[0] ?? null,
      periodEndMs: times.at(-1) ?? null,
      closesAtMs: null,
      gaps: findGaps(times, DAY_MS, "the source published no value"),
      fingerprint: () => hashRows(days),
      rows: days,
    };
  },
});
