import { findGaps } from "../../../history/find-gaps.ts";
import { DAY_MS, floorTo } from "../../../lib/time.ts";
import type { DefiMarket } from "../../../market/market.ts";
import { defineArchive } from "../archive.ts";

/** The total value locked, day by day, all that is known. */
export const defiTvlDaily = defineArchive<DefiMarket["history"][number]>({
  dataset: "defi-tvl-daily",
  description: "Total value locked in DeFi by day, without double counting.",
  granularity: "1d",
  kinds: ["tvl"],
  computed: false,
  columns: [
    { name: "date", type: "date", description: "UTC day.", value: (point) => point.timeMs },
    {
      name: "tvl_usd",
      type: "number",
      unit: "USD",
      description: "Total value locked.",
      value: (point) => point.tvlUsd,
    },
  ],
  *parts(world) {
    const points = world.market.defi?.history ?? [];
    const first = points[0];
    const last = points.at(-1);
    if (first === undefined || last === undefined) return;
    const times = points.map(({ timeMs }) => floorTo(timeMs, DAY_MS));
    yield {
      name: "defi-tvl-daily",
      periodStartMs: first.timeMs,
      periodEndMs: last.timeMs,
      closesAtMs: null,
      gaps: findGaps(times, DAY_MS, "the source has no value"),
      rows: points,
    };
  },
});
