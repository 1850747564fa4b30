import type { Market } from "../../market/market.ts";
import { defineArchive } from "../archive.ts";
import { findGaps } from "../find-gaps.ts";

/** The whole series of the Fear & Greed Index. */
export const fearGreedArchive = defineArchive<Market["fearGreed"][number]>({
  dataset: "fear-greed",
  description: "Every known daily value of the Fear & Greed Index.",
  granularity: "1d",
  kinds: ["index"],
  computed: false,
  columns: [
    { name: "date", type: "date", description: "UTC day that the value is for.", value: (one) => one.timeMs },
    {
      name: "value",
      type: "number",
      description: "0 (extreme fear) to 100 (extreme greed).",
      value: (one) => one.value,
    },
    {
      name: "value_classification",
      type: "string",
      description: "The value in words.",
      value: (one) => one.classification,
    },
  ],
  *parts(world) {
    const values = world.market.fearGreed.toSorted((a, b) => a.timeMs - b.timeMs);
    const first = values[0];
    const last = values.at(-1);
    if (first === undefined || last === undefined) return;
    const times = values.map((one) => one.timeMs);
    yield {
      name: "fear-greed",
      periodStartMs: first.timeMs,
      periodEndMs: last.timeMs,
      complete: false,
      gaps: findGaps(times, "the source published no value"),
      rows: values,
    };
  },
});
