import { percentageOf } from "../../../lib/stats.ts";
import type { DefiMarket } from "../../../market/market.ts";
import { date, defineArchive, defineSnapshot, integer, percent, text, usd } from "../archive.ts";
import { findDayGaps } from "./dataset-tables.ts";

interface RankedProtocol {
  rank: number;
  protocol: DefiMarket["protocols"][number];
}

export const defiProtocolsLatest = defineSnapshot<RankedProtocol>({
  dataset: "defi-protocols-latest",
  description: "Every DeFi protocol by the value locked in it.",
  kinds: ["protocol"],
  computed: false,
  columns: [
    integer("rank", "Position by TVL.", (row) => row.rank),
    text("id", "The source's identifier.", (row) => row.protocol.id),
    text("slug", "Name for URLs.", (row) => row.protocol.slug),
    text("name", "Name of the protocol.", (row) => row.protocol.name),
    text("symbol", "Ticker of its token.", (row) => row.protocol.symbol),
    text("category", "What it does.", (row) => row.protocol.category),
    text("chains", "The chains it runs on, separated by semicolons.", (row) => row.protocol.chains.join(";")),
    usd("tvl", "Value locked.", (row) => row.protocol.tvlUsd),
    percent("change_1h", "Change of the TVL in one hour.", (row) => row.protocol.changePercentage1h),
    percent("change_1d", "Change of the TVL in one day.", (row) => row.protocol.changePercentage1d),
    percent("change_7d", "Change of the TVL in 7 days.", (row) => row.protocol.changePercentage7d),
    usd("mcap", "Market cap of its token.", (row) => row.protocol.marketCapUsd),
    text("gecko_id", "Identifier of its token, CoinGecko's.", (row) => row.protocol.geckoId),
    text("url", "Homepage.", (row) => row.protocol.url),
  ],
  rows: ({ market }) => (market.defi?.protocols ?? []).map((protocol, at) => ({ rank: at + 1, protocol })),
});

interface RankedChain {
  rank: number;
  chain: DefiMarket["chains"][number];
  sharePercentage: number | null;
}

export const defiChainsLatest = defineSnapshot<RankedChain>({
  dataset: "defi-chains-latest",
  description: "Every blockchain by the value locked on it.",
  kinds: ["chain"],
  computed: false,
  columns: [
    integer("rank", "Position by TVL.", (row) => row.rank),
    text("name", "Name of the chain.", (row) => row.chain.name),
    usd("tvl", "Value locked.", (row) => row.chain.tvlUsd),
    percent("tvl_share_percentage", "Share in the value locked on all chains.", (row) => row.sharePercentage),
    text("token_symbol", "Ticker of its token.", (row) => row.chain.tokenSymbol),
    text("gecko_id", "Identifier of its token, CoinGecko's.", (row) => row.chain.geckoId),
    integer("chain_id", "EVM chain id.", (row) => row.chain.chainId),
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

export const defiTvlDaily = defineArchive<DefiMarket["history"][number]>({
  dataset: "defi-tvl-daily",
  description: "Total value locked in DeFi by day, without double counting.",
  granularity: "1d",
  kinds: ["tvl"],
  computed: false,
  columns: [
    date("date", "UTC day.", (point) => point.timeMs),
    usd("tvl_usd", "Total value locked.", (point) => point.tvlUsd),
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
