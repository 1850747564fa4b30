import { SAMPLES } from "../../../history/partition-name.ts";
import { DAY_MS, HOUR_MS, renderDay } from "../../../lib/time.ts";
import { defineArchive } from "../archive.ts";
import { listPointParts } from "./point-parts.ts";
import { type PointRow, pointColumns } from "./point-row.ts";
import { readPeriods } from "./read-periods.ts";

/** Everything that was observed, build by build. The state keeps samples for three days, and these files go with them. */
export const prices = defineArchive<PointRow>({
  dataset: "prices",
  description:
    "Price, market cap and volume of every coin as each build observed them, one file per UTC day, of the last days only.",
  granularity: "event",
  kinds: ["ticker", "coin"],
  computed: true,
  columns: pointColumns({ name: "time", type: "datetime", description: "When it was observed, UTC." }),
  async *parts({ market }, series) {
    const periods = await readPeriods(series, SAMPLES, Number.POSITIVE_INFINITY, (startMs) => ({
      name: `prices-${renderDay(startMs)}`,
      endMs: startMs + DAY_MS,
    }));
    const reason = "no build published a price of its own in these hours";
    yield* listPointParts(periods, { stepMs: HOUR_MS, reason, endMs: market.asOfMs + 1 });
  },
});
