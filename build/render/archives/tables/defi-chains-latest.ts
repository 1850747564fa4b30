import { percentageOf } from "../../../lib/numbers.ts";
import type { DefiMarket } from "../../../market/market.ts";
import { defineSnapshot } from "../archive.ts";

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
