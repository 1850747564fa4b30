import { day, defineRow, usd } from "../../../../kit/api/row.ts";
import { ChainRow, ProtocolRow, rankChains, rankProtocols } from "../../../api/rows/defi-row.ts";
import type { DefiMarket } from "../../../market/model/market.ts";
import { defineArchive, defineSnapshot } from "../define-archive.ts";
import { findDayGaps } from "./dataset-tables.ts";

const { mcap_tvl_ratio, logo, ...protocolColumns } = ProtocolRow.columns;

export const defiProtocolsLatest = defineSnapshot({
  dataset: "defi-protocols-latest",
  description: "Every DeFi protocol by the value locked in it.",
  kinds: ["protocol"],
  computed: false,
  columns: Object.values(protocolColumns),
  rows: ({ market }) => rankProtocols(market.defi?.protocols ?? []),
});

const { slug, protocols, ...chainColumns } = ChainRow.columns;

export const defiChainsLatest = defineSnapshot({
  dataset: "defi-chains-latest",
  description: "Every blockchain by the value locked on it.",
  kinds: ["chain"],
  computed: false,
  columns: Object.values(chainColumns),
  rows: ({ market }) => (market.defi === null ? [] : rankChains(market.defi)),
});

type TvlDay = DefiMarket["history"][number];

const TvlRow = defineRow<TvlDay>()("The total on a day", {
  date: day("UTC day", (point) => point.timeMs),
  tvl_usd: usd("Total value locked", (point) => point.tvlUsd),
});

export const defiTvlDaily = defineArchive<TvlDay>({
  dataset: "defi-tvl-daily",
  description: "Total value locked in DeFi by day, without double counting.",
  granularity: "1d",
  kinds: ["tvl"],
  computed: false,
  columns: Object.values(TvlRow.columns),
  *parts(world) {
    const points = world.market.defi?.history ?? [];
    const first = points[0];
    const last = points.at(-1);
    if (first === undefined || last === undefined) return;
    const times = points.map((point) => point.timeMs);
    yield {
      name: "defi-tvl-daily",
      periodStartMs: first.timeMs,
      periodEndMs: last.timeMs,
      closesAtMs: null,
      gaps: findDayGaps(times, "the source has no value"),
      rows: points,
    };
  },
});
