import { z } from "zod";
import type { DefiMarket } from "../../market/market.ts";
import type { Protocol } from "../../normalise/record.ts";
import { count, maybeCount, maybeNumber, maybeText, number, object, text } from "../field.ts";
import { createChainNames } from "./chain-name.ts";

/** One DeFi protocol, with DefiLlama's field names in snake_case. */
export const ProtocolRow = object("A DeFi protocol", {
  rank: count("Rank by total value locked, from 1"),
  id: text("Unique id of the protocol at the source"),
  slug: text("Readable id of the protocol"),
  name: text("Name of the protocol"),
  symbol: maybeText("Symbol of its token, upper-case"),
  category: maybeText("What it does: lending, exchange, staking"),
  chains: z.array(text("Name of a chain")).describe("Chains on which it runs"),
  tvl: number("Total value locked in USD"),
  chain_tvls: z.record(z.string(), number("Total value locked in USD")).describe("Total value locked by chain"),
  change_1h: maybeNumber("Change of the total value locked over one hour in percent"),
  change_1d: maybeNumber("Change of the total value locked over one day in percent"),
  change_7d: maybeNumber("Change of the total value locked over 7 days in percent"),
  mcap: maybeNumber("Market cap of its token in USD"),
  mcap_tvl_ratio: maybeNumber("Market cap divided by total value locked"),
  gecko_id: maybeText("Id of its token among the coins"),
  url: maybeText("URL of the protocol"),
  logo: maybeText("URL of the logo"),
});

export type ProtocolRow = z.infer<typeof ProtocolRow>;

export function computeProtocolRow(protocol: Protocol, rank: number): ProtocolRow {
  const { marketCapUsd, tvlUsd } = protocol;
  return {
    rank,
    id: protocol.id,
    slug: protocol.slug,
    name: protocol.name,
    symbol: protocol.symbol?.toUpperCase() ?? null,
    category: protocol.category,
    chains: protocol.chains,
    tvl: tvlUsd,
    chain_tvls: protocol.chainTvlsUsd,
    change_1h: protocol.changePercentage1h,
    change_1d: protocol.changePercentage1d,
    change_7d: protocol.changePercentage7d,
    mcap: marketCapUsd,
    mcap_tvl_ratio: marketCapUsd === null || tvlUsd <= 0 ? null : marketCapUsd / tvlUsd,
    gecko_id: protocol.geckoId,
    url: protocol.url,
    logo: protocol.logo,
  };
}

/** One blockchain by its DeFi value, with DefiLlama's field names in snake_case. */
export const ChainRow = object("A blockchain", {
  rank: count("Rank by total value locked, from 1"),
  name: text("Name of the chain"),
  slug: text("Readable id of the chain, unique in the list"),
  tvl: number("Total value locked in USD"),
  tvl_share_percentage: number("Share in the sum over all chains in percent"),
  token_symbol: maybeText("Symbol of its coin, upper-case"),
  gecko_id: maybeText("Id of its coin among the coins"),
  chain_id: maybeCount("Its chain id (EIP-155), where it has one"),
  protocols: count("Protocols that run on it"),
});

export type ChainRow = z.infer<typeof ChainRow>;

export function computeChainRows({ chains, protocols }: DefiMarket): ChainRow[] {
  const total = chains.reduce((sum, chain) => sum + chain.tvlUsd, 0);
  const slugs = buildSlugs(chains.map((chain) => chain.name));
  const counts = new Map<string, number>();
  const nameOf = createChainNames(chains);
  for (const name of protocols.flatMap((protocol) => [...new Set(protocol.chains.map(nameOf))])) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return chains.map((chain, index) => ({
    rank: index + 1,
    name: chain.name,
    slug: slugs.get(chain.name) ?? chain.name,
    tvl: chain.tvlUsd,
    tvl_share_percentage: computeShare(chain.tvlUsd, total),
    token_symbol: chain.tokenSymbol?.toUpperCase() ?? null,
    gecko_id: chain.geckoId,
    chain_id: chain.chainId,
    protocols: counts.get(chain.name) ?? 0,
  }));
}

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
