import { percentageOf } from "../../../lib/stats.ts";
import type { DefiMarket } from "../../../market/market.ts";
import { defineArchive, defineSnapshot } from "../archive.ts";
import { findDayGaps } from "./dataset-rows.ts";

interface RankedProtocol {
  rank: number;
  protocol: DefiMarket["protocols"][number];
}

/** Every DeFi protocol, without centralised exchanges and chains. */
export const defiProtocolsLatest = defineSnapshot<RankedProtocol>({
  dataset: "defi-protocols-latest",
  description: "Every DeFi protocol by the value locked in it.",
  kinds: ["protocol"],
  computed: false,
  columns: [
    { name: "rank", type: "integer", description: "Position by TVL.", value: (row) => row.rank },
    { name: "id", type: "string", description: "The source's identifier.", value: (row) => row.protocol.id },
    { name: "slug", type: "string", description: "Name for URLs.", value: (row) => row.protocol.slug },
    { name: "name", type: "string", description: "Name of the protocol.", value: (row) => row.protocol.name },
    { name: "symbol", type: "string", description: "Ticker of its token.", value: (row) => row.protocol.symbol },
    { name: "category", type: "string", description: "What it does.", value: (row) => row.protocol.category },
    {
      name: "chains",
      type: "string",
      description: "The chains it runs on, separated by semicolons.",
      value: (row) => row.protocol.chains.join(";"),
    },
    { name: "tvl", type: "number", unit: "USD", description: "Value locked.", value: (row) => row.protocol.tvlUsd },
    {
      name: "change_1h",
      type: "number",
      unit: "%",
      description: "Change of the TVL in one hour.",
      value: (row) => row.protocol.changePercentage1h,
    },
    {
      name: "change_1d",
      type: "number",
      unit: "%",
      description: "Change of the TVL in one day.",
      value: (row) => row.protocol.changePercentage1d,
    },
    {
      name: "change_7d",
      type: "number",
      unit: "%",
      description: "Change of the TVL in 7 days.",
      value: (row) => row.protocol.changePercentage7d,
    },
    {
      name: "mcap",
      type: "number",
      unit: "USD",
      description: "Market cap of its token.",
      value: (row) => row.protocol.marketCapUsd,
    },
    {
      name: "gecko_id",
      type: "string",
      description: "Identifier of its token, CoinGecko's.",
      value: (row) => row.protocol.geckoId,
    },
    { name: "url", type: "string", description: "Homepage.", value: (row) => row.protocol.url },
  ],
  rows: ({ market }) => (market.defi?.protocols ?? []).map((protocol, at) => ({ rank: at + 1, protocol })),
});

interface RankedChain {
  rank: number;
  chain: DefiMarket["chains"][number];
  sharePercentage: number | null;
}

/** Every blockchain with value locked on it. */
export const defiChainsLatest = defineSnapshot<RankedChain>({
  dataset: "defi-chains-latest",
  description: "Every blockchain by the value locked on it.",
  kinds: ["chain"],
  computed: false,
  columns: [
    { name: "rank", type: "integer", description: "Position by TVL.", value: (row) => row.rank },
    { name: "name", type: "string", description: "Name of the chain.", value: (row) => row.chain.name },
    { name: "tvl", type: "number", unit: "USD", description: "Value locked.", value: (row) => row.chain.tvlUsd },
    {
      name: "tvl_share_percentage",
      type: "number",
      unit: "%",
      description: "Share in the value locked on all chains.",
      value: (row) => row.sharePercentage,
    },
    {
      name: "token_symbol",
      type: "string",
      description: "Ticker of its token.",
      value: (row) => row.chain.tokenSymbol,
    },
    {
      name: "gecko_id",
      type: "string",
      description: "Identifier of its token, CoinGecko's.",
      value: (row) => row.chain.geckoId,
    },
    { name: "chain_id", type: "integer", description: "EVM chain id.", value: (row) => row.chain.chainId },
  ],
  rows: ({ market }) => {
    const chains = market.defi?.chains ?? [];
    const total = chains.reduce((sum, chain) => sum + chain.tvlUsd, 0);
    return chains.map((chain, at) => ({
      rank: at + 1,
      chain,
      sharePercentage: percentageOf(chain.tvlUsd, total),
    }));
  },
});

/** The total value locked by day. */
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
