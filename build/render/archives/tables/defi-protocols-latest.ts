import type { DefiMarket } from "../../../market/market.ts";
import { defineSnapshot } from "../archive.ts";

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
