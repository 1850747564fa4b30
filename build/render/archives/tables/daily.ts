import { DAILY, parsePartitionName } from "../../../history/partition-name.ts";
import { DAY_MS, floorTo, renderDay } from "../../../lib/time.ts";
import { defineArchive } from "../archive.ts";
import { listPointParts } from "./point-parts.ts";
import { type PointRow, pointColumns } from "./point-row.ts";
import { readPeriods } from "./read-periods.ts";

const GAP_REASON = "no build published a price of its own on these days; what rows there are come from elsewhere";

/** The days that are over, by year. */
export const daily = defineArchive<PointRow>({
  dataset: "daily",
  description:
    "Daily price, market cap and volume of every coin, one file per year, closed UTC days only. A point is the last one of its day.",
  granularity: "1d",
  kinds: ["ticker", "coin"],
  computed: true,
  outlivesState: true,
  columns: pointColumns({ name: "date", type: "date", description: "UTC day." }),
  async *parts({ market }, series) {
    const today = floorTo(market.asOfMs, DAY_MS);
    const periods = await readPeriods(series, DAILY, today, (startMs) => {
      const year = renderDay(startMs).slice(0, 4);
      return { name: `daily-${year}`, endMs: parsePartitionName(`${DAILY}${year}`).endMs };
    });
    yield* listPointParts(periods, { stepMs: DAY_MS, reason: GAP_REASON, endMs: today });
  },
});
