import { z } from "zod";
import { envelope } from "../../../kit/api/endpoint.ts";
import * as schema from "../../../kit/api/schema.ts";
import { groupBy } from "../../../lib/collections.ts";
import { DAY_MS } from "../../../lib/time.ts";
import type { Protocol } from "../../normalise/record.ts";
import { defineSingle } from "../define-endpoint.ts";
import { ChainRow, computeShare, ProtocolRow, rankChains, rankProtocols } from "../rows/defi-row.ts";

const TOP = 10;
const HISTORY_DAYS = 30;

const Category = schema.object("A category of protocols", {
  name: schema.text("Name of the category"),
  tvl_usd: schema.number(
    "Sum of the total value locked in its protocols in USD; protocols may count the same money twice",
  ),
  protocols: schema.count("Protocols in it"),
  share_percentage: schema.number(
    "Share in the sum over all protocols in percent; not in total_tvl_usd, which counts once",
  ),
});

const DefiOverview = schema.object("DeFi in a few numbers", {
  total_tvl_usd: schema.number("Total value locked, without double counting, in USD"),
  tvl_change_percentage_24h: schema.maybeNumber("Change of the total over 24 hours in percent"),
  tvl_change_percentage_7d: schema.maybeNumber("Change of the total over 7 days in percent"),
  tvl_change_percentage_30d: schema.maybeNumber("Change of the total over 30 days in percent"),
  protocols_count: schema.count("Protocols known, without centralised exchanges and chains"),
  chains_count: schema.count("Chains known"),
  top_protocols: z.array(ProtocolRow.schema).max(TOP).describe("The ten largest protocols"),
  top_chains: z.array(ChainRow.schema).max(TOP).describe("The ten largest chains"),
  categories: z.array(Category).describe("All categories, largest first"),
  history: schema.points("The total of the last 30 days in USD, as [unix milliseconds, value]"),
  dex_volume_24h_usd: schema.maybeNumber("Traded on decentralised exchanges in the last 24 hours in USD"),
  dex_volume_change_percentage_24h: schema.maybeNumber("Change of that volume against the day before in percent"),
});

export type DefiOverview = z.infer<typeof DefiOverview>;

export const defiOverview = defineSingle({
  id: "defi-overview",
  path: "/defi/overview",
  docs: {
    tag: "defi",
    title: "DeFi overview",
    description:
      "Total value locked in decentralised finance, the largest protocols, chains and categories. The total is the " +
      "source's own, without double counting, and not the sum of the protocols.",
  },
  kinds: ["protocol", "chain", "tvl", "dex-volume"],
  body: envelope(DefiOverview),
  from: ({ market }) => market.defi,
  compute(defi) {
    const sinceMs = (defi.history.at(-1)?.timeMs ?? 0) - HISTORY_DAYS * DAY_MS;
    return {
      data: {
        total_tvl_usd: defi.totalTvl,
        tvl_change_percentage_24h: defi.tvlChangePercentage["24h"],
        tvl_change_percentage_7d: defi.tvlChangePercentage["7d"],
        tvl_change_percentage_30d: defi.tvlChangePercentage["30d"],
        protocols_count: defi.protocols.length,
        chains_count: defi.chains.length,
        top_protocols: rankProtocols(defi.protocols.slice(0, TOP)).map(ProtocolRow.compute),
        top_chains: rankChains(defi).slice(0, TOP).map(ChainRow.compute),
        categories: computeCategories(defi.protocols),
        history: defi.history.filter((point) => point.timeMs > sinceMs).map((point) => [point.timeMs, point.tvlUsd]),
        dex_volume_24h_usd: defi.dexVolume?.total24hUsd ?? null,
        dex_volume_change_percentage_24h: defi.dexVolume?.changePercentage1d ?? null,
      },
    };
  },
});

function computeCategories(protocols: readonly Protocol[]): z.infer<typeof Category>[] {
  const sum = (members: readonly Protocol[]) => members.reduce((total, protocol) => total + protocol.tvlUsd, 0);
  const total = sum(protocols);
  return [...groupBy(protocols, (protocol) => protocol.category ?? "Uncategorised")]
    .map(([name, members]) => {
      const tvl = sum(members);
      return { name, tvl_usd: tvl, protocols: members.length, share_percentage: computeShare(tvl, total) };
    })
    .sort((a, b) => b.tvl_usd - a.tvl_usd || (a.name < b.name ? -1 : 1));
}
