import { type Built, listPageArchives } from "./data-page.ts";

/** The series of the market as a whole: a column of an archive each. `label`: a short title. */
const SERIES = [
  {
    id: "market-cap",
    title: "Market cap",
    label: "Market cap",
    dataset: "global",
    column: "total_market_cap",
    unit: "usd",
  },
  { id: "volume", title: "24h volume", label: "24h volume", dataset: "global", column: "total_volume", unit: "usd" },
  {
    id: "bitcoin-dominance",
    title: "Bitcoin dominance",
    label: "BTC dominance",
    dataset: "global",
    column: "btc_market_cap_percentage",
    unit: "percent",
  },
  {
    id: "ethereum-dominance",
    title: "Ethereum dominance",
    label: "ETH dominance",
    dataset: "global",
    column: "eth_market_cap_percentage",
    unit: "percent",
  },
  { id: "tvl", title: "DeFi TVL", label: "DeFi TVL", dataset: "defi-tvl-daily", column: "tvl_usd", unit: "usd" },
] as const;

/** A page per series, the first one at `global/`. `archive`: `null` before the first day. */
export function listGlobalPages({ world }: Built) {
  return SERIES.map((series, at) => ({
    ...series,
    path: at === 0 ? "global/" : `global/${series.id}/`,
    archive: listPageArchives(world, [series.dataset])[0] ?? null,
  }));
}
