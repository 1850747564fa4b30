import { z } from "zod";
import {
  count,
  defineRow,
  field,
  maybeCount,
  maybeNumber,
  maybePercent,
  maybeText,
  maybeUsd,
  percent,
  type RowOf,
  text,
  texts,
  usd,
} from "../../../kit/api/row.ts";
import * as schema from "../../../kit/api/schema.ts";
import { countValues } from "../../../lib/collections.ts";
import { keepFinite } from "../../../lib/stats.ts";
import type { DefiMarket } from "../../market/model/market.ts";
import type { Chain, Protocol } from "../../normalise/record.ts";
import { createChainNames } from "./chain-name.ts";

/** A protocol with its rank by total value locked, from 1. */
type RankedProtocol = Protocol & { rank: number };

/** One DeFi protocol, with DefiLlama's field names in snake_case. */
export const ProtocolRow = defineRow<RankedProtocol>()("A DeFi protocol", {
  rank: count("Rank by total value locked, from 1", (protocol) => protocol.rank),
  id: text("Unique id of the protocol at the source", (protocol) => protocol.id),
  slug: text("Readable id of the protocol", (protocol) => protocol.slug),
  name: text("Name of the protocol", (protocol) => protocol.name),
  symbol: maybeText("Symbol of its token, upper-case", (protocol) => protocol.symbol?.toUpperCase() ?? null),
  category: maybeText("What it does: lending, exchange, staking", (protocol) => protocol.category),
  chains: texts("Chains on which it runs", "Name of a chain", (protocol) => protocol.chains),
  tvl: usd("Total value locked in USD", (protocol) => protocol.tvlUsd),
  chain_tvls: field(
    z.record(z.string(), schema.number("Total value locked in USD")).describe("Total value locked by chain"),
    (protocol) => protocol.chainTvlsUsd,
  ),
  change_1h: maybePercent(
    "Change of the total value locked over one hour in percent",
    (protocol) => protocol.changePercentage1h,
  ),
  change_1d: maybePercent(
    "Change of the total value locked over one day in percent",
    (protocol) => protocol.changePercentage1d,
  ),
  change_7d: maybePercent(
    "Change of the total value locked over 7 days in percent",
    (protocol) => protocol.changePercentage7d,
  ),
  mcap: maybeUsd("Market cap of its token in USD", (protocol) => protocol.marketCapUsd),
  mcap_tvl_ratio: maybeNumber("Market cap divided by total value locked", ({ marketCapUsd, tvlUsd }) =>
    marketCapUsd === null ? null : keepFinite(marketCapUsd / tvlUsd),
  ),
  gecko_id: maybeText("Id of its token among the coins", (protocol) => protocol.geckoId),
  url: maybeText("URL of the protocol", (protocol) => protocol.url),
  logo: maybeText("URL of the logo", (protocol) => protocol.logo),
});

export type ProtocolRow = RowOf<typeof ProtocolRow>;

/** By total value locked, from 1: in the order of the market. */
export function rankProtocols(protocols: readonly Protocol[]): RankedProtocol[] {
  return protocols.map((protocol, index) => ({ ...protocol, rank: index + 1 }));
}

/** A chain among the others. */
interface RankedChain extends Chain {
  rank: number;
  slug: string;
  sharePercentage: number;
  protocols: number;
}

/** One blockchain by its DeFi value, with DefiLlama's field names in snake_case. */
export const ChainRow = defineRow<RankedChain>()("A blockchain", {
  rank: count("Rank by total value locked, from 1", (chain) => chain.rank),
  name: text("Name of the chain", (chain) => chain.name),
  slug: text("Readable id of the chain, unique in the list", (chain) => chain.slug),
  tvl: usd("Total value locked in USD", (chain) => chain.tvlUsd),
  tvl_share_percentage: percent("Share in the sum over all chains in percent", (chain) => chain.sharePercentage),
  token_symbol: maybeText("Symbol of its coin, upper-case", (chain) => chain.tokenSymbol?.toUpperCase() ?? null),
  gecko_id: maybeText("Id of its coin among the coins", (chain) => chain.geckoId),
  chain_id: maybeCount("Its chain id (EIP-155), where it has one", (chain) => chain.chainId),
  protocols: count("Protocols that run on it", (chain) => chain.protocols),
});

export type ChainRow = RowOf<typeof ChainRow>;

/** By total value locked, with how many protocols run on each, under any of its names. */
export function rankChains({ chains, protocols }: DefiMarket): RankedChain[] {
  const total = chains.reduce((sum, chain) => sum + chain.tvlUsd, 0);
  const slugs = buildSlugs(chains.map((chain) => chain.name));
  const nameOf = createChainNames(chains);
  const counts = countValues(protocols.flatMap((protocol) => [...new Set(protocol.chains.map(nameOf))]));
  return chains.map((chain, index) => ({
    ...chain,
    rank: index + 1,
    slug: slugs.get(chain.name) ?? chain.name,
    sharePercentage: computeShare(chain.tvlUsd, total),
    protocols: counts.get(chain.name) ?? 0,
  }));
}

/** In percent; 0 of nothing. */
export function computeShare(part: number, total: number): number {
  return part === 0 ? 0 : (part / total) * 100;
}

/** Numbered by name, so that a change of rank never moves a slug to another chain. */
function buildSlugs(names: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  const slugs = new Map<string, string>();
  for (const name of [...names].sort()) {
    const base =
      name
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.join("-") ?? "chain";
    let slug = base;
    for (let next = 2; taken.has(slug); next++) slug = `${base}-${next}`;
    taken.add(slug);
    slugs.set(name, slug);
  }
  return slugs;
}
