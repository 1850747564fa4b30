import { HOURLY } from "../../../history/partition-name.ts";
import { DAY_MS, floorTo, HOUR_MS, renderDay } from "../../../lib/time.ts";
import { defineArchive } from "../archive.ts";
import { listPointParts } from "./point-parts.ts";
import { type PointRow, pointColumns } from "./point-row.ts";
import { readPeriods } from "./read-periods.ts";

/**
 * The hours of the days that are over. The state forgets a day after 45 days: the month then stays as it was published, until the site
 * has as many newer ones as it is configured to.
 */
export const hourly = defineArchive<PointRow>({
  dataset: "hourly",
  description:
    "Hourly price, market cap and volume of every coin, one file per month, of the last months only, closed UTC days only. A point is the last one in its hour.",
  granularity: "1h",
  kinds: ["ticker", "coin"],
  computed: true,
  outlivesState: true,
  columns: pointColumns({ name: "time", type: "datetime", description: "Start of the hour, UTC." }),
  async *parts({ market }, series) {
    const today = floorTo(market.asOfMs, DAY_MS);
    const periods = await readPeriods(series, HOURLY, today, (startMs) => ({
      name: `hourly-${renderDay(startMs).slice(0, 7)}`,
      endMs: Date.UTC(new Date(startMs).getUTCFullYear(), new Date(startMs).getUTCMonth() + 1, 1),
    }));
    const reason = "no build published a price of its own in these hours; what rows there are come from elsewhere";
    yield* listPointParts(periods, { stepMs: HOUR_MS, reason, endMs: today });
  },
});
